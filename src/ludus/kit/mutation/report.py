"""What came of the mutants, as figures, as text and as a page of the docs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ludus.kit.mutation.plant import KINDS, Mutant
from ludus.kit.mutation.runner import KILLED, STORED_ONLY, SURVIVED, TIMED_OUT, Result
from ludus.kit.mutation.scope import Part, Scope

WANTED: Final[Mapping[Part, float]] = {"rules": 0.95, "face": 0.80}
"""The share that the tests should notice."""
MOST_EQUIVALENT: Final = 0.08
"""The share of all mutants that may be listed as equivalent."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one file, of one kind, or of all."""

    name: str
    planted: int
    killed: int
    timed_out: int
    stored_only: int
    survived: int

    @property
    def share(self) -> float:
        """What was noticed: a test that hangs notices too, a stored game does not count."""
        return (self.killed + self.timed_out) / self.planted if self.planted else 1.0


@dataclass(frozen=True, slots=True)
class Survivor:
    """A fault that no test noticed, or only stored games."""

    file: str
    line: int
    kind: str
    change: str
    source: str
    tests: int
    """How many tests run the line."""
    stored_only: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that the report says."""

    game: str
    title: str
    part: Part
    seed: int
    available: int
    """How many mutants there are, those listed as equivalent left out."""
    total: Tally
    files: tuple[Tally, ...]
    kinds: tuple[Tally, ...]
    survivors: tuple[Survivor, ...]
    equivalent: tuple[tuple[str, str, str], ...]
    """Where, what and why."""
    unknown: tuple[str, ...]
    """Entries of the list of equivalent mutants that fit none."""
    broken: tuple[str, ...]
    """Tests that fail without any fault, and were left out."""

    @property
    def met(self) -> bool:
        """Whether the target is met."""
        most = MOST_EQUIVALENT * (self.available + len(self.equivalent))
        return self.total.share >= WANTED[self.part] and len(self.equivalent) <= most


def summary_of(
    game: str,
    title: str,
    part: Part,
    seed: int,
    scope: Scope,
    mutants: Sequence[Mutant],
    results: Mapping[str, Result],
    broken: Sequence[str] = (),
) -> Summary:
    pairs = [(mutant, results[mutant.key]) for mutant in mutants if mutant.key in results]
    files = dict.fromkeys(mutant.file for mutant, _ in pairs)
    return Summary(
        game,
        title,
        part,
        seed,
        len(scope.mutants),
        _tally("all", [result for _, result in pairs]),
        tuple(_tally(file, [r for m, r in pairs if m.file == file]) for file in files),
        tuple(
            _tally(kind, [r for m, r in pairs if m.kind == kind])
            for kind in KINDS
            if any(mutant.kind == kind for mutant, _ in pairs)
        ),
        tuple(
            Survivor(
                mutant.file,
                mutant.line,
                mutant.kind,
                mutant.change,
                mutant.source,
                result.tests,
                result.status == STORED_ONLY,
            )
            for mutant, result in pairs
            if result.status in (SURVIVED, STORED_ONLY)
        ),
        tuple(
            (f"{mutant.file}: {mutant.source}", mutant.change, reason)
            for mutant, reason in scope.equivalent
        ),
        tuple(f"{each.file}: {each.source}: {each.change}" for each in scope.unknown),
        tuple(broken),
    )


def _tally(name: str, results: Iterable[Result]) -> Tally:
    found = [result.status for result in results]
    counts = [found.count(status) for status in (KILLED, TIMED_OUT, STORED_ONLY, SURVIVED)]
    return Tally(name, len(found), *counts)


# Text ---------------------------------------------------------------------------------------------


def as_text(summary: Summary) -> Iterator[str]:
    """The report for a terminal."""
    total = summary.total
    yield (
        f"{summary.title}, {summary.part}: {total.planted} of {summary.available} mutants planted, "
        f"{total.killed} killed, {total.timed_out} timed out, {total.survived} survived, "
        f"{total.stored_only} noticed by stored games only: {total.share:.1%}"
    )
    width = max(len(tally.name) for tally in (*summary.files, *summary.kinds, total))
    for tally in (*summary.files, *summary.kinds):
        yield f"  {tally.name:{width}} {tally.planted:6} planted {tally.share:7.1%}"
    for each in summary.survivors:
        what = "stored games only" if each.stored_only else "survived"
        yield f"{each.file}:{each.line}: {each.kind}: {each.change} ({what}; {each.tests} tests)"
        yield f"    {each.source}"
    yield from (f"no such mutant: {text}" for text in summary.unknown)
    yield from (f"fails without a fault, left out: {name}" for name in summary.broken)


# A page -------------------------------------------------------------------------------------------


def page(summary: Summary, command: str) -> str:
    """The report as a page of the docs."""
    return "\n".join(_page(summary, command)) + "\n"


def _page(summary: Summary, command: str) -> Iterator[str]:
    total = summary.total
    yield f"# Mutation report: {summary.title}, {summary.part}"
    yield ""
    yield f"<!-- Made by `{command}`. -->"
    yield ""
    yield (
        "One fault at a time was planted in a copy of the game, and the tests that run its line "
        "were run until one failed. What only golden games or perft counts notice is not counted "
        "as killed: the next change could store it. See [the kit](../kit.md#mutation)."
    )
    yield ""
    whole = "All" if total.planted == summary.available else f"A sample of {total.planted}"
    yield (
        f"{whole} of {summary.available} mutants, seed {summary.seed}: **{total.share:.1%}** "
        f"noticed, {WANTED[summary.part]:.0%} wanted. {len(summary.equivalent)} more are listed as "
        f"equivalent in `mutants.toml`."
    )
    for title, tallies in (("file", summary.files), ("kind", summary.kinds)):
        yield ""
        yield f"| {title} | planted | killed | timed out | stored games only | survived | noticed |"
        yield "|---|---|---|---|---|---|---|"
        yield from (_row(tally) for tally in (*tallies, total))
    if summary.survivors:
        yield from ("", "## Not noticed", "")
        yield "| where | what | line | tests that run it | |"
        yield "|---|---|---|---|---|"
        for each in summary.survivors:
            note = "stored games only" if each.stored_only else ""
            cells = (f"`{each.file}:{each.line}`", _cell(each.change), _cell(each.source))
            yield f"| {' | '.join(cells)} | {each.tests} | {note} |"
    if summary.equivalent:
        yield from ("", "## Equivalent", "", "| where | what | why |", "|---|---|---|")
        for where, change, reason in summary.equivalent:
            yield f"| {_cell(where)} | {_cell(change)} | {reason} |"
    if summary.broken:
        yield from ("", "## Left out", "", "These tests fail in a copy of the game's folder alone:")
        yield from ("", *(f"- `{name}`" for name in summary.broken))


def _row(tally: Tally) -> str:
    return (
        f"| {tally.name} | {tally.planted} | {tally.killed} | {tally.timed_out} "
        f"| {tally.stored_only} | {tally.survived} | {tally.share:.1%} |"
    )


def _cell(text: str) -> str:
    """Code in a table."""
    return f"`{text.replace('|', chr(92) + '|')}`"
