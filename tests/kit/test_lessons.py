"""Every lesson of every game is played through, and a broken lesson is found out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ludus.core.errors import BadContent
from ludus.core.game import AnyGame
from ludus.core.lessons import (
    Lesson,
    LessonStep,
    Progress,
    advance,
    due,
    lessons_in,
    opening_table,
    read_lesson,
    sentence_of,
    waits,
)
from ludus.core.registry import find_game, games
from ludus.core.text import plain
from ludus.games import PUBLISHED
from ludus.kit.lessons import check_lesson, check_lessons

WITH_LESSONS = [name for name, game in games().items() if lessons_in(game.folder)]


def cambria() -> tuple[AnyGame, str, Lesson]:
    game = find_game("cambria")
    name, lesson = next(iter(lessons_in(game.folder).items()))
    return game, name, lesson


@pytest.mark.parametrize("name", WITH_LESSONS)
def test_every_lesson_can_be_played_to_its_end(name: str) -> None:
    game = find_game(name)
    reports = check_lessons(game.open(), game.folder)
    assert [fault for report in reports for fault in report.faults] == []
    assert all(report.ways >= 1 for report in reports)


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_game_has_a_first_lesson_and_one_that_goes_on(name: str) -> None:
    first, second, *others = lessons_in(find_game(name).folder).values()
    assert not first.goes_on and 8 <= len(first.step) <= 12
    # A success at its end: the last own move is not the last word.
    assert first.success.say
    assert second.goes_on and second.level == "easy"
    # What a step speaks of can be looked up.
    assert all(step.why for lesson in (first, second, *others) for step in lesson.step)


def test_special_lessons_speak_of_their_rules() -> None:
    """By game and lesson, headings of rules that must come up."""
    wanted = {
        ("conqueror", "the-clock"): {"bribe", "threat"},
        ("para_bellum", "complete-a-legion"): {"place", "spend", "morale"},
        ("hadrians_wall", "a-whole-year"): {"scout", "citizen", "favour"},
        ("hadrians_wall", "hold-the-wall"): {"attack"},
    }
    for (game, key), headings in wanted.items():
        steps = lessons_in(find_game(game).folder)[key].step
        assert headings <= {step.why.split(".")[1] for step in steps}


def test_agricola_teaches_on_its_short_scenario() -> None:
    for lesson in lessons_in(find_game("agricola").folder).values():
        assert lesson.options["scenario"] == "short"


def replaced(lesson: Lesson, number: int, **given: object) -> Lesson:
    """The lesson with another step."""
    steps = list(lesson.step)
    steps[number - 1] = msgspec.structs.replace(steps[number - 1], **given)
    return msgspec.structs.replace(lesson, step=tuple(steps))


MUTATIONS: dict[str, tuple[Callable[[Lesson], Lesson], str]] = {
    "a move that is not on offer": (
        lambda lesson: replaced(lesson, 4, ask=("place:0",)),
        "step 4: 'place:0' is not on offer",
    ),
    "a place where nothing can be chosen": (
        lambda lesson: replaced(lesson, 4, ask=(), at=("fort-9",)),
        "step 4: nothing can be chosen at 'fort-9'",
    ),
    "a place that is not on the page": (
        lambda lesson: replaced(lesson, 2, light=("road-99",)),
        "step 2: there is no place 'road-99' on the page",
    ),
    "an unknown clause": (
        lambda lesson: replaced(lesson, 1, why="cambria.place.999"),
        "step 1: there is no clause 'cambria.place.999'",
    ),
    "nothing to say after another move": (
        lambda lesson: replaced(lesson, 3, otherwise=""),
        "step 3: other moves are legal too",
    ),
    "too many words": (
        lambda lesson: replaced(lesson, 1, say="A warrior. " * 3),
        "step 1: say has 3 sentences: at most 2",
    ),
    "words that are too long": (
        lambda lesson: replaced(lesson, 1, say="a" * 300),
        "step 1: say has 300 letters: at most 210",
    ),
    "an unknown icon": (
        lambda lesson: replaced(lesson, 1, say="A {#chariot}."),
        "step 1: say: ",
    ),
    "a bot's move that is not legal": (
        lambda lesson: replaced(lesson, 1, then=("1 place:3",)),
        "step 1: then: 'place:3' is not on offer",
    ),
    "dice that are not rolled": (
        lambda lesson: replaced(lesson, 3, then=()),
        "step 3: chance has to act at its end",
    ),
    "dice that are forgotten in between": (
        lambda lesson: replaced(lesson, 1, then=("1 roll", "1 place:13")),
        "step 1: chance has to act before 'place:13'",
    ),
    "a move asked of somebody who has none": (
        lambda lesson: replaced(lesson, 1, then=()),
        "step 3: a move is asked for, but the player has nothing to choose",
    ),
    "an opening that is not legal": (
        lambda lesson: msgspec.structs.replace(lesson, opening=("0 roll",)),
        "opening: ",
    ),
    "an opening that ends with a roll": (
        lambda lesson: msgspec.structs.replace(lesson, opening=lesson.opening[:-1]),
        "opening: it ends where chance has to act",
    ),
    "a first lesson that is too short": (
        lambda lesson: msgspec.structs.replace(lesson, step=lesson.step[:4]),
        "a first lesson has 8 to 12 steps, not 4",
    ),
    "no move at all": (
        lambda lesson: msgspec.structs.replace(
            lesson, step=tuple(LessonStep(str(n), "Read.") for n in range(8))
        ),
        "the player is never asked for a move",
    ),
}


@pytest.mark.parametrize("kind", MUTATIONS)
def test_a_broken_lesson_is_found_out(kind: str) -> None:
    game, name, lesson = cambria()
    change, words = MUTATIONS[kind]
    report = check_lesson(game.open(), game.folder, name, change(lesson))
    assert any(words in fault for fault in report.faults), report.faults
    assert all(f"cambria/lessons/{name}.toml" in fault for fault in report.faults)


def test_asking_for_several_moves_is_played_along_each_of_them() -> None:
    game = find_game("hadrians_wall")
    name, lesson = next(iter(lessons_in(game.folder).items()))
    assert check_lesson(game.open(), game.folder, name, lesson).ways == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "`number` is missing"),
        ("nubmer = 1\n", "nubmer"),
        ('HEAD\nopening = ["4 roll"]\nSTEP', "opening: '4 roll' is no move"),
        ('HEAD\nopening = ["roll"]\nSTEP', "opening: 'roll' is no move"),
        ('HEAD\nSTEP\nthen = ["somebody roll"]', "step 1: 'somebody roll' is no move"),
        ("HEAD\nSTEP\nlights = []", "lights"),
        ("HEAD\nstep = []", "at least one step"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(
    tmp_path: Path, text: str, words: str
) -> None:
    head = 'number = 1\ntitle = "T"\ntheme = "T."\naim = "A."\nsuccess = {title = "S", say = "S."}'
    path = tmp_path / "odd.toml"
    path.write_text(
        text.replace("HEAD", head).replace("STEP", '[[step]]\ntitle = "T"\nsay = "S."'),
        encoding="utf-8",
    )
    with pytest.raises(BadContent) as caught:
        read_lesson(path)
    assert "odd.toml" in str(caught.value)
    assert words in str(caught.value)


def test_words_may_hold_icons_and_strong_words() -> None:
    words = find_game("hadrians_wall").open().face.words
    said = sentence_of(words, "Pay **one** {#builder} or {#soldier:2}.")
    assert [bit.kind for bit in said] == ["text", "strong", "text", "icon", "text", "icon", "text"]
    assert plain(said) == "Pay one Builder or Soldiers."


def test_a_lesson_goes_on_step_by_step() -> None:
    game, name, lesson = cambria()
    table = opening_table(game.open(), lesson, ("You", "Marcus", "Flavia"))
    made = len(table.moves)
    progress = Progress(name, lesson.digest, starts=[made])
    assert waits(lesson, progress, made)
    assert due(lesson, progress, made) is None
    assert not advance(lesson, progress, made)
    # The player has moved: bots and dice come, one after the other.
    move = due(lesson, progress, made + 1)
    assert move is not None and (move.seat, move.act) == (1, "roll")
    assert due(lesson, progress, made + 7) is None
    assert advance(lesson, progress, made + 7)
    # The second step asks for nothing: it waits until it was read.
    assert progress.step == 1
    assert not advance(lesson, progress, made + 7)
    progress.pressed = True
    assert advance(lesson, progress, made + 7)
    assert (progress.step, progress.starts, progress.pressed) == (2, [made] + [made + 7] * 2, False)
