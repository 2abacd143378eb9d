"""A game's net, if it has one and the net fits: which opponents can be offered depends on it.

A net stands in the game's folder, made for the built-in content; a pack may have one of its own.
This module can be imported without NumPy; then no net can run, and `why_no_net` says so.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import msgspec

from ludus.core.content import RECIPE, WEIGHTS, read_toml
from ludus.core.errors import BadContent
from ludus.core.game import AnyBox
from ludus.core.pack_files import MOST_WEIGHTS
from ludus.core.registry import find_game, is_game, open_box

if TYPE_CHECKING:
    from ludus.core.net import Judge

ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""What tells NumPy's libraries how many threads its arrays get."""
for name in ONE_THREAD:
    # A net's arrays are small, and whoever needs more processors has more processes: threads would
    # only wait for each other, which costs five times the work on two busy cores. It has to be said
    # before NumPy is loaded, so it is said here; what is set outside stays.
    os.environ.setdefault(name, "1")
NETS_KEPT: Final = 8
"""So many nets of packs are kept in memory."""
Size: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=20_000)]
Line: TypeAlias = Annotated[str, msgspec.Meta(max_length=400)]


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`net.toml`: what a net was made for, and how."""

    game: Line
    version: int
    """Of the rules."""
    content: Line
    """The hash of the content that it was trained on."""
    width: int
    """How many features the encoding had."""
    sizes: Annotated[tuple[Size, ...], msgspec.Meta(min_length=2, max_length=6)]
    weights: Line
    """SHA-256 of the file with the weights."""
    games: int
    positions: int
    steps: int
    minutes: float
    command: Line

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
    """Whether a net can judge the game with this content. A game's own is not loaded for it; that
    of a pack is, since only then is it known to be one."""
    return _fault(box) == ""


def why_no_net(box: AnyBox) -> str:
    """Why there is a net and it cannot be used; empty if it can, or if there is none."""
    return _fault(box) or ""


def _fault(box: AnyBox) -> str | None:
    """What keeps a net from being used: nothing, or why; None if there is none."""
    fault = own_fault(box)
    if fault == "":
        return fault
    name = box.meta.name
    if box.encoding is None or not has_net(name):
        return fault
    recipe = recipe_of(name)
    if recipe.content != box.content_hash:
        return fault or "it knows the built-in edition only"
    return _unfit(recipe, box)


def own_fault(box: AnyBox) -> str | None:
    """What keeps a pack's own net from being used: nothing, or why; None if it has none."""
    folder = box.pack.folder
    if box.pack.built_in or box.encoding is None or not (folder / RECIPE).is_file():
        return None
    try:
        recipe = read_toml(folder / RECIPE, Recipe)
        if (recipe.game, recipe.content) != (box.meta.name, box.content_hash):
            return "it was trained on other content than this edition has now"
        fault = _unfit(recipe, box)
        if not fault:
            _own_judge(box.meta.name, folder, recipe, _stamp(folder / WEIGHTS))
    except BadContent as error:
        return f"it is damaged: {error.reason.replace(str(folder), folder.name)}"
    return fault


def _unfit(recipe: Recipe, box: AnyBox) -> str:
    """What keeps a net for this content from being used."""
    if recipe.version != box.meta.version:
        return "it was trained on other rules"
    return "" if _has_numpy() else "it needs NumPy, which is not installed"


@cache
def _has_numpy() -> bool:
    return find_spec("numpy") is not None


def judge_of(box: AnyBox) -> Judge | None:
    """The net that judges this game with this content; None where none does."""
    if own_fault(box) == "":
        folder = box.pack.folder
        recipe = read_toml(folder / RECIPE, Recipe)
        return _own_judge(box.meta.name, folder, recipe, _stamp(folder / WEIGHTS))
    return _judge(box.meta.name) if net_fits(box) else None


@cache
def _judge(name: str) -> Judge:
    """One for every box with the built-in content: its tables do not change."""
    from ludus.core.net import Judge, Net  # They need NumPy, which is an extra.

    encoding = open_box(name).encoding
    assert encoding is not None
    return Judge(encoding(), Net.load(find_game(name).folder / WEIGHTS))


def _stamp(path: Path) -> tuple[int, int]:
    """When a file was written and how large it is."""
    try:
        found = path.stat()
    except OSError as error:
        raise BadContent(f"{path}: cannot be read: {error.strerror}", path) from error
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=NETS_KEPT)
def _own_judge(name: str, folder: Path, recipe: Recipe, stamp: tuple[int, int]) -> Judge:
    """The net of a pack, which may come from anywhere: nothing of it is believed."""
    from ludus.core.net import Judge
    from ludus.core.net_file import read_net

    path = folder / WEIGHTS
    if stamp[1] > MOST_WEIGHTS:
        raise BadContent(f"{path}: larger than {MOST_WEIGHTS} bytes", path)
    if digest(path) != recipe.weights:
        raise BadContent(f"{path}: other weights than those of its recipe", path)
    box = find_game(name).open(folder)
    assert box.encoding is not None
    encoding = box.encoding()
    shape = (recipe.width, recipe.sizes[0], recipe.sizes[-1])
    if shape != (encoding.width, encoding.width, encoding.outputs):
        raise BadContent(f"{path}: made for another encoding of positions", path)
    return Judge(encoding, read_net(path.read_bytes(), recipe.sizes, str(path)))
