"""What a game is meant to reach: `bench.toml` in its folder, beside its rules."""

from __future__ import annotations

import msgspec

from ludus.core.content import read_toml
from ludus.core.registry import find_game


class Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`bench.toml`. Fields that are not set demand nothing."""

    seats: int = 0
    """How many play while it is measured; 0: as many as the game takes."""
    interpreted: float = 0.0
    """Random play, in decisions, as a multiple of Catanatron's."""
    compiled: float = 0.0
    """The same for the compiled build."""
    copy_us: float = 0.0
    """The longest that an interpreted copy may take, in microseconds."""
    afterstates: int = 0
    """Compiled, on one core: positions at the end of a turn with their features, per second;"""
    one_table: int = 0
    """choices through PettingZoo, Gymnasium and OpenSpiel, with observation and mask;"""
    many_tables: int = 0
    """and through `Vector`."""


def targets_of(game: str) -> Targets:
    path = find_game(game).folder / "bench.toml"
    return read_toml(path, Targets) if path.is_file() else Targets()
