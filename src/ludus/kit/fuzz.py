"""Fuzzing: many random games from a seed; a game that fails is saved as a record.

The games are played in batches, each from the seed and its number alone: the result does not depend
on how many processes share the work. Nothing is kept of a game that went well but counts.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import lcm
from pathlib import Path
from typing import TypeAlias

from ludus.core.chance import SeededRng
from ludus.core.game import Box
from ludus.core.protocol import S, V
from ludus.core.record import Record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.kit.audit import LIGHT, Audit
from ludus.kit.broken import Broken
from ludus.kit.leak import Effort, LeakTest
from ludus.kit.policies import POLICIES, Seen
from ludus.kit.random_play import BOUND
from ludus.kit.tables import Setting, every_pair

BATCH = 20
LEAK_EVERY = 10
"""One game in this many is played as a leak test."""
LEAK_EFFORT = Effort(siblings=8, resamples=8)
MOST_FAILURES = 25
"""After this many failures fuzzing stops."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many games are done, and how many failed."""
RunBatches: TypeAlias = Callable[
    [Callable[[int], "FuzzReport"], Iterable[int]], Iterator["FuzzReport"]
]
"""Maps a function over the numbers of the batches, in any order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. Made of names and numbers only, so that another process can read it."""

    game: str
    games: int
    seed: int = 0
    seats: tuple[int, ...] = ()
    """Empty: all seat counts."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options held fixed; of the others every two values meet at every seat count."""
    out: Path | None = None
    """Where failing games are saved."""
    bound: int = BOUND
    pack: Path | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that failed: which one, why, and where it was saved."""

    number: int
    setting: str
    policy: str
    error: str
    record: Path | None


@dataclass(slots=True)
class FuzzReport:
    """What was played and what was found."""

    games: int = 0
    moves: int = 0
    seen: Seen = field(default_factory=Seen)
    unseen: tuple[str, ...] = ()
    """Verbs that were never played: what random play does not reach needs tests of its own."""
    failures: list[Failure] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures

    def add(self, other: FuzzReport) -> None:
        self.games += other.games
        self.moves += other.moves
        self.seen.add(other.seen)
        self.failures += other.failures
        self.failures.sort(key=lambda failure: failure.number)

    def summary(self) -> str:
        """A few lines for people."""
        seen = self.seen
        lines = [
            f"{self.games} games, {self.moves} moves: {len(self.failures)} failed",
            f"seen: {len(seen.verbs)} verbs, {len(seen.prompts)} prompts, "
            f"{len(seen.events)} kinds of event, {len(seen.reasons)} endings",
        ]
        if self.unseen:
            lines.append(f"never played: {', '.join(self.unseen)}")
        for failure in self.failures:
            saved = f", saved as {failure.record}" if failure.record else ""
            lines.append(f"game {failure.number} ({failure.setting}, {failure.policy}){saved}:")
            lines.append(f"  {failure.error.strip().splitlines()[0]}")
        return "\n".join(lines)


def fuzz(plan: Plan, run: RunBatches = map, progress: Progress | None = None) -> FuzzReport:
    """Play the plan's games, batch by batch; a worker pool's `run` plays several at once."""
    batches = range(-(-plan.games // BATCH))
    report = FuzzReport()
    for part in run(partial(run_batch, plan), batches):
        report.add(part)
        if progress is not None:
            progress(report.games, len(report.failures))
        if len(report.failures) >= MOST_FAILURES:
            break
    verbs = open_box(plan.game, plan.pack).rules.actions.verbs
    report.unseen = tuple(verb for verb in verbs if verb not in report.seen.verbs)
    return report


def run_batch(plan: Plan, batch: int) -> FuzzReport:
    """One batch, with nothing needed but names and numbers."""
    return fuzz_box(open_box(plan.game, plan.pack), plan, batch)


def fuzz_box(box: Box[S, V], plan: Plan, batch: int = 0) -> FuzzReport:
    """One batch of the plan's games with an opened game."""
    tables = every_pair(box.meta, plan.seats or None, plan.options)
    policies = tuple(POLICIES)
    # After so many games the same tables would have their leak tests again: others have them then.
    cycle = lcm(len(tables), LEAK_EVERY)
    report = FuzzReport()
    for number in range(batch * BATCH, min((batch + 1) * BATCH, plan.games)):
        lap, place = divmod(number, len(tables))
        leaks = (number + number // cycle) % LEAK_EVERY == LEAK_EVERY - 1
        policy = "leak test" if leaks else policies[(place + lap) % len(policies)]
        _one_game(box, plan, number, tables[place], policy, report)
    return report


def _one_game(
    box: Box[S, V], plan: Plan, number: int, setting: Setting, policy: str, report: FuzzReport
) -> None:
    rng = SeededRng(f"fuzz {plan.seed} {number}")
    table: Table[S, V] | None = None
    try:
        if policy in POLICIES:
            audit = Audit(box, setting, rng, LIGHT, seen=report.seen)
            table = audit.table
            audit.run(plan.bound, POLICIES[policy])
        else:
            leak = LeakTest(box, setting, rng, LEAK_EFFORT)
            table = leak.table
            leak.run(plan.bound)
    except Exception as error:
        record = table.record if table is not None else None
        _failed(plan, number, setting, policy, _told(error), record, report)
    report.games += 1
    report.moves += len(table.moves) if table is not None else 0


def _failed(
    plan: Plan,
    number: int,
    setting: Setting,
    policy: str,
    error: str,
    record: Record | None,
    report: FuzzReport,
) -> None:
    saved: Path | None = None
    if plan.out is not None:
        plan.out.mkdir(parents=True, exist_ok=True)
        path = plan.out / f"{plan.game}-{plan.seed}-{number}.jsonl"
        note = f"game {number} of seed {plan.seed}, {setting}, {policy}\n\n{error}\n"
        path.with_suffix(".txt").write_text(note, encoding="utf-8")
        if record is not None:
            path.write_text(record.dump(), encoding="utf-8")
            saved = path
    report.failures.append(Failure(number, str(setting), policy, error, saved))


def _told(error: Exception) -> str:
    """An error with its message at the head, where a summary looks for it, and its traceback."""
    trace = "".join(traceback.format_exception(error))
    head = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    return f"{head}\n\n{trace}"
