"""Lessons as visitors use them: begin one or come back to it, go on, go back, skip a step."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ludus.core.errors import BadRequest
from ludus.core.lessons import (
    LEARNER,
    Lesson,
    LessonStep,
    Progress,
    asked_of,
    lessons_of,
    opening_moves,
    opening_table,
    waits,
)
from ludus.core.protocol import Seat
from ludus.store import SeatRow, Session, Store
from ludus.web.http.errors import NotFound, RequestError, Stale
from ludus.web.http.names import distinct
from ludus.web.live.hub import Hub
from ludus.web.live.lesson_model import LessonBegun
from ludus.web.tables import moves
from ludus.web.tables.create import TableRequest, offered, put_table
from ludus.web.tables.lesson_steps import own_choices, running
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.manager import TableManager
from ludus.web.tables.table_data import TableData

Turn: TypeAlias = Literal["next", "back", "skip"]


def find_lesson(game: str, name: str = "") -> tuple[str, Lesson]:
    """A lesson of a game; without a name, its first one."""
    lessons = lessons_of(game)
    if not lessons:
        raise NotFound(f"there is no lesson of {game[:40]!r} yet")
    chosen = name or next(iter(lessons))
    if chosen not in lessons:
        raise NotFound(f"there is no lesson {chosen[:40]!r} of {game[:40]!r}")
    return chosen, lessons[chosen]


async def begin_lesson(
    tables: TableManager, who: Session, game: str, name: str = "", again: bool = False
) -> Hub:
    """The visitor's table of a lesson: the one they left, or a new one."""
    box = offered(tables, game)
    name, lesson = find_lesson(game, name)
    known = "" if again else await tables.store.lesson_table(who.id, game, name)
    if known:
        hub = await tables.hub(known)
        if hub.live.in_lesson and who.id in (row.session for row in hub.live.seats):
            return hub
    seats = _seat_rows(who, lesson)
    table = opening_table(box, lesson, [row.name for row in seats])
    progress = Progress(name, lesson.digest, starts=[len(table.moves)])
    desk = msgspec.json.encode(TableData(lesson=progress, coach=lesson.goes_on)).decode()
    request = TableRequest(game, (), options=lesson.options, private=True)
    begun = opening_moves(lesson)
    hub = await put_table(tables, who, request, box, table, seats, begun, desk=desk)
    await tables.store.begin_lesson(who.id, game, name, hub.live.id)
    return hub


async def lessons_begun(store: Store, session: str, game: str) -> dict[str, LessonBegun]:
    """The lessons of a game that a visitor has begun, as they stand now."""
    found: dict[str, LessonBegun] = {}
    for name, lesson in lessons_of(game).items():
        known = await store.lesson_table(session, game, name)
        stored = await store.load(known) if known else None
        progress = stored and msgspec.json.decode(stored.head.desk, type=TableData).lesson
        # One whose file was changed begins anew.
        if progress and progress.digest == lesson.digest:
            steps = len(lesson.step)
            found[name] = LessonBegun(min(progress.step + 1, steps), steps, progress.over)
    return found


def _seat_rows(who: Session, lesson: Lesson) -> list[SeatRow]:
    rows = [SeatRow(LEARNER, "player", who.id, who.name)]
    for rival in lesson.rivals:
        name = distinct(rival, (row.name for row in rows))
        rows.append(SeatRow(len(rows), "bot", "", name, lesson.level))
    return rows


async def turn_page(live: LiveTable, session: str, seat: Seat, number: int, turn: Turn) -> None:
    """Go on from step `number` of the lesson, counted from 1, or back to the one before."""

    def work(step: Step) -> None:
        live.require_seat(session, seat)
        live.require_playing()
        found = running(live)
        if found is None or seat != LEARNER:
            raise RequestError("there is no lesson at this table, or it is over")
        lesson, progress = found
        if number != progress.step + 1:
            raise Stale(f"the lesson is at step {progress.step + 1} now")
        _TURNS[turn](live, step, lesson, progress)
        step.touched = True

    await live.step(work)


def _next(live: LiveTable, step: Step, lesson: Lesson, progress: Progress) -> None:
    if lesson.step[progress.step].asks:
        raise RequestError("this step asks for a move")
    progress.pressed = True


def _back(live: LiveTable, step: Step, lesson: Lesson, progress: Progress) -> None:
    """To the step before, or to the beginning of this one while the others move."""
    resting = waits(lesson, progress, len(live.table.moves))
    if resting and not progress.step:
        raise RequestError("this is the first step")
    if resting:
        progress.step -= 1
        progress.starts.pop()
    progress.pressed = False
    if len(live.table.moves) > progress.starts[-1]:
        moves.go_back(live, step, LEARNER, progress.starts[-1] + 1)


def _skip(live: LiveTable, step: Step, lesson: Lesson, progress: Progress) -> None:
    """The lesson makes the move itself."""
    if not waits(lesson, progress, len(live.table.moves)):
        raise RequestError("wait a moment: the others move first")
    here = lesson.step[progress.step]
    if here.asks:
        moves.play(live, step, LEARNER, _first_asked(live, here))
    else:
        progress.pressed = True


def _first_asked(live: LiveTable, here: LessonStep) -> str:
    asked = [choice.action.text for choice in asked_of(here, own_choices(live))]
    if not asked:
        raise BadRequest("the move that is asked for cannot be made; begin the lesson again")
    return next((text for text in here.ask if text in asked), asked[0])


_TURNS = {"next": _next, "back": _back, "skip": _skip}
