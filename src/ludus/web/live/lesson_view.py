"""What a page shows of a lesson: only to whoever takes it, from what their seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ludus.core.clauses import ledger_of, title_of
from ludus.core.face import Choice
from ludus.core.lessons import (
    LEARNER,
    Lesson,
    Progress,
    asked_of,
    lessons_of,
    lit_by,
    sentence_of,
    waits,
)
from ludus.core.protocol import Seat
from ludus.core.registry import find_game
from ludus.web.live.lesson_model import LessonModel
from ludus.web.tables.live_table import LiveTable


def lesson_model(
    live: LiveTable, held: Sequence[Seat], choices: Sequence[Choice]
) -> LessonModel | None:
    """The lesson as its player sees it; nobody else does."""
    lesson, progress = live.lesson, live.data.lesson
    if lesson is None or progress is None or LEARNER not in held:
        return None
    if progress.over and any(
        move.seat == LEARNER for move in live.table.moves[progress.starts[-1] :]
    ):
        # The table goes on as a game, and its player has gone on with it.
        return None
    return _end(live, lesson, progress) if progress.over else _step(live, lesson, progress, choices)


def _step(
    live: LiveTable, lesson: Lesson, progress: Progress, choices: Sequence[Choice]
) -> LessonModel:
    words = live.box.face.words
    step = lesson.step[progress.step]
    title, text = _clause(live.head.game, step.why)
    resting = waits(lesson, progress, len(live.table.moves))
    first = progress.step == 0
    asked = asked_of(step, choices)
    return LessonModel(
        live.head.game,
        progress.lesson,
        lesson.title,
        LEARNER,
        progress.step + 1,
        len(lesson.step),
        step.title,
        sentence_of(words, step.say),
        lesson.theme if first else "",
        lesson.aim if first else "",
        sentence_of(words, step.row),
        step.press or _press(asked),
        tuple(choice.action.text for choice in asked),
        lit_by(step, choices) if resting else (),
        step.otherwise,
        step.why,
        title,
        text,
        not resting,
    )


def _press(asked: Sequence[Choice]) -> str:
    """What to do, where the step has no words for it."""
    if asked and not asked[0].places:
        return f"Press “{asked[0].label}”"
    return "Choose what is in the light" if asked else ""


def _end(live: LiveTable, lesson: Lesson, progress: Progress) -> LessonModel:
    after = _after(live.head.game, progress.lesson)
    return LessonModel(
        live.head.game,
        progress.lesson,
        lesson.title,
        LEARNER,
        len(lesson.step),
        len(lesson.step),
        lesson.success.title,
        sentence_of(live.box.face.words, lesson.success.say),
        over=True,
        seats=lesson.seats,
        goes_on=lesson.goes_on,
        next_name=after[0],
        next_title=after[1],
    )


def _after(game: str, name: str) -> tuple[str, str]:
    """The lesson after a lesson."""
    lessons = lessons_of(game)
    names = list(lessons)
    later = names[names.index(name) + 1 :]
    return (later[0], lessons[later[0]].title) if later else ("", "")


@cache
def _clause(game: str, id: str) -> tuple[str, str]:
    """The title and the words of a clause."""
    if not id:
        return "", ""
    ledger = ledger_of(find_game(game).folder)
    says = next((clause.says for clause in ledger.clause if clause.id == id), "")
    return title_of(game, ledger, id), says
