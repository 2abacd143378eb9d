"""A game's net, if it has one and the net fits: which opponents can be offered depends on it.

This module can be imported without NumPy; then no net can run, and `why_no_net` says so.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ludus.core.content import read_toml
from ludus.core.game import AnyBox
from ludus.core.registry import find_game, is_game, open_box

if TYPE_CHECKING:
    from ludus.core.net import Judge

WEIGHTS: Final = "net.npz"
RECIPE: Final = "net.toml"


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`net.toml`: what a net was made for, and how."""

    game: str
    version: int
    """Of the rules."""
    content: str
    """The hash of the content that it was trained on."""
    width: int
    """How many features the encoding had."""
    sizes: tuple[int, ...]
    weights: str
    """SHA-256 of the file with the weights."""
    games: int
    positions: int
    steps: int
    minutes: float
    command: str

    def text(self) -> str:
        """The file."""
        lines = ["# How the weights in net.npz were made, and what for: see docs/bots.md."]
        fields = msgspec.to_builtins(self).items()
        lines += [f"{name} = {msgspec.json.encode(value).decode()}" for name, value in fields]
        return "\n".join(lines) + "\n"


def digest(path: Path) -> str:
    """The hash of a file of weights."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def has_net(game: str) -> bool:
    """Whether a game comes with a net, whether or not it can run here."""
    return is_game(game) and (find_game(game).folder / RECIPE).is_file()


@cache
def recipe_of(game: str) -> Recipe:
    """How a game's net was made."""
    return read_toml(find_game(game).folder / RECIPE, Recipe)


def net_fits(box: AnyBox) -> bool:
    """Whether the game has a net that can judge it with this content; nothing is loaded for it."""
    return _fault(box) == ""


def why_no_net(box: AnyBox) -> str:
    """Why a game's net cannot be used; empty if it can, or if the game has none."""
    return _fault(box) or ""


def _fault(box: AnyBox) -> str | None:
    """What keeps the net from being used: nothing, or why; None if the game has no net."""
    name = box.meta.name
    if box.encoding is None or not has_net(name):
        return None
    recipe = recipe_of(name)
    if recipe.content != box.content_hash:
        return "it knows the built-in edition only"
    if recipe.version != box.meta.version:
        return "it was trained on other rules"
    return "" if _has_numpy() else "it needs NumPy, which is not installed"


@cache
def _has_numpy() -> bool:
    return find_spec("numpy") is not None


def judge_of(box: AnyBox) -> Judge | None:
    """The net that judges this game with this content; None where none does."""
    return _judge(box.meta.name) if net_fits(box) else None


@cache
def _judge(name: str) -> Judge:
    """One for every box with the built-in content: its tables do not change."""
    from ludus.core.net import Judge, Net  # They need NumPy, which is an extra.

    encoding = open_box(name).encoding
    assert encoding is not None
    return Judge(encoding(), Net.load(find_game(name).folder / WEIGHTS))
