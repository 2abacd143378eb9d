"""Whether a game's encoding tells what a seat knows, all of it and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from ludus.core.chance import SeededRng
from ludus.core.encoding import AnyEncoding
from ludus.core.game import AnyBox
from ludus.core.net import rows_of
from ludus.core.table import AnyTable, Table
from ludus.kit.random_play import random_play
from ludus.kit.tables import settings

LARGEST: Final = 16.0
"""No feature is larger: a net learns from numbers about as large as 1."""
EVERY: Final = 5
"""Of this many positions one is looked at, by all seats."""


def encoding_faults(box: AnyBox, seats: int, games: int, seed: int, bound: int) -> Iterator[str]:
    """Plays random games with changing options; yields what is wrong."""
    if box.encoding is None:
        yield "encode.py is there, but the box has no encoding"
        return
    encoding = box.encoding()
    known: dict[bytes, object] = {}
    for setting in settings(box.meta, games, (seats,)):
        table: AnyTable = Table(box, setting.names, box.options(seats, setting.options))
        rng = SeededRng(f"encoding {seed} {setting}")
        for number, decisions in enumerate(random_play(table, setting, rng, bound=bound)):
            if decisions and number % EVERY == 0:
                for viewer in range(seats):
                    yield from _position(box, encoding, table, viewer, known)


def _position(
    box: AnyBox, encoding: AnyEncoding, table: AnyTable, viewer: int, known: dict[bytes, object]
) -> Iterator[str]:
    rules = box.rules
    view = rules.view(table.state, viewer)
    where = f"after move {len(table.moves)}, for seat {viewer}"
    row = encoding.pack(table.state, viewer)
    if row[0] != viewer:
        yield f"{where}: a row does not begin with its viewer"
    if encoding.pack(rules.resample(view, SeededRng(len(table.moves))), viewer) != row:
        yield f"{where}: a row tells what the view does not"
    features = encoding.features(rows_of(encoding, [(table.state, viewer)]))[0]
    if features.shape != (encoding.width,) or features.dtype != np.float32:
        yield f"{where}: the features are not {encoding.width} numbers of single precision"
    if not np.abs(features).max() <= LARGEST:
        yield f"{where}: a feature is larger than {LARGEST}"
    seen = encoding.seen(view)
    before = known.setdefault(features.tobytes(), seen)
    if before != seen:
        yield f"{where}: two views that differ give the same features"
