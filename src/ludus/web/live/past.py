"""What happened before a past position, and what the player decided whose move led to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludus.core.protocol import Seat
from ludus.web.live.models import Decided, LogLine
from ludus.web.tables.live_table import LiveTable

LATEST: Final = (30, 120)
"""So many moves mostly hold the last thing that happened, and the beginning of its turn."""


def latest(
    live: LiveTable, tell: Callable[[int, int], Sequence[LogLine]], start: int, end: int
) -> Sequence[LogLine]:
    """The end of what `tell` gives of the moves after `start` up to `end`.

    It holds all of move `end`, the last sentence, and the heading of its turn.
    """
    for moves in LATEST:
        if end - moves <= start:
            break
        begin = end - moves
        # A gesture is not cut in two.
        lines = tell(live.gesture_of(begin + 1).start - 1 if live.joined else begin, end)
        last = max((n for n, each in enumerate(lines) if each.line.sentence), default=-1)
        if any(each.line.heading for each in lines[: last + 1]):
            return lines
    return tell(start, end)


def decided_at(live: LiveTable, viewer: Seat, at: int) -> Decided | None:
    """What was chosen by move `at`, and from how many options; None where it is not to be known.

    In a game with secrets the options of others give away what they hold, until it is over.
    """
    if not 0 < at <= len(live.table.moves):
        return None
    move = live.table.moves[at - 1]
    secret = live.box.meta.secrets and move.seat != viewer and not live.over
    if move.seat < 0 or secret:
        return None
    rules, face = live.box.rules, live.box.face
    before = live.table.at(at - 1)
    decision = next((each for each in rules.decisions(before) if each.seat == move.seat), None)
    if decision is None:
        return None
    choices = face.choices(rules.view(before, move.seat), decision, live.names)
    label = next((each.label for each in choices if each.action.text == move.act), "")
    # A gesture has many choices in a row, and their numbers say nothing of it.
    count = len(choices) if len(live.gesture_of(at)) == 1 else 0
    return Decided(move.seat, live.names[move.seat], label, count)
