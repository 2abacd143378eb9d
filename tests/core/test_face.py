"""The base class of faces: what a small game need not write itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.core.actions import ActionSpace
from ludus.core.face import BaseFace, Choice, Face, Line, Picture, Prompt, Scene, scenes_of
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Words, plain

NAMES = ("Anna", "Ben")
WORDS = Words(
    {
        "ahead.points": "{points} points, {lead} ahead of {second}",
        "reason.full": "The board is full.",
        "decided.points": "{winner} wins with {points} points.",
        "decided.shared": "{winner} share the win with {points} points.",
    },
    "words.toml",
)


class Small(BaseFace[int]):
    """A face with nothing but what it must have; a view is a number of points."""

    def scenes(
        self,
        view: int,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        labels = " ".join(choice.label for choice in choices)
        return [Scene("board", "Board", Picture((f"{labels} after {len(lately)}",)))]

    def prompt(self, view: int, decision: Decision, names: Sequence[str]) -> Prompt:
        return Prompt((), "small.1")

    def choices(self, view: int, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return [Choice(option, f"<{option.text}>") for option in decision.options]

    def tell(self, view: int, event: Event, names: Sequence[str]) -> Line | None:
        return None

    def text(self, view: int, names: Sequence[str]) -> str:
        return f"board {view}"


class Scored(Small):
    def score(self, view: int, seat: int) -> int:
        return view + seat


FACE: Face[int] = Small(WORDS)


def test_a_face_must_have_what_has_no_default() -> None:
    with pytest.raises(TypeError, match="abstract"):
        BaseFace(WORDS)  # type: ignore[abstract]  # that is what is shown


def test_panels_and_description_come_from_names_points_and_text() -> None:
    assert [(panel.name, panel.score, panel.mark) for panel in FACE.panels(7, NAMES)] == [
        ("Anna", 0, 0),
        ("Ben", 0, 1),
    ]
    assert Scored(WORDS).describe(7, NAMES) == "Anna: 7 points\nBen: 8 points\nboard 7"
    assert FACE.why_not(7, None, "road-1", NAMES) is None


def test_the_verdict_names_one_winner_or_several() -> None:
    won = FACE.verdict(Outcome((3, 5), (2, 1), "full"), NAMES)
    assert plain(won) == "The board is full. Ben wins with 5 points."
    shared = FACE.verdict(Outcome((4, 4), (1, 1), "full"), NAMES)
    assert plain(shared) == "The board is full. Anna, Ben share the win with 4 points."


def test_pictures_get_the_choices_of_the_decision() -> None:
    decision = Decision(0, "go", ActionSpace({"go": 2}).all)
    event = Event("move", {})
    (scene,) = scenes_of(FACE, 7, decision, NAMES, [event])
    assert scene.svg == "<go:0> <go:1> after 1"
    (scene,) = scenes_of(FACE, 7, None, NAMES)
    assert scene.svg == " after 0"


@pytest.mark.parametrize(
    ("scores", "ranks", "decided", "said"),
    [
        ((9, 4), (1, 2), "points", "9 points, five ahead of Ben"),
        ((4, 19), (2, 1), "points", "19 points, 15 ahead of Anna"),
        ((4, 4), (1, 2), "points", ""),
        ((4, 9), (1, 2), "points", ""),
        ((9, 9), (1, 1), "points", ""),
        ((9, 4), (1, 2), "survival", ""),
    ],
    ids=["a lead", "a large one", "none", "behind", "several winners", "decided otherwise"],
)
def test_the_lead_is_told_where_it_decided(
    scores: tuple[int, int], ranks: tuple[int, int], decided: str, said: str
) -> None:
    assert plain(FACE.ahead(Outcome(scores, ranks, "full", decided), NAMES)) == said


def test_a_player_alone_leads_nobody() -> None:
    assert FACE.ahead(Outcome((9,), (1,), "full"), NAMES[:1]) == ()
