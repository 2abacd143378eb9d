"""Lists and pages on a database with many tables and moves, against the same on a small one.

A few dozen real games are written by the store's own code and multiplied by the database, with
other ids, players and dates. Then a worker serves each of the two databases, and both are asked for
the same pages in turn.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psycopg
from benchmarks.load.games import Plan
from benchmarks.load.openings import finished, openings
from benchmarks.load.players import Connection
from benchmarks.load.report import processor
from benchmarks.load.server import OWN_SOURCE, Prepared, prepared, process
from tools.postgresql import QUICK, postgres

GAME: Final = "cambria"
MOST: Final = 1.5
"""A page may take so many times as long as on a small database."""
SAMPLES: Final = 40
"""Of each address on each database."""
PATTERNS: Final = 40
"""Games that are multiplied."""
FEW: Final = 600
"""Tables of the other database: lists are as long there, so pages are the same."""
ROOMY: Final = (*QUICK, "max_wal_size=8GB", "maintenance_work_mem=1GB")
"""So that filling does not take long; pages are only read."""
GUESTS: Final = 12
"""Tables on both databases whose players are asked for their pages."""
PAGE: Final = Path("docs/scale.md")
BEGIN: Final = "<!-- Written by `make load ARGS='--filled --write'`. -->"
END: Final = "<!-- Until here, too. -->"

PATTERN: Final = """
CREATE TEMP TABLE patterns AS
SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth, rows FROM tables WHERE game = '{game}';
CREATE TEMP TABLE copies AS
SELECT
    n, patterns.id AS pattern, patterns.rows AS length,
    'f' || lpad(to_hex(n), 11, '0') AS id,
    CASE WHEN n % 10 < 6 THEN 'over' WHEN n % 10 < 9 THEN 'playing' ELSE 'waiting' END AS stage,
    'visitor' || (n * 7919 % {people}) AS host, 'visitor' || (n * 104729 % {people}) AS guest,
    {now} - (n::BIGINT * 7907 % {tables}) * {step} AS changed
FROM generate_series(1::BIGINT, {tables}) AS n JOIN patterns ON patterns.nth = n % {patterns};
"""
FILL: Final = (
    "SET session_replication_role = replica",
    """INSERT INTO sessions (id, name, created, webhook, trouble)
    SELECT 'visitor' || n, 'Visitor ' || n, 1, '', '' FROM generate_series(0, {people} - 1) AS n""",
    """INSERT INTO tables
    SELECT
        copies.id, game, version, content, pack, options, copies.host, (n % 5 = 0)::INT, pace,
        at_zero, copies.changed, origin, 0, copies.changed, copies.stage,
        CASE copies.stage WHEN 'waiting' THEN 0 ELSE rows END,
        CASE copies.stage WHEN 'waiting' THEN 0 ELSE moves END,
        CASE copies.stage WHEN 'playing' THEN '[0]' ELSE '[]' END,
        '', CASE copies.stage WHEN 'over' THEN '[12,9]' ELSE '[]' END,
        CASE copies.stage WHEN 'over' THEN '[1,2]' ELSE '[]' END,
        NULL, desk, '',
        CASE copies.stage WHEN 'playing' THEN left(md5(copies.id), 18) || ' '
            || left(md5('b' || copies.id), 18) ELSE '' END,
        1, '', copies.changed
    FROM copies JOIN tables ON tables.id = copies.pattern""",
    """INSERT INTO seats
    SELECT copies.id, seat, CASE WHEN stage = 'waiting' AND seat = 1 THEN 'open' ELSE 'player' END,
        CASE seat WHEN 0 THEN host ELSE CASE stage WHEN 'waiting' THEN '' ELSE guest END END,
        CASE seat WHEN 0 THEN host ELSE CASE stage WHEN 'waiting' THEN '' ELSE guest END END, ''
    FROM copies CROSS JOIN generate_series(0, 1) AS seat""",
    """INSERT INTO own
    SELECT session, table_id, min(place), min(changed) FROM (
        SELECT host AS session, id AS table_id, changed,
            CASE stage WHEN 'over' THEN 2 WHEN 'playing' THEN 0 ELSE 1 END AS place FROM copies
        UNION ALL
        SELECT guest, id, changed, CASE stage WHEN 'over' THEN 2 ELSE 1 END FROM copies
        WHERE stage <> 'waiting'
    ) AS places GROUP BY session, table_id""",
    """INSERT INTO chat
    SELECT id, line, 'players', 0, host, 'Salve', changed, host
    FROM copies CROSS JOIN generate_series(1, 3) AS line WHERE stage <> 'waiting'""",
    # Sorted once instead of row by row.
    "ALTER TABLE log DROP CONSTRAINT log_pkey",
    """INSERT INTO log
    SELECT copies.id, number, kind, seat, act, at, gone
    FROM copies JOIN log ON log.table_id = copies.pattern
    WHERE stage = 'over' OR (stage = 'playing' AND number <= length / 2)""",
    "ALTER TABLE log ADD PRIMARY KEY (table_id, number)",
    "SET session_replication_role = origin",
)
"""With triggers off: what refers to what is right by the way it is made."""


@dataclass(frozen=True, slots=True)
class Found:
    """How long one kind of request took, in ms."""

    words: str
    few: float
    full: float

    @property
    def ratio(self) -> float:
        return self.full / self.few


TEXT: Final = """{tables:,} tables with {moves:,} moves, against a database with {few} tables, where
lists are as long; medians of {samples} requests to one worker on each, in turn, lists read anew
each time. Wanted is at most {most:g} times as long. {verdict} Machine: {machine}, busy with other
work.

{rows}"""


def fill(url: str, tables: int, patterns: int) -> int:
    """Multiply the tables of a database; how many moves it has then."""
    given = {
        "game": GAME, "tables": tables, "patterns": patterns, "people": max(10, tables // 5),
        "now": int(time.time() * 1000) - 60_000, "step": 200 * 86_400_000 // tables,
    }  # fmt: skip
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(PATTERN.format(**given).encode())
        for statement in FILL:
            began = time.perf_counter()
            db.execute(statement.format(**given).encode())
            print(f"  {time.perf_counter() - began:6.1f} s {statement[:40]!r}", flush=True)
        db.execute("DELETE FROM own WHERE table_id IN (SELECT id FROM patterns)")
        db.execute("VACUUM ANALYZE")
        row = db.execute("SELECT count(*) FROM log").fetchone()
        assert row is not None
        return int(row[0])


async def _timed(connection: Connection, address: str, who: str) -> float:
    began = time.perf_counter()
    status, body = await connection.send("GET", address, who)
    if status != 200:
        raise SystemExit(f"{address}: {status} {body[:200]!r}")
    return (time.perf_counter() - began) * 1000


async def measure(
    few: tuple[str, Sequence[Prepared]], full: tuple[str, Sequence[Prepared]]
) -> list[Found]:
    """Ask both in turn for everything."""
    times: dict[str, tuple[list[float], list[float]]] = {}
    for sample in range(SAMPLES + 1):
        for side, (where, tables) in enumerate((few, full)):
            host, _, port = where.partition(":")
            connection = Connection(host, int(port))
            table = tables[sample % len(tables)]
            who = f"Cookie: {table.cookies[0]}\r\n"
            for words, address, stranger in (
                ("lobby of a stranger", "/", True),
                ("lobby of a player", "/", False),
                ("open tables", "/api/tables?list=open", True),
                ("finished tables", "/api/tables?list=finished", True),
                ("page of a table", table.url, False),
                ("a past position", f"{table.url}/history/3", False),
                ("one's own name", "/me", False),
            ):
                # Something has changed, so lists are read anew.
                await connection.send("POST", f"{table.url}/chat", who, {"text": "Salve"})
                took = await _timed(connection, address, "" if stranger else who)
                if sample:
                    times.setdefault(words, ([], []))[side].append(took)
            await connection.close()
    return [
        Found(words, statistics.median(one), statistics.median(other))
        for words, (one, other) in times.items()
    ]


def run(tables: int, write: bool) -> int:
    """Fill, measure and tell; 1 if a page takes too long."""
    games, present = finished(GAME, 2, PATTERNS), openings(GAME, 2, GUESTS)
    with ExitStack() as stack:
        server = stack.enter_context(postgres(ROOMY))
        folder = stack.enter_context(TemporaryDirectory(prefix="ludus-load-"))
        sides, moves = [], 0
        for name, size in (("few", FEW), ("filled", tables)):
            with psycopg.connect(server.url(), autocommit=True) as db:
                db.execute(f"CREATE DATABASE {name}".encode())
            url = server.url(name)
            prepared(OWN_SOURCE, GAME, Plan(PATTERNS, 2, 0.0), games, folder, url)
            moves = fill(url, size, PATTERNS)
            looked_at = prepared(OWN_SOURCE, GAME, Plan(GUESTS, 2, 0.0), present, folder, url)
            began = time.perf_counter()
            _, address = stack.enter_context(process(OWN_SOURCE, folder, f"store={url}"))
            print(f"  a worker starts on {name} in {time.perf_counter() - began:.1f} s", flush=True)
            sides.append((address, looked_at))
        found = asyncio.run(measure(*sides))
    text = _text(found, tables, moves)
    print(text)
    if write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", "utf-8")
    return int(any(each.ratio > MOST for each in found))


def _text(found: Sequence[Found], tables: int, moves: int) -> str:
    rows = [
        f"| | {FEW} tables | {tables:,} tables | ratio |",
        "|---|---:|---:|---:|",
        *(
            f"| {each.words} | {each.few:.1f} ms | {each.full:.1f} ms | {each.ratio:.2f} |"
            for each in found
        ),
    ]
    late = [each.words for each in found if each.ratio > MOST]
    verdict = f"**Missed:** {', '.join(late)}." if late else "All are met."
    return TEXT.format(
        tables=tables,
        moves=moves,
        few=FEW,
        samples=SAMPLES,
        most=MOST,
        verdict=verdict,
        machine=processor(),
        rows="\n".join(rows),
    )
