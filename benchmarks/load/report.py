"""What was measured, in words and tables."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ludus.core.registry import open_box

P95, P99 = 100.0, 250.0
ATTACKED_P95, ATTACKED_P99 = 150.0, 1000.0
"""In ms, alone and during an attack."""
STREAM_KIB = 64.0
PARTS = 24
"""How many kinds of parts are listed."""
GROWTH = 1.10
"""The most that memory may have grown, from a third of the run to its end."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game, measured."""

    game: str
    tables: int
    streams: int
    rate: float
    """Actions per second that were shown."""
    seconds: float
    p50: float
    p95: float
    p99: float
    worst: float
    page_p95: float
    late: int
    unanswered: int
    refused: int
    dropped: int
    finished: int
    per_action: float
    """Milliseconds of the server's processor time per action: the median over short windows."""
    cpu: float
    """Per cent of one core that the server used."""
    players_cpu: float
    """The same for the load test itself."""
    kilobytes: float
    """Sent on all streams per action."""
    per_stream: float
    """KiB of the server's memory per open stream."""
    early: float
    end: float
    """MiB of the server's memory after a third of the run and at its end."""
    files: int = 0
    """The most open files, connections among them."""
    attack: str = ""
    """What those who attacked meanwhile were answered, if anybody did."""
    own_core: bool = False
    """Whether they had a core that neither the server nor its players use."""

    @property
    def misses(self) -> list[str]:
        """The targets that were missed."""
        p95, p99 = (ATTACKED_P95, ATTACKED_P99) if self.attack else (P95, P99)
        checks = [
            (self.p95 < p95, f"p95 under {p95:.0f} ms"),
            (self.p99 < p99, f"p99 under {p99:.0f} ms"),
            (self.late == 0, "nothing late"),
            (self.unanswered == 0, "everything answered"),
            (self.refused == 0, "nothing refused"),
            (self.per_stream < STREAM_KIB, f"under {STREAM_KIB:.0f} KiB per stream"),
            (self.end <= self.early * GROWTH, "no growth of memory"),
        ]
        return [words for good, words in checks if not good]


COLUMNS: Final = (
    ("tables", "tables", "{:d}"),
    ("open streams", "streams", "{:d}"),
    ("actions per second", "rate", "{:.0f}"),
    ("median", "p50", "{:.0f} ms"),
    ("p95", "p95", "{:.0f} ms"),
    ("p99", "p99", "{:.0f} ms"),
    ("slowest", "worst", "{:.0f} ms"),
    ("later than 1 s", "late", "{:d}"),
    ("never answered", "unanswered", "{:d}"),
    ("refused", "refused", "{:d}"),
    ("p95 of pages and history", "page_p95", "{:.0f} ms"),
    ("server CPU per action, median", "per_action", "{:.2f} ms"),
    ("server, of one core", "cpu", "{:.0f} %"),
    ("load test, of one core", "players_cpu", "{:.0f} %"),
    ("sent per action", "kilobytes", "{:.1f} KB"),
    ("memory per open stream", "per_stream", "{:.1f} KiB"),
    ("memory after a third of the run", "early", "{:.0f} MiB"),
    ("memory at the end", "end", "{:.0f} MiB"),
    ("most open files", "files", "{:d}"),
    ("games finished and started again", "finished", "{:d}"),
)

PAGE = """# How much one process carries

Written by `make load ARGS='--write'`, which runs `benchmarks/load`. For each game it starts a
server, writes tables in all phases of the game into the server's store, opens a live page for every
player, and lets them act at a steady rate by posting random choices that their pages offer.
For every action there are {share:g} requests for a whole table page or for a past position, half
and half.

Actions are due at fixed times, whether or not earlier ones have been answered, each at a table
drawn at random. Times are from when an action was due until every page at its table was sent the
new position: they hold waiting for a busy table, the check of the move, the write to disk (each
move is synced before it is acknowledged), the drawing of all pages and the way to them. Server and
players share the machine.

{rows}

Measured for {seconds:.0f} seconds per game. Targets for every game: p95 under {p95:.0f} ms, p99
under {p99:.0f} ms, nothing late, unanswered or refused, under {stream:.0f} KiB per stream, memory
at the end at most {growth:.2f} times that after a third of the run. {verdict}

Machine: {machine}. Python {python}, SQLite on the local disk. Load of the machine by all processes
at the end: {others:.1f}.
"""


BEGIN = "<!-- Written by `make load ARGS='--attack --write'`. -->"
END = "<!-- Until here. -->"
ATTACKED = """{begin}
## During an attack

200 connections from 20 addresses attack meanwhile, from a process that is bound to {core}, while
the server has its usual limits: with requests that cost most, as fast as they are answered, heads
without an end, heads and bodies a letter at a time, streams that nobody reads, and connections that
ask for nothing.

{rows}

What those who attacked got: {answers}.

Measured for {seconds:.0f} seconds. Targets: p95 under {p95:.0f} ms, p99 under {p99:.0f} ms, the
rest as above. {verdict}

Machine: {machine}. Python {python}. Load of the machine by all processes at the end: {others:.1f}.
{end}
"""


def table(results: Sequence[Result]) -> str:
    """The figures, one column per game."""
    titles = [open_box(result.game).meta.title for result in results]
    lines = [f"| | {' | '.join(titles)} |", f"|---{'|---:' * len(titles)}|"]
    for words, name, shape in COLUMNS:
        cells = (shape.format(getattr(result, name)) for result in results)
        lines.append(f"| {words} | {' | '.join(cells)} |")
    return "\n".join(lines)


def page(before: str, results: Sequence[Result], share: float) -> str:
    """The page `docs/load.md`; its part about attacks stays as it was before."""
    made = PAGE.format(
        share=share,
        rows=table(results),
        seconds=statistics.fmean(result.seconds for result in results),
        p95=P95,
        p99=P99,
        stream=STREAM_KIB,
        growth=GROWTH,
        verdict=_verdict(results),
        machine=processor(),
        python=platform.python_version(),
        others=os.getloadavg()[0],
    )
    _, begin, rest = before.partition(BEGIN)
    return f"{made}\n{begin}{rest}" if begin else made


def attacked_page(before: str, results: Sequence[Result]) -> str:
    """The page with another part about attacks."""
    above, _, rest = before.partition(BEGIN)
    below = rest.partition(f"{END}\n")[2]
    block = ATTACKED.format(
        begin=BEGIN,
        rows=table(results),
        core=_core(results),
        answers="; ".join(result.attack for result in results),
        seconds=statistics.fmean(result.seconds for result in results),
        p95=ATTACKED_P95,
        p99=ATTACKED_P99,
        verdict=_verdict(results),
        machine=processor(),
        python=platform.python_version(),
        others=os.getloadavg()[0],
        end=END,
    )
    return f"{above.rstrip()}\n\n{block}{below}"


def _core(results: Sequence[Result]) -> str:
    if all(result.own_core for result in results):
        return "a core that neither the server nor the players use"
    return "one core"


def _verdict(results: Sequence[Result]) -> str:
    missed = [
        f"{open_box(result.game).meta.title}: {words}"
        for result in results
        for words in result.misses
    ]
    return f"**Missed:** {'; '.join(missed)}." if missed else "All are met."


def comparison(game: str, ours: Sequence[float], theirs: Sequence[float]) -> str:
    """CPU per action of two checkouts, slice by slice, and the ratio of their medians."""
    lines = [f"{game}: CPU per action in ms, by slice"]
    for words, values in (("this", ours), ("against", theirs)):
        shown = "  ".join(f"{value:6.3f}" for value in values)
        lines.append(f"  {words:8}{shown}   median {statistics.median(values):.3f}")
    ratio = statistics.median(ours) / statistics.median(theirs)
    lines.append(f"  ratio of medians: {ratio:.3f}")
    return "\n".join(lines)


def part_sizes(sizes: Mapping[str, int], actions: int) -> str:
    """What the parts of all pages took per action, the largest first."""
    largest = sorted(sizes.items(), key=lambda each: -each[1])[:PARTS]
    lines = [f"{size / max(1, actions):8.0f} bytes per action in {key}" for key, size in largest]
    return "\n".join(lines)


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def quantile(times: Sequence[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
