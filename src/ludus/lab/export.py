"""Results exported for other tools: CSV or Parquet, one row per game and seat, in order."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.errors import BadRequest
from ludus.core.extras import require
from ludus.core.files import replacing
from ludus.lab.results_file import ResultsFile
from ludus.lab.rows import WHOLE

Cell: TypeAlias = int | float | str
COLUMNS: Final = (
    "game",
    "seat",
    "bot",
    "entrant",
    "win",
    "rank",
    "score",
    "decisions",
    "moves",
    "reason",
    "decided_by",
)
BATCH: Final = 8192
"""How many rows are in memory at once."""


def check_table(path: Path) -> None:
    """An error for a kind of table that cannot be written, before any work is done for it."""
    if path.suffix not in WRITERS:
        raise BadRequest(f"{path}: a table ends in {' or '.join(WRITERS)}, not in {path.suffix!r}")
    if path.suffix == ".parquet":
        require(f"{path}", "lab", "pyarrow")


def write_table(path: Path, results: ResultsFile) -> None:
    """All games of a results file as a table."""
    check_table(path)
    with replacing(path) as beside:
        WRITERS[path.suffix](beside, results)


def cells(results: ResultsFile) -> Iterator[tuple[Cell, ...]]:
    """The rows of the table: games by number, seats from 1."""
    bots = results.header.bots
    for row in results.rows():
        for seat, entrant in enumerate(row.entrants):
            yield (
                row.game,
                seat + 1,
                bots[entrant],
                entrant + 1,
                row.shares[seat] / WHOLE,
                row.ranks[seat],
                row.scores[seat],
                row.decisions,
                row.moves,
                row.reason,
                row.decided_by,
            )


def _csv(path: Path, results: ResultsFile) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(cells(results))


def _parquet(path: Path, results: ResultsFile) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = {"bot": pyarrow.string(), "reason": pyarrow.string(), "decided_by": pyarrow.string()}
    kinds["win"] = pyarrow.float64()
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in COLUMNS])
    rows = cells(results)
    with parquet.ParquetWriter(path, schema) as writer:
        while batch := list(islice(rows, BATCH)):
            columns = list(zip(*batch, strict=True))
            writer.write_table(pyarrow.table(columns, schema=schema))


WRITERS: Final[dict[str, Callable[[Path, ResultsFile], None]]] = {
    ".csv": _csv,
    ".parquet": _parquet,
}
