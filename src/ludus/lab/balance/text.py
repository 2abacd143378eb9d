"""The findings as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.lab.balance.findings import Counted, Findings, Mean, Section, clock_said

NAME_WIDTH = 34


def as_text(found: Findings) -> str:
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Findings) -> Iterator[str]:
    options = "".join(f", {key}={value}" for key, value in found.options.items())
    options += f", {clock_said(found)}" if found.clock else ""
    bots = "/".join(dict.fromkeys(found.bots))
    yield f"{found.title}: {found.games:,} games, {found.seats} seats, {bots}{options}"
    yield f"pack {found.pack} ({found.content}); an even share is {found.even:.1%}"
    for section in found.sections:
        yield ""
        yield from _section(section, found.even)
    yield ""
    yield f"{'decisions a game':{NAME_WIDTH}}{_mean(found.decisions)}"
    yield f"{'moves, with dice':{NAME_WIDTH}}{_mean(found.moves)}"
    yield f"{'options a decision':{NAME_WIDTH}}{_mean(found.options_each)}"
    yield f"{'lead changes':{NAME_WIDTH}}{_mean(found.lead_changes)}"
    if found.half_time is not None:
        yield f"{'leader at half-time wins':{NAME_WIDTH}}{found.half_time.share:8.1%}"
    yield from _counts("ended", found.endings)
    yield from _counts("decided by", found.decided)
    for part in found.parts:
        others = f"  others {part.others.mean:7.2f}" if part.others is not None else ""
        yield f"{part.name[:NAME_WIDTH]:{NAME_WIDTH}}winners {part.winners.mean:7.2f}{others}"
    for dead in found.dead:
        yield ""
        yield f"{dead.what} ({len(dead.names)} of {dead.of}):"
        yield from (f"  {name}" for name in dead.names)


def _section(section: Section, even: float) -> Iterator[str]:
    if section.counted:
        yield f"{section.title:{NAME_WIDTH}}{'a game':>8}{'games':>8}"
        for line in section.lines:
            yield f"{line.name[:NAME_WIDTH]:{NAME_WIDTH}}{line.per_game:8.2f}{line.seats:8,}"
        return
    head = f"{'seats':>8}{'a game':>8}{'wins':>8}  {'95 % interval':18}{'points':>8}"
    if any(line.reached for line in section.lines):
        head += "  of those who could"
    yield f"{section.title:{NAME_WIDTH}}{head}"
    for line in section.lines:
        wins = line.wins
        mark = " " if not wins.apart_from(even) else "+" if wins.share > even else "-"
        of = line.reached
        yield (
            f"{line.name[:NAME_WIDTH]:{NAME_WIDTH}}{line.seats:8,}{line.per_game:8.2f}"
            f"{wins.share:8.1%}{mark} {wins.low:6.1%} - {wins.high:6.1%} {line.points.mean:9.2f}"
            + (f"{of.share:8.1%} ({of.low:.1%} - {of.high:.1%})" if of else "")
        )


def _counts(what: str, rows: tuple[Counted, ...]) -> Iterator[str]:
    for row in rows:
        yield f"{what:{NAME_WIDTH}}{row.share:8.1%}  {row.name}"


def _mean(mean: Mean) -> str:
    return f"{mean.mean:8.2f}  {mean.low:.2f} - {mean.high:.2f}  ({mean.least} to {mean.most})"
