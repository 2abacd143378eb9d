"""Finds games: every folder under `ludus.games`, and entry points of the group `ludus.games`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from ludus.core.errors import BadRequest, RulesBug
from ludus.core.game import AnyBox, AnyGame, Game

PACKAGE = "ludus.games"


@cache
def _places() -> dict[str, EntryPoint]:
    """The entry point of each game, by name. A game is imported on first use, so that a worker that
    plays one game does not import all of them."""
    package = importlib.import_module(PACKAGE)
    found = {
        module.name: EntryPoint(module.name, f"{PACKAGE}.{module.name}", PACKAGE)
        for module in pkgutil.iter_modules(package.__path__)
    }
    found.update((entry.name, entry) for entry in entry_points(group=PACKAGE))
    return dict(sorted(found.items()))


@cache
def _load(name: str) -> AnyGame:
    module = _places()[name].load()
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise RulesBug(f"{module!r} exports no GAME")
    return game


def all_games() -> dict[str, AnyGame]:
    """All games by name, including those in the workshop."""
    return {name: _load(name) for name in _places()}


def games() -> dict[str, AnyGame]:
    """The games that are offered to players, by name."""
    return {name: game for name, game in all_games().items() if game.meta.stage == "table"}


def is_game(name: str) -> bool:
    """Whether there is a game of this name."""
    return name in _places()


def _must_be_game(name: str) -> None:
    if not is_game(name):
        raise BadRequest(f"unknown game {name!r}: there are {', '.join(games())}")


def find_game(name: str) -> AnyGame:
    """The game of this name."""
    _must_be_game(name)
    return _load(name)


def package_of(name: str) -> str:
    """The package that holds the game of this name."""
    _must_be_game(name)
    return _places()[name].module


def open_box(name: str, pack: Path | None = None) -> AnyBox:
    """The game with its built-in content or a custom pack; opened once per process."""
    return _open(name, pack)


@cache
def _open(name: str, pack: Path | None) -> AnyBox:
    return find_game(name).open(pack)
