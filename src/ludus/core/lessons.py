"""Lessons: guided games on a real table, written as content in a game's folder `lessons/`.

A lesson is a fixed story. It names the moves before it begins, and for each step what the player is
asked to do and what bots and chance do afterwards, so no code belongs to a lesson. A move that is
legal but not asked for is not played: the position that the next words speak of stays as it is, and
no die is rolled that would have to be rolled again. `docs/lessons.md` says how to write one, and
`ludus.kit.lessons` checks them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.codec import fingerprint
from ludus.core.content import read_toml
from ludus.core.errors import BadContent
from ludus.core.face import Choice
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Seat
from ludus.core.record import Move
from ludus.core.registry import find_game, is_game
from ludus.core.table import AnyTable, Table
from ludus.core.text import TEXT, Bit, Sentence, Words, strong_bit

FOLDER: Final = "lessons"
LEARNER: Final[Seat] = 0
"""The seat of whoever takes the lesson."""
ZONES: Final = frozenset(
    {"prompt", "choices", "gesture", "supply", "tracks", "panels", "common", "tray"}
)
"""Parts of every table's page that a step may light besides places."""
_SEATS: Final[Mapping[str, Seat]] = {"chance": CHANCE, "clock": CLOCK}
_MARKS: Final = re.compile(r"\*\*(.+?)\*\*|\{#([\w-]+)(?::(\d+))?\}")


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: a few words, and at most one move of the player.

    Words may hold `**strong words**` and `{#icon}`, `{#icon:2}` for the form of its words that goes
    with a number.
    """

    title: str
    say: str
    """At most two sentences."""
    ask: tuple[str, ...] = ()
    """The moves that are asked for, as choice values; any of them will do."""
    at: tuple[str, ...] = ()
    """The same by place: every choice that is selected by one of these places."""
    light: tuple[str, ...] = ()
    """Ids of places, cards, meters, buttons or zones to light; by default where the asked moves
    are."""
    press: str = ""
    """What to do in a few words, such as `Click the glowing road`; a page has words of its own."""
    otherwise: str = ""
    """What to say after another legal move, which is not played."""
    why: str = ""
    """The clause behind it."""
    row: str = ""
    """A row of icons below the words, such as `{#builder} or {#soldier} → {#fort}`."""
    then: tuple[str, ...] = ()
    """What bots and chance do afterwards, in order: `1 roll`, `chance dice:5`."""

    @property
    def asks(self) -> bool:
        return bool(self.ask or self.at)


class Success(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a lesson."""

    title: str
    say: str


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file has it."""

    number: int
    """Its place among the game's lessons, from 1."""
    title: str
    theme: str
    """Who one is, in one sentence."""
    aim: str
    """What one tries to do, in one sentence."""
    success: Success
    step: tuple[LessonStep, ...]
    rivals: tuple[str, ...] = ()
    """The names of the bots, in the order of their seats from 1 on."""
    minutes: int = 5
    options: dict[str, str] = {}
    opening: tuple[str, ...] = ()
    """The moves before the first step: `0 roll`, `1 roll`, `chance dice:5`."""
    goes_on: bool = False
    """Whether the table goes on as a game against bots."""
    level: str = "easy"
    """The level of these bots."""

    @property
    def seats(self) -> int:
        return 1 + len(self.rivals)

    @property
    def digest(self) -> str:
        """Tells a lesson from a changed one: a table that was begun with the old one goes on
        without it."""
        return fingerprint(msgspec.to_builtins(self))


@cache
def lessons_in(folder: Path) -> Mapping[str, Lesson]:
    """The lessons of the game in a folder by the names of their files, in their order."""
    found = {path.stem: read_lesson(path) for path in sorted((folder / FOLDER).glob("*.toml"))}
    return dict(sorted(found.items(), key=lambda item: item[1].number))


def lessons_of(game: str) -> Mapping[str, Lesson]:
    """The lessons of a game by name; none for one that is not installed."""
    return lessons_in(find_game(game).folder) if is_game(game) else {}


def read_lesson(path: Path) -> Lesson:
    """A lesson from its file; errors name the file, and the step where it is one."""
    lesson = read_toml(path, Lesson)
    if not lesson.step:
        raise BadContent(f"{path}: a lesson needs at least one step")
    _moves(lesson.opening, lesson.seats, f"{path}, opening")
    for number, step in enumerate(lesson.step, 1):
        _moves(step.then, lesson.seats, f"{path}, step {number}")
    return lesson


def _moves(texts: Sequence[str], seats: int, where: str) -> tuple[Move, ...]:
    return tuple(_move(text, seats, where) for text in texts)


def _move(text: str, seats: int, where: str) -> Move:
    who, _, act = text.partition(" ")
    seat = _SEATS.get(who, int(who) if who.isdecimal() else seats)
    if not act or seat >= seats:
        raise BadContent(
            f"{where}: {text!r} is no move; it is who and what, as in '1 roll' or 'chance dice:5', "
            f"with a seat from 0 to {seats - 1}"
        )
    return Move(seat, act)


def sentence_of(words: Words, text: str) -> Sentence:
    """Words of a lesson with their icons and strong words."""
    bits: list[Bit] = []
    end = 0
    for found in _MARKS.finditer(text):
        if found.start() > end:
            bits.append(Bit(TEXT, text[end : found.start()]))
        end = found.end()
        strong, icon, count = found.groups()
        bits.append(strong_bit(strong) if strong else words.icon(icon, int(count or 1)))
    if end < len(text):
        bits.append(Bit(TEXT, text[end:]))
    return tuple(bits)


# Playing one --------------------------------------------------------------------------------------


class Progress(msgspec.Struct, omit_defaults=True):
    """How far a table is in its lesson. Kept with the table."""

    lesson: str
    """The name of its file."""
    digest: str
    step: int = 0
    """Counted from 0."""
    starts: list[int] = []
    """After how many moves each step began, up to the present one; at the end, when that was."""
    pressed: bool = False
    """Whether the player has read a step that asks for nothing."""
    furthest: int = 0
    """The furthest step that was reached."""
    over: bool = False


def opening_moves(lesson: Lesson) -> tuple[Move, ...]:
    return _moves(lesson.opening, lesson.seats, lesson.title)


def opening_table(box: AnyBox, lesson: Lesson, names: Sequence[str]) -> AnyTable:
    """The table as the lesson's first step finds it."""
    table: AnyTable = Table(box, names, lesson.options)
    for move in opening_moves(lesson):
        table.play(move.seat, move.act)
    return table


def asked_of(step: LessonStep, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that a step asks for."""
    wanted, places = set(step.ask), set(step.at)
    return [
        choice
        for choice in choices
        if choice.action.text in wanted or not places.isdisjoint(choice.places)
    ]


def lit_by(step: LessonStep, choices: Sequence[Choice]) -> tuple[str, ...]:
    """What a step lights: what it says, else where the asked moves are, else their buttons."""
    if step.light:
        return step.light
    found: dict[str, None] = {}
    for choice in asked_of(step, choices):
        # Of a choice with several places, the first one stands for it.
        found[choice.places[0] if choice.places else f"choice-{choice.action.text}"] = None
    return tuple(found)


def waits(lesson: Lesson, progress: Progress, made: int) -> bool:
    """Whether the present step waits for the player, after `made` moves."""
    if progress.over:
        return False
    step = lesson.step[progress.step]
    return made == progress.starts[-1] if step.asks else not progress.pressed


def due(lesson: Lesson, progress: Progress, made: int) -> Move | None:
    """The move of a bot or of chance that comes next; None while the player has to act."""
    if progress.over or waits(lesson, progress, made):
        return None
    step = lesson.step[progress.step]
    index = made - progress.starts[-1] - step.asks
    if index >= len(step.then):
        return None
    return _move(step.then[index], lesson.seats, lesson.title)


def advance(lesson: Lesson, progress: Progress, made: int) -> bool:
    """Go to the next step once this one is done; whether that reached a step for the first time.

    After the last step the lesson is over.
    """
    if progress.over or waits(lesson, progress, made) or due(lesson, progress, made) is not None:
        return False
    progress.step += 1
    progress.starts.append(made)
    progress.over = progress.step == len(lesson.step)
    progress.pressed = False
    new = progress.step > progress.furthest
    progress.furthest = max(progress.furthest, progress.step)
    return new
