"""Faces and words: missing, dead and misplaced ones are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.kit.toys import BidState, BidView, bids
from tests.kit.toys.bids import ROUNDS
from tests.kit.toys.common import ToyFace, said, toy_box, toy_game

from ludus.core.face import Choice, Line, Panel, Picture, Piece, Prompt, Scene
from ludus.core.game import Game
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Sentence, Words
from ludus.kit import suite
from ludus.kit.broken import Broken
from ludus.kit.faces import check_faces
from ludus.kit.words import read_source, word_faults

WORDS = {
    "prompt.bid.text": "Bid.",
    "prompt.bid.clause": "toy.1",
    "prompt.lot.text": "Lots are drawn.",
    "prompt.lot.clause": "toy.1",
    "event.sealed": "A bid is in.",
    "event.own": "You bid.",
    "event.bids": "All bids are shown.",
    "event.won": "Somebody won.",
    "event.won.twice": "Somebody won again.",
    "event.flood": "Water.",
    "action.bid": "Bid",
    "action.lot": "Lot",
    "option.rounds.label": "Rounds",
    "option.rounds.2": "Two",
    "option.rounds.3": "Three",
    "reason.rounds": "All rounds are over.",
    "decided.points": "Points.",
    "decided.tie": "A tie.",
    "panel.purse": "In the purse",
}
SOURCE = '''
"""A remark that mentions dead and forgotten things: 'remark'."""
KEYS = ("twice", "panel.purse")
def flood(emit): emit(Event("flood", {}))
def ask(wet): return Decision(0, "bid" if wet else "lot", ())
'''
CLAUSE = '[[clause]]\nid = "toy.1"\nwhere = "x"\nsays = "y"\ncheck = "z"\n'


def wordy(
    folder: Path, words: Mapping[str, str], source: str = SOURCE, clause: str = "toy.1"
) -> Game[BidState, BidView]:
    """The sealed bids with words of their own."""
    option = ROUNDS if clause == ROUNDS.clause else type(ROUNDS)("rounds", ("2", "3"), "2", clause)
    box = toy_box("bids", bids().rules, (2, 3), options=(option,))
    game = toy_game(folder / "bids", box, ToyFace(Words(dict(words), "words.toml")))
    (game.folder / "clauses.toml").write_text(CLAUSE)
    (game.folder / "rules.py").write_text(source)
    (game.folder / "tests").mkdir()
    (game.folder / "tests" / "test_x.py").write_text('X = ("only_in_tests", Event("storm"))\n')
    return game


def test_complete_words_pass(tmp_path: Path) -> None:
    game = wordy(tmp_path, WORDS)
    assert word_faults(game, games=12) == []
    suite.words(game, games=12)()


@pytest.mark.parametrize(
    "key", [key for key in WORDS if not key.startswith(("event.won.", "panel"))]
)
def test_missing_words_are_found(tmp_path: Path, key: str) -> None:
    words = {name: text for name, text in WORDS.items() if name != key}
    if key == "event.won":
        del words["event.won.twice"]
    assert f"no words for {key!r}" in word_faults(wordy(tmp_path, words), games=12)


@pytest.mark.parametrize(
    "key",
    [
        "prompt.pray.text",
        "prompt.bid.shout",
        "event.remark",
        "event.storm",
        "event.won.thrice",
        "action.pray",
        "action.bid.thrice",
        "option.rounds.4",
        "option.colour.label",
        "reason.rain",
        "decided.luck",
        "part.only_in_tests",
        "panel.forgotten",
    ],
)
def test_dead_words_are_found(tmp_path: Path, key: str) -> None:
    (fault,) = word_faults(wordy(tmp_path, {**WORDS, key: "?"}), games=12)
    assert fault.startswith("dead words: ")
    assert repr(key) in fault


def test_words_made_from_numbers_are_alive(tmp_path: Path) -> None:
    assert word_faults(wordy(tmp_path, {**WORDS, "face.6": "VI"}), games=12) == []


def test_silent_events_need_no_words(tmp_path: Path) -> None:
    words = {key: text for key, text in WORDS.items() if key != "event.flood"}
    assert word_faults(wordy(tmp_path, words), games=12, silent=["flood"]) == []


def test_prompts_and_options_name_clauses(tmp_path: Path) -> None:
    words = {**WORDS, "prompt.bid.clause": "toy.7"}
    game = wordy(tmp_path, words, clause="toy.8")
    assert word_faults(game, games=12) == [
        "'prompt.bid.clause' is 'toy.7', which is no clause",
        "option 'rounds' names 'toy.8', which is no clause",
    ]


def test_names_in_the_source(tmp_path: Path) -> None:
    source = read_source(wordy(tmp_path, WORDS).folder)
    assert source.events == {"flood"}
    assert source.prompts == {"bid", "lot"}
    assert source.mentions("twice") and source.mentions("purse")
    assert not source.mentions("remark") and not source.mentions("only_in_tests")


# Faces -------------------------------------------------------------------------------------------


class Mute(ToyFace):
    def prompt(self, view: object, decision: Decision, names: Sequence[str]) -> Prompt:
        return Prompt((), "toy.1")


class NoClause(ToyFace):
    def prompt(self, view: object, decision: Decision, names: Sequence[str]) -> Prompt:
        return Prompt(said("?"), "toy.9")


class Fewer(ToyFace):
    def choices(self, view: object, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return super().choices(view, decision, names)[1:]


class SameLabels(ToyFace):
    def choices(self, view: object, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return [Choice(option, "Bid") for option in decision.options]


class Wordless(ToyFace):
    def tell(self, view: object, event: Event, names: Sequence[str]) -> Line | None:
        return Line(())


class BadPicture(ToyFace):
    svg = "<svg><g></svg>"

    def scenes(
        self,
        view: object,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        return [Scene("board", "Board", Picture((self.svg,)))]


class TwinIds(BadPicture):
    svg = '<svg><g id="a"/><g id="a"/></svg>'


class NewPicture(BadPicture):
    """Has a second picture for whoever has to choose."""

    svg = "<svg/>"

    def scenes(
        self,
        view: object,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        more = [] if decision is None else [Scene("bids", "Bids", Picture((self.svg,)))]
        return [*super().scenes(view, decision, choices, names, lately), *more]


class LostPlace(BadPicture):
    svg = '<svg><g id="a"/></svg>'

    def choices(self, view: object, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return [Choice(o, o.text, places=(f"bid-{o.arg}",)) for o in decision.options]


class Trusting(BadPicture):
    """Takes for granted that a place asked about is one that it drew."""

    svg = '<svg><g id="bid-0"/></svg>'

    def why_not(
        self, view: object, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return () if int(place.split("-")[1]) else None


class NoText(ToyFace):
    def text(self, view: object, names: Sequence[str]) -> str:
        return " "


class NoDescription(ToyFace):
    def describe(self, view: object, names: Sequence[str]) -> str:
        return ""


class NoPanel(ToyFace):
    def panels(self, view: object, names: Sequence[str]) -> Sequence[Panel]:
        return super().panels(view, names)[:1]


class NoVerdict(ToyFace):
    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return ()


class WrongPieces(ToyFace):
    def pieces(self, view: object, seat: int) -> Mapping[str, Sequence[Piece]]:
        return {"bids": (Piece("I", 1), Piece("II", 2))}


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (Mute(), "prompt 'bid' says nothing"),
        (Fewer(), "not its options in order"),
        (SameLabels(), "label 'Bid' does not tell choices apart"),
        (Wordless(), "an empty line in the log"),
        (BadPicture(), "not sound SVG"),
        (NewPicture(), "a page keeps them all"),
        (TwinIds(), "two elements with the id 'a'"),
        (LostPlace(), "'bid:0' points at 'bid-0', which is in no picture"),
        (Trusting(), "asked about the place 'bid' it fails: IndexError"),
        (NoText(), "the plain text is empty"),
        (NoDescription(), "the description is empty"),
        (NoPanel(), r"panels for seats \[0\]"),
        (NoVerdict(), "the verdict says nothing"),
        (WrongPieces(), "the pieces of 'bids' of seat 0 make 3, not None"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_broken_face_is_caught(tmp_path: Path, face: ToyFace, words: str) -> None:
    game = toy_game(tmp_path / "bids", bids(), face)
    with pytest.raises(Broken, match=words):
        check_faces(game.open())
    with pytest.raises(Broken, match=words):
        suite.face(game)(2)


def test_a_face_that_names_no_clause_is_caught(tmp_path: Path) -> None:
    game = wordy(tmp_path, WORDS)
    coverage = check_faces(toy_game(tmp_path / "faced", bids(), NoClause()).open(), games=4)
    faults = word_faults(game, coverage=coverage)
    assert "the face answers the prompt 'bid' with 'toy.9', which is no clause" in faults
    suite.face(game)(3)
