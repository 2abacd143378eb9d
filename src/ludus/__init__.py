"""Ludus: five Roman board games by their full rules."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ludus.core.game import Box, Game
from ludus.core.registry import find_game, games
from ludus.core.table import AnyTable, Table

__version__ = "0.1.0"
__all__ = ["Box", "Game", "Table", "__version__", "find_game", "games", "new_table"]


def new_table(
    game: str,
    names: Sequence[str],
    *,
    options: Mapping[str, str] | None = None,
    pack: Path | str | None = None,
) -> AnyTable:
    """A new game for the players in `names`, by seat.

    `options` are those of the game (`ludus games GAME` lists them); the rest have their defaults.
    `pack` is the folder of a content pack of your own.
    """
    box = find_game(game).open(None if pack is None else Path(pack))
    return Table(box, names, options)
