"""Workers on PostgreSQL behind nginx, beside one process on SQLite: they take turns under the same
load, and every acknowledged move is looked for in the store afterwards."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.load.games import Plan
from benchmarks.load.ledger import Ledger, compared
from benchmarks.load.players import Players, Tally
from benchmarks.load.report import P95, processor, quantile
from benchmarks.load.server import Openings, Server

RATIO: Final = 1.2
"""A worker may use so many times the processor time of the server on SQLite for a move."""
PAGE: Final = Path("docs/scale.md")
BEGIN: Final = "<!-- Written by `make load ARGS='--store ... --write'`. -->"
END: Final = "<!-- Until here. -->"


@dataclass(slots=True)
class Part:
    """One of the two servers, and what was measured of it."""

    words: str
    server: Server
    players: Players
    tally: Tally
    costs: list[float]
    """Milliseconds of processor time for an action, slice by slice."""
    used: dict[str, float]
    """Seconds of processor time in its slices, of the workers and of what is beside them."""
    seconds: float = 0.0
    ledger: Ledger | None = None


@dataclass(frozen=True, slots=True)
class CityResult:
    """Both, measured."""

    game: str
    plan: Plan
    workers: int
    parts: Sequence[Part]

    @property
    def ratio(self) -> float:
        """Of the workers' processor time for an action and the SQLite server's."""
        city, alone = (statistics.median(part.costs) for part in self.parts)
        return city / alone

    @property
    def misses(self) -> list[str]:
        city = self.parts[0]
        checks = [
            (quantile(city.tally.times, 0.95) < P95, f"p95 under {P95:.0f} ms"),
            (city.tally.unanswered == 0, "everything answered"),
            (city.tally.refused == 0, "nothing refused"),
            (self.ratio <= RATIO, f"at most {RATIO:g} times the processor time of SQLite"),
            *(
                (part.ledger is not None and part.ledger.good, f"nothing lost ({part.words})")
                for part in self.parts
            ),
        ]
        return [words for good, words in checks if not good]


async def measure_city(
    servers: Mapping[str, Server],
    game: str,
    plan: Plan,
    openings: Openings,
    slices: int,
    seconds: float,
    page_share: float,
) -> CityResult:
    """Let all servers have their slices in turn; the others idle meanwhile."""
    parts = []
    for words, server in servers.items():
        players = Players(server, plan.rate, page_share)
        await players.load_tables()
        await players.open_pages()
        await players.play(min(5.0, seconds))
        players.tally = Tally()
        used = dict.fromkeys(("workers", *server.beside, "players"), 0.0)
        parts.append(Part(words, server, players, players.tally, [], used))
    for number in range(slices):
        for part in parts:
            await _slice(part, seconds)
            print(f"  slice {number + 1}, {part.words}: {part.costs[-1]:.3f} ms", flush=True)
    for part in parts:
        given = {
            each.url: len(moves)
            for each, moves in zip(part.server.tables, openings, strict=True)
        }  # fmt: skip
        sent = {url: list(moves) for url, moves in part.players.sent.items()}
        await part.players.close()
        part.ledger = compared(sent, given, part.server.log)
    return CityResult(game, plan, len(parts[0].server.pids), parts)


async def _slice(part: Part, seconds: float) -> None:
    server = part.server
    before, shown, began = _usage(server), len(part.tally.times), time.perf_counter()
    await part.players.play(seconds)
    part.seconds += time.perf_counter() - began
    used = {name: now - before[name] for name, now in _usage(server).items()}
    for name, value in used.items():
        part.used[name] += value
    part.costs.append(used["workers"] * 1000 / max(1, len(part.tally.times) - shown))


def _usage(server: Server) -> dict[str, float]:
    beside = {name: read() for name, read in server.beside.items()}
    return {"workers": server.cpu, **beside, "players": time.process_time()}


def city_table(result: CityResult) -> str:
    """The figures, one column for each server."""
    rows = [("", *(part.words for part in result.parts))]
    rows.append(("---", *("---:" for _ in result.parts)))
    shown = [_figures(part) for part in result.parts]
    names = list(dict.fromkeys(name for figures in shown for name in figures))
    rows += [(name, *(figures.get(name, "") for figures in shown)) for name in names]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _figures(part: Part) -> dict[str, str]:
    tally, actions = part.tally, max(1, len(part.tally.times))
    figures = {"actions per second": f"{actions / part.seconds:.0f}"}
    for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99)):
        figures[name] = f"{quantile(tally.times, share):.0f} ms"
    figures["p95 of pages and history"] = f"{quantile(tally.page_times, 0.95):.0f} ms"
    figures["never answered, refused"] = f"{tally.unanswered}, {tally.refused}"
    ledger = part.ledger
    if ledger is not None:
        figures["acknowledged moves"] = str(ledger.acknowledged)
        figures["of these lost, or not in their place"] = str(ledger.lost)
        figures["moves in the log that nobody made, or twice"] = str(ledger.foreign)
    figures["CPU of workers for an action, median"] = f"{statistics.median(part.costs):.2f} ms"
    for name, value in part.used.items():
        figures[f"CPU of {name} for an action"] = f"{value * 1000 / actions:.2f} ms"
    return figures


TEXT: Final = """{begin}
{title}: {tables} tables with {streams} open pages, {rate:g} actions a second, {workers} workers
behind nginx; in turns of {slice:.0f} seconds with one process on SQLite under the same load,
{slices} of each. Times are from when an action was due until every page at its table showed it
([load.md](load.md)).

{rows}

A worker uses {ratio:.2f} times the processor time of the process on SQLite for an action; wanted is
at most {wanted:g}. {verdict} Machine: {machine}, which has the players, the workers, nginx and
PostgreSQL (with `fsync`) on it. Python {python}. Load of the machine by all processes at the end:
{others:.1f}.
{end}"""


def write_page(result: CityResult, title: str, seconds: float) -> None:
    """Put the figures into docs/scale.md."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    plan, missed = result.plan, result.misses
    block = TEXT.format(
        begin=BEGIN,
        title=title,
        tables=plan.tables,
        streams=plan.tables * plan.seats,
        rate=plan.rate,
        workers=result.workers,
        slice=seconds,
        slices=len(result.parts[0].costs),
        rows=city_table(result),
        ratio=result.ratio,
        wanted=RATIO,
        verdict=f"**Missed:** {'; '.join(missed)}." if missed else "All targets are met.",
        machine=processor(),
        python=platform.python_version(),
        others=os.getloadavg()[0],
        end=END,
    )
    PAGE.write_text(f"{before}{block}{after}", encoding="utf-8")
