"""A lesson at a live table: which moves it takes, what it plays itself, and when it goes on.

These functions are called within a step of the table; `lessons.py` has what visitors can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.core.face import Choice
from ludus.core.lessons import (
    LEARNER,
    Lesson,
    Progress,
    advance,
    asked_of,
    due,
    lessons_of,
    waits,
)
from ludus.core.protocol import CHANCE, CLOCK, Seat
from ludus.core.record import Move
from ludus.web.http.errors import RequestError

if TYPE_CHECKING:
    from ludus.web.tables.live_table import LiveTable, Step


def lesson_of(game: str, progress: Progress | None) -> Lesson | None:
    """The lesson of a table; none once its file has changed, so that the table goes on as a
    game."""
    if progress is None:
        return None
    lesson = lessons_of(game).get(progress.lesson)
    return lesson if lesson is not None and lesson.digest == progress.digest else None


def running(live: LiveTable) -> tuple[Lesson, Progress] | None:
    """The lesson that decides what happens here: until its end, and while its player is there."""
    lesson, progress = live.lesson, live.data.lesson
    if lesson is None or progress is None or progress.over or not live.playing:
        return None
    return (lesson, progress) if live.seats[LEARNER].kind == "player" else None


def scripted(live: LiveTable) -> Move | None:
    """The move of a bot, of chance or of the clock that the lesson wants next."""
    found = running(live)
    return due(*found, len(live.table.moves)) if found else None


def own_choices(live: LiveTable) -> tuple[Choice, ...]:
    """What whoever takes the lesson can choose now."""
    decision = live.decision(LEARNER)
    if decision is None:
        return ()
    return tuple(live.box.face.choices(live.table.view(LEARNER), decision, live.names))


def require_asked(live: LiveTable, seat: Seat, action: str) -> None:
    """In a lesson, only a move that is asked for is played; about others it says something."""
    found = running(live)
    if found is None or seat != LEARNER:
        return
    lesson, progress = found
    step = lesson.step[progress.step]
    if not waits(lesson, progress, len(live.table.moves)):
        raise RequestError("wait a moment: the others move first")
    if not step.asks:
        raise RequestError("read this first, then press Next")
    choices = own_choices(live)
    offered = {choice.action.text for choice in choices}
    asked = {choice.action.text for choice in asked_of(step, choices)}
    if action in offered and action not in asked:
        raise RequestError(step.otherwise or "that is not what this step is about")


def play_scripted(live: LiveTable, now: int) -> None:
    """Play what the lesson does by itself: dice, and time that runs out, which no timer counts
    here. Bots move in their own time.
    """
    while (move := scripted(live)) is not None and move.seat in (CHANCE, CLOCK, LEARNER):
        live.table.play(move.seat, move.act, now)


def follow(live: LiveTable, step: Step) -> bool:
    """Go to the next step once this one is done. True if the lesson and its table end with it."""
    found = running(live)
    if found is None:
        return False
    lesson, progress = found
    if advance(lesson, progress, len(live.table.moves)):
        step.reached.append((live.head.game, progress.lesson, progress.step))
    return progress.over and not lesson.goes_on
