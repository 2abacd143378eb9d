"""Checks lessons by playing them: every asked move is on offer, every place and clause exists, the
words fit, and the end is reached on every way through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.clauses import Ledger, group_of, ledger_of
from ludus.core.errors import LudusError
from ludus.core.face import Choice
from ludus.core.game import AnyBox
from ludus.core.lessons import (
    LEARNER,
    ZONES,
    Lesson,
    LessonStep,
    Progress,
    advance,
    asked_of,
    due,
    lessons_in,
    lit_by,
    opening_table,
    sentence_of,
    waits,
)
from ludus.core.protocol import CHANCE
from ludus.core.table import AnyTable
from ludus.core.text import plain

FIRST_STEPS: Final = range(8, 13)
"""How many steps the first lesson of a game has: five minutes."""
MOST_STEPS: Final = 30
MOST_WAYS: Final = 200
"""Ways through a lesson that are played: so many steps may leave a choice, and no more."""
LETTERS: Final = {"title": 36, "say": 210, "otherwise": 150, "press": 40, "theme": 120, "aim": 120}
SENTENCES: Final = {"say": 2, "otherwise": 2, "theme": 1, "aim": 1}
_ID: Final = re.compile(r'\sid="([^"]+)"')
_END: Final = re.compile(r"[.!?](?=\s|$)")


@dataclass(slots=True)
class LessonReport:
    """What is wrong with a lesson, and how long it is."""

    name: str
    title: str
    steps: int
    moves: int = 0
    """How many moves the player makes."""
    ways: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, where: str, what: str) -> None:
        line = f"{where}: {what}"
        if line not in self.faults:
            self.faults.append(line)


def check_lessons(box: AnyBox, folder: Path) -> list[LessonReport]:
    """All lessons of the game in a folder, played."""
    lessons = lessons_in(folder)
    reports = [check_lesson(box, folder, name, lesson) for name, lesson in lessons.items()]
    numbers = [lesson.number for lesson in lessons.values()]
    if reports and numbers != list(range(1, len(numbers) + 1)):
        reports[0].fault(f"{folder.name}/lessons", f"the numbers are {numbers}, not 1, 2, 3, ...")
    return reports


def check_lesson(box: AnyBox, folder: Path, name: str, lesson: Lesson) -> LessonReport:
    report = LessonReport(name, lesson.title, len(lesson.step))
    where = f"{folder.name}/lessons/{name}.toml"
    for part, what in _word_faults(box, lesson):
        report.fault(f"{where}{part}", what)
    if lesson.number == 1 and len(lesson.step) not in FIRST_STEPS:
        report.fault(where, f"a first lesson has 8 to 12 steps, not {len(lesson.step)}")
    elif len(lesson.step) > MOST_STEPS:
        report.fault(where, f"{len(lesson.step)} steps are too many: at most {MOST_STEPS}")
    report.moves = sum(step.asks for step in lesson.step)
    if not report.moves:
        report.fault(where, "the player is never asked for a move")
    ledger = ledger_of(folder)
    for number, step in enumerate(lesson.step, 1):
        if step.why:
            _check_clause(report, f"{where}, step {number}", box.meta.name, ledger, step.why)
    try:
        table = opening_table(box, lesson, ("You", *lesson.rivals))
    except LudusError as error:
        report.fault(f"{where}, opening", str(error))
        return report
    progress = Progress(name, lesson.digest, starts=[len(table.moves)])
    if table.decision(CHANCE) is not None:
        report.fault(f"{where}, opening", "it ends where chance has to act: add what chance does")
        return report
    _play(report, where, lesson, table, progress)
    return report


# Words --------------------------------------------------------------------------------------------


def _word_faults(box: AnyBox, lesson: Lesson) -> Iterator[tuple[str, str]]:
    head = {"title": lesson.title, "theme": lesson.theme, "aim": lesson.aim}
    yield from (("", what) for what in _too_long(box, head))
    end = {"title": lesson.success.title, "say": lesson.success.say}
    yield from ((", success", what) for what in _too_long(box, end))
    for number, step in enumerate(lesson.step, 1):
        texts = {
            "title": step.title,
            "say": step.say,
            "otherwise": step.otherwise,
            "press": step.press,
            "row": step.row,
        }
        yield from ((f", step {number}", what) for what in _too_long(box, texts))
        if not step.say:
            yield f", step {number}", "it says nothing"


def _too_long(box: AnyBox, texts: Mapping[str, str]) -> Iterator[str]:
    for key, text in texts.items():
        try:
            said = plain(sentence_of(box.face.words, text))
        except LudusError as error:
            yield f"{key}: {error}"
            continue
        most = LETTERS.get(key, max(LETTERS.values()))
        if len(said) > most:
            yield f"{key} has {len(said)} letters: at most {most}"
        count = len(_END.findall(said))
        if count > SENTENCES.get(key, count):
            yield f"{key} has {count} sentences: at most {SENTENCES[key]}"


def _check_clause(report: LessonReport, where: str, game: str, ledger: Ledger, clause: str) -> None:
    if all(each.id != clause for each in ledger.clause):
        report.fault(where, f"there is no clause {clause!r}")
        return
    group = group_of(game, clause)
    parts = group.split(".")
    if not any(".".join(parts[:count]) in ledger.titles for count in range(1, len(parts) + 1)):
        report.fault(where, f"the clause {clause!r} has no title that players can read")


# Playing ------------------------------------------------------------------------------------------


def _play(
    report: LessonReport, where: str, lesson: Lesson, table: AnyTable, progress: Progress
) -> None:
    """Play on from a step, along every asked move."""
    if progress.over:
        report.ways += 1
        if lesson.goes_on and table.over:
            report.fault(where, "it goes on as a game, but the game is over at its end")
        return
    if report.ways >= MOST_WAYS:
        report.fault(where, f"there are more than {MOST_WAYS} ways through: ask for fewer moves")
        return
    here = f"{where}, step {progress.step + 1}"
    step = lesson.step[progress.step]
    face, names = table.box.face, table.names
    view, decision = table.view(LEARNER), table.decision(LEARNER)
    choices = () if decision is None else tuple(face.choices(view, decision, names))
    _check_places(report, here, step, table, choices)
    if not step.asks:
        _follow(report, where, lesson, table, progress, pressed=True)
        return
    if decision is None:
        report.fault(here, "a move is asked for, but the player has nothing to choose")
        return
    asked = _asked(report, here, step, choices)
    if len(asked) < len(choices) and not step.otherwise:
        report.fault(here, "other moves are legal too: `otherwise` must say something of them")
    for choice in asked:
        way = table.fork()
        steps = msgspec.structs.replace(progress, starts=progress.starts[:])
        way.play(LEARNER, choice.action)
        _follow(report, where, lesson, way, steps)


def _asked(
    report: LessonReport, here: str, step: LessonStep, choices: Sequence[Choice]
) -> list[Choice]:
    offered = [choice.action.text for choice in choices]
    for text in step.ask:
        if text not in offered:
            report.fault(here, f"{text!r} is not on offer; there is {', '.join(offered)}")
    taken = {place for choice in choices for place in choice.places}
    for place in step.at:
        if place not in taken:
            report.fault(here, f"nothing can be chosen at {place!r}; there is {sorted(taken)}")
    return asked_of(step, choices)


def _follow(
    report: LessonReport,
    where: str,
    lesson: Lesson,
    table: AnyTable,
    progress: Progress,
    pressed: bool = False,
) -> None:
    """Play what bots and chance do after a step, then the next step."""
    here = f"{where}, step {progress.step + 1}"
    progress.pressed = pressed
    while (move := due(lesson, progress, len(table.moves))) is not None:
        if table.decision(CHANCE) is not None and move.seat != CHANCE:
            report.fault(here, f"chance has to act before {move.act!r}: add what it does to `then`")
            return
        try:
            table.play(move.seat, move.act)
        except LudusError as error:
            report.fault(here, f"then: {error}")
            return
    rest = table.decision(CHANCE)
    if rest is not None:
        offered = ", ".join(option.text for option in rest.options[:8])
        report.fault(here, f"chance has to act at its end: add what it does, such as {offered}")
        return
    if not waits(lesson, progress, len(table.moves)):
        advance(lesson, progress, len(table.moves))
    _play(report, where, lesson, table, progress)


# Places -------------------------------------------------------------------------------------------


def _check_places(
    report: LessonReport,
    here: str,
    step: LessonStep,
    table: AnyTable,
    choices: Sequence[Choice],
) -> None:
    wanted = lit_by(step, choices)
    if not wanted:
        return
    known = places_of(table, choices)
    for place in wanted:
        if place not in known:
            report.fault(here, f"there is no place {place!r} on the page at this step")


def places_of(table: AnyTable, choices: Sequence[Choice]) -> set[str]:
    """The ids of everything on the learner's page that a step may light."""
    face, names = table.box.face, table.names
    view, decision = table.view(LEARNER), table.decision(LEARNER)
    found = set(ZONES)
    for scene in face.scenes(view, decision, choices, names, ()):
        if not scene.away:
            found.update(_ID.findall(scene.svg))
    board = face.dashboard(view, decision, choices, names)
    for card in board.cards:
        found.update(card.places or (f"card-{card.key}",))
    found.update(f"meter-{meter.key}" for meter in (*board.supply, *board.tracks))
    found.update(f"tray-{tray.key}" for tray in board.trays)
    found.update(f"choice-{choice.action.text}" for choice in choices)
    return found
