"""The whole benchmark: which workloads run, the targets, and the table of results."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import ludus
from ludus.lab.bench.cores import speed_up
from ludus.lab.bench.memory import growth_apart
from ludus.lab.bench.rounds import Entry, Times, run_rounds
from ludus.lab.bench.targets import Targets, targets_of

PEERS = (
    "catanatron",
    "backgammon",
    "catanatron-copy",
    "backgammon-copy",
)
LAB_GAME = "cambria"
"""The lab is measured with the smallest game, where its overhead shows most."""
WRAPPER_LIMIT = 3.0
"""What PettingZoo may cost, as a multiple of the engine that shows views."""
CORES_GAMES, CORES_TARGET = 12_000, 1.8
MEMORY_GAMES = 1000
MEMORY_LIMIT_KIB = 1024
"""What the allocator may keep for itself; a leak of a few bytes a move would be far more."""

LEARNING = (
    ("afterstates", "afterstates with features"),
    ("vector", "choices at 256 tables (Vector)"),
    ("pettingzoo", "choices through PettingZoo"),
    ("gymnasium", "choices through Gymnasium"),
    ("openspiel", "choices through OpenSpiel"),
)
"""What learners need, by the name of the workload."""

MET, MISSED, OPEN = "met", "MISSED", ""


@dataclass(frozen=True, slots=True)
class Line:
    """One figure, its target, and whether it was met."""

    what: str
    figure: str
    against: str = ""
    target: str = ""
    verdict: str = OPEN


@dataclass(frozen=True, slots=True)
class Results:
    machine: Mapping[str, str]
    lines: Sequence[Line]

    @property
    def missed(self) -> list[Line]:
        return [line for line in self.lines if line.verdict == MISSED]


def entries_for(games: Sequence[str], compiled: Path | None) -> list[Entry]:
    """All workloads: the peers, and each game on each build."""
    source = Path(ludus.__file__).resolve().parents[1]
    entries = [Entry(name, name, source) for name in PEERS]
    for game in games:
        entries.append(Entry(f"{game}", f"random:{game}", source))
        entries.append(Entry(f"{game} copy", f"copy:{game}", source))
        if compiled is not None:
            entries.append(Entry(f"{game} compiled", f"random:{game}", compiled, True))
            entries.append(Entry(f"{game} copy compiled", f"copy:{game}", compiled, True))
    entries.append(Entry("seen", f"seen:{LAB_GAME}", source))
    entries.append(Entry("pettingzoo", f"pettingzoo:{LAB_GAME}", source))
    entries.append(Entry("search", f"search:{LAB_GAME}", source))
    if compiled is not None:
        entries.append(Entry("search compiled", f"search:{LAB_GAME}", compiled, True))
    return entries


def measure(
    games: Sequence[str],
    compiled: Path | None,
    rounds: int,
    seconds: float,
    progress: Callable[[int], None],
) -> Results:
    """Run all workloads, then measure the memory of a simulation of each game."""
    entries = entries_for(games, compiled)
    times = run_rounds(entries, rounds, seconds, progress)
    source = Path(ludus.__file__).resolve().parents[1]
    lines = [*peer_lines(times)]
    for number, game in enumerate(games, 1):
        lines += game_lines(game, targets_of(game), times)
        lines.append(memory_line(game, growth_apart(game, MEMORY_GAMES, source)))
        progress(len(entries) * rounds + number)
    lines += lab_lines(times)
    lines.append(cores_line(speed_up(LAB_GAME, CORES_GAMES, source)))
    return Results(machine(), lines)


def learner_entries(games: Sequence[str], path: Path, compiled: bool) -> list[Entry]:
    """What those who teach a machine wait for."""
    return [
        Entry(f"{game} {kind}", f"{kind}:{game}", path, compiled)
        for game in games
        for kind, _ in LEARNING
    ]


def measure_learners(
    games: Sequence[str],
    compiled: Path | None,
    rounds: int,
    seconds: float,
    progress: Callable[[int], None],
) -> Results:
    """Afterstates and environments of all games, on the compiled build if there is one."""
    path = compiled or Path(ludus.__file__).resolve().parents[1]
    entries = learner_entries(games, path, compiled is not None)
    times = run_rounds(entries, rounds, seconds, progress)
    lines = []
    for game in games:
        targets = targets_of(game)
        for kind, what in LEARNING:
            rate = times[f"{game} {kind}"].rate
            wanted = targets.one_table
            if kind in ("afterstates", "vector"):
                wanted = targets.afterstates if kind == "afterstates" else targets.many_tables
            lines.append(
                Line(
                    f"{game}, {what}",
                    f"{rate:,.0f}/s",
                    target=f">= {wanted:,}/s" if wanted else "",
                    verdict=_verdict(rate >= wanted) if wanted else OPEN,
                )
            )
    build = "compiled" if compiled is not None else "interpreted"
    return Results({**machine(), "build": build}, lines)


def lab_lines(times: Mapping[str, Times]) -> list[Line]:
    """Search on both builds, and what PettingZoo's interface costs.

    The search has no peer here: others play a game out at random in each simulation, ours judges
    positions, so simulations of the two are different work.
    """
    slow = times["search"]
    lines = [Line(f"{LAB_GAME}, search", _simulations(slow), "1x")]
    if "search compiled" in times:
        fast = times["search compiled"]
        against = f"{fast.against(slow):.1f}x"
        lines.append(Line(f"{LAB_GAME}, search compiled", _simulations(fast), against))
    cost = times["seen"].against(times["pettingzoo"])
    lines.append(Line(f"{LAB_GAME}, random play with views", _rate(times["seen"])))
    lines.append(
        Line(
            f"{LAB_GAME}, the same through PettingZoo",
            _rate(times["pettingzoo"]),
            f"costs {cost:.1f}x",
            f"<= {WRAPPER_LIMIT:g}x",
            _verdict(cost <= WRAPPER_LIMIT),
        )
    )
    return lines


def cores_line(ratio: float) -> Line:
    return Line(
        f"{LAB_GAME}, simulate on two cores",
        f"{ratio:.2f}x one",
        target=f">= {CORES_TARGET:g}x",
        verdict=_verdict(ratio >= CORES_TARGET),
    )


def peer_lines(times: Mapping[str, Times]) -> list[Line]:
    return [
        Line("catanatron, 4 random players", _rate(times["catanatron"]), "1x"),
        Line(
            "OpenSpiel backgammon from Python",
            _rate(times["backgammon"]),
            f"{times['backgammon'].against(times['catanatron']):.1f}x",
        ),
        Line("catanatron, copy", _micro(times["catanatron-copy"])),
        Line("OpenSpiel backgammon, copy", _micro(times["backgammon-copy"])),
    ]


def game_lines(game: str, targets: Targets, times: Mapping[str, Times]) -> list[Line]:
    peer = times["catanatron"]
    lines = [_ratio_line(f"{game}, random play", times[game], peer, targets.interpreted)]
    if f"{game} compiled" in times:
        fast = times[f"{game} compiled"]
        lines.append(_ratio_line(f"{game}, compiled", fast, peer, targets.compiled))
    copy = times[f"{game} copy"]
    limit = targets.copy_us
    lines.append(
        Line(
            f"{game}, copy",
            _micro(copy),
            target=f"<= {limit:g} us" if limit else "",
            verdict=_verdict(copy.microseconds <= limit) if limit else OPEN,
        )
    )
    if f"{game} copy compiled" in times:
        lines.append(Line(f"{game}, copy compiled", _micro(times[f"{game} copy compiled"])))
    return lines


def memory_line(game: str, grown: int) -> Line:
    kib = grown / 1024
    return Line(
        f"{game}, memory over {MEMORY_GAMES:,} games",
        f"{kib:+,.0f} KiB",
        target=f"<= {MEMORY_LIMIT_KIB:,} KiB",
        verdict=_verdict(kib <= MEMORY_LIMIT_KIB),
    )


def machine() -> dict[str, str]:
    """What it was measured on, without naming the machine."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return {
        "processor": model,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "ludus": ludus.__version__,
    }


def _ratio_line(what: str, mine: Times, peer: Times, target: float) -> Line:
    ratio = mine.against(peer)
    return Line(
        what,
        _rate(mine),
        f"{ratio:.1f}x",
        f">= {target:g}x" if target else "",
        _verdict(ratio >= target) if target else OPEN,
    )


def _verdict(held: bool) -> str:
    return MET if held else MISSED


def _rate(times: Times) -> str:
    return f"{times.rate:,.0f} decisions/s"


def _simulations(times: Times) -> str:
    return f"{times.rate:,.0f} simulations/s"


def _micro(times: Times) -> str:
    return f"{times.microseconds:,.2f} us"
