"""Finds games: every folder under `ludus.games`, and entry points of the group `ludus.games`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from ludus.core.errors import BadRequest, RulesBug
from ludus.core.game import AnyBox, AnyGame, Game

PACKAGE = "ludus.games"


@cache
def all_games() -> dict[str, AnyGame]:
    """All games there are, by name, those in the workshop included."""
    found: dict[str, AnyGame] = {}
    package = importlib.import_module(PACKAGE)
    for module in pkgutil.iter_modules(package.__path__):
        found[module.name] = _checked(importlib.import_module(f"{PACKAGE}.{module.name}"))
    for entry in entry_points(group=PACKAGE):
        found[entry.name] = _checked(entry.load())
    return dict(sorted(found.items()))


def games() -> dict[str, AnyGame]:
    """The games that are offered to players, by name."""
    return {name: game for name, game in all_games().items() if game.meta.stage == "table"}


def find_game(name: str) -> AnyGame:
    """The game of this name."""
    try:
        return all_games()[name]
    except KeyError:
        raise BadRequest(f"unknown game {name!r}: there are {', '.join(games())}") from None


@cache
def open_box(name: str) -> AnyBox:
    """The game with its built-in content; opened once per process."""
    return find_game(name).open()


def _checked(module: object) -> AnyGame:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise RulesBug(f"{module!r} exports no GAME")
    return game
