"""The face through whole games: everything has words, everything can be drawn."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from ludus.core.content import read_toml
from ludus.core.face import Face, scenes_of
from ludus.core.protocol import SPECTATOR
from ludus.core.table import Table
from ludus.core.text import DIE, PLACE, SEAT, Sentence, Words, plain
from ludus.games.cambria import GAME
from ludus.games.cambria.face.log import TELLERS
from ludus.games.cambria.ids import NUMBERS
from ludus.games.cambria.tests.facing import (
    BOX,
    FACE,
    NAMES,
    SEATS,
    SIDES,
    Played,
    all_games,
    few_games,
    played,
)
from ludus.games.cambria.view import View

GAMES = pytest.mark.parametrize(("seats", "side"), [(s, side) for s in SEATS for side in SIDES])
LIMIT = 80_000
"""Bytes that a picture may have; a quarter of that goes over the wire."""
WAYS = {"place", "replace", "legion", "sail", "board", "lift"}
"""The verbs that are chosen on the board."""


RARE = frozenset(
    [
        "decided.latest_turn",
        "decided.tokens",
        "event.legion_home",
        "event.nothing",
        "event.opening_die.eagle",
        "event.start_tie",
        "event.unclaimed.empty",
        "about.unclaimed",
        "hint.also.you",
        "hint.pass.last",
        "hint.unless",
        "hint.unless.you",
        "preview.falls.other",
        "preview.second",
        "prompt.start_again.clause",
        "prompt.start_again.text",
        "prompt.start_again.wait",
        "prompt.act_legion.clause",
        "prompt.act_legion.text",
        "prompt.act_legion.wait",
        "prompt.act_boat.clause",
        "prompt.act_boat.text",
        "prompt.act_boat.wait",
        "prompt.dummy_anywhere.clause",
        "prompt.dummy_anywhere.text",
        "prompt.dummy_anywhere.wait",
        "reason.passes",
        "verdict.dummy",
        "why.boat_eagles",
        "why.boat_no_road",
        "why.chance",
        "why.over",
        "why.wait",
    ]
)
"""Words for what seldom happens; other tests of the face make it happen."""


class Clause(msgspec.Struct):
    """The one thing that is asked of a clause here."""

    id: str


class Ledger(msgspec.Struct):
    clause: list[Clause]


def places(game: Played) -> set[str]:
    """The ids of all places there are."""
    view = game.last
    numbered = (
        ("road", len(view.roads)),
        ("fort", len(view.captor)),
        ("boat", len(NUMBERS)),
    )
    return {"standard"} | {f"{kind}-{n}" for kind, count in numbered for n in range(count)}


def beside(game: Played) -> set[str]:
    """The places beside the board: the supply of each player, and what each has won."""
    return {f"{kind}-{n}" for kind in ("supply", "won") for n in range(game.last.players)}


def sentences(game: Played, face: Face[View] = FACE) -> Iterator[Sentence]:
    """Everything that is said in a game, to players and to others."""
    for step in game.steps:
        yield face.prompt(step.view, step.decision, game.names).sentence
        for choice in face.choices(step.view, step.decision, game.names):
            yield choice.hint
        for event in step.events:
            line = face.tell(step.view, event, game.names)
            assert line is not None
            yield line.sentence
    yield face.verdict(game.outcome, game.names)
    yield face.ahead(game.outcome, game.names)


@GAMES
def test_every_choice_has_a_label_of_its_own(seats: int, side: str) -> None:
    game = played(seats, side)
    known = places(game)
    for step in game.steps:
        found = FACE.choices(step.view, step.decision, game.names)
        assert [choice.action for choice in found] == list(step.decision.options)
        labels = [choice.label for choice in found]
        assert all(labels) and len(set(labels)) == len(labels)
        for choice in found:
            assert known.issuperset(choice.places) and known.issuperset(choice.lights)
            assert bool(choice.places) == (choice.action.verb in WAYS)
            assert choice.hint or step.decision.seat < 0


@pytest.mark.parametrize("seats", [2, 5])
def test_a_face_shows_the_same_whatever_it_showed_before(seats: int) -> None:
    """It keeps nothing from one call to the next, whoever looks, also after jumps in a game."""
    game = played(seats, "cambria")
    face: Face[View] = GAME.open().face
    order = [*game.steps[:60], *game.steps[70:200:7], *reversed(game.steps[10:30:3])]
    for number, step in enumerate(order):
        view, decision = step.view, step.decision
        onlooker = replace(view, viewer=SPECTATOR)
        shown = [
            scenes_of(face, view, decision, game.names, step.events)[0].svg,
            scenes_of(face, onlooker, None, game.names, step.events)[0].svg,
            face.describe(view, game.names),
            list(face.panels(view, game.names)),
        ]
        if number % 4:
            continue
        new: Face[View] = GAME.open().face
        assert shown == [
            scenes_of(new, view, decision, game.names, step.events)[0].svg,
            scenes_of(new, onlooker, None, game.names, step.events)[0].svg,
            new.describe(view, game.names),
            list(new.panels(view, game.names)),
        ]


@GAMES
def test_a_view_names_the_seat_that_has_to_choose(seats: int, side: str) -> None:
    game = played(seats, side)
    for step in game.steps:
        seat = step.decision.seat
        assert step.view.waiting == ((seat,) if seat >= 0 else ())
    assert game.last.waiting == ()


@GAMES
def test_every_prompt_speaks_to_the_chooser_and_to_the_others(seats: int, side: str) -> None:
    game = played(seats, side)
    for step in game.steps:
        seat = step.decision.seat
        mine = FACE.prompt(step.view, step.decision, game.names)
        assert mine.clause.startswith("cambria.")
        if seat >= 0:
            onlooker = replace(step.view, viewer=SPECTATOR)
            other = FACE.prompt(onlooker, step.decision, game.names)
            assert game.names[seat] in plain(other.sentence)
            assert plain(other.sentence) != plain(mine.sentence)


def test_every_kind_of_event_is_told() -> None:
    told = {
        event.kind: FACE.tell(step.view, event, game.names)
        for game in (*all_games(), *few_games())
        for step in game.steps
        for event in step.events
    }
    # The three rare ones have tests of their own in test_face_log.
    assert set(TELLERS) - set(told) <= {"start_tie", "nothing", "end"}
    assert all(line is not None and (line.sentence or line.heading) for line in told.values())


@GAMES
def test_motions_go_from_place_to_place(seats: int, side: str) -> None:
    game = played(seats, side)
    known = places(game) | beside(game) | {f"token-{n}" for n in range(len(game.last.captor))}
    for step in game.steps:
        for event in step.events:
            line = FACE.tell(step.view, event, game.names)
            assert line is not None
            for motion in line.motions:
                assert {motion.start, motion.end} <= known
            assert line.sound in ("", "dice", "place", "displace", "legion", "capture", "end")


def test_bits_refer_to_what_there_is() -> None:
    faces = {"eagle", "II", "III", "IV", "V", "VI"}
    for game in few_games():
        known = places(game)
        for sentence in sentences(game):
            for bit in sentence:
                if bit.kind == PLACE:
                    assert bit.ref in known
                elif bit.kind == DIE:
                    assert bit.ref in faces and bit.text in faces
                elif bit.kind == SEAT:
                    assert bit.ref == "5" or game.names[int(bit.ref)] == bit.text


@pytest.mark.clause("cambria.components.10")
def test_one_word_for_each_thing() -> None:
    """Warrior, fort, boat and standard are never called anything else."""
    others = re.compile(
        r"\b(marker|cube|pawn|fortress|ship|galley|vessel|spqr|box|castle|soldier)(s|es)?\b"
        r"|warrior tokens?|eagle standard|\b(his|her|he|she)\b",
        re.IGNORECASE,
    )
    words = FACE.words
    said = [words.template(key) for key in words.keys("")]
    for game in few_games():
        said += [plain(sentence) for sentence in sentences(game)]
        said += [FACE.describe(game.last, game.names), FACE.text(game.last, game.names)]
        for step in game.steps:
            said += [c.label for c in FACE.choices(step.view, step.decision, game.names)]
    for sentence in said:
        assert not others.search(sentence), sentence
    for thing in ("warrior", "fort", "boat", "standard"):
        assert any(re.search(rf"\b{thing}s?\b", sentence, re.IGNORECASE) for sentence in said)


# Pictures ----------------------------------------------------------------------------------------


@GAMES
def test_pictures_are_sound(seats: int, side: str) -> None:
    """Well-formed, small, ids unique, every place there under its id."""
    game = played(seats, side)
    known = places(game)
    lately = [event for step in game.steps for event in step.events]
    for step in game.steps[:: len(game.steps) // 12]:
        decision = step.decision if step.decision.seat >= 0 else None
        (scene,) = scenes_of(FACE, step.view, decision, game.names, lately)
        assert len(scene.svg.encode()) < LIMIT
        root = ET.fromstring(scene.svg)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert known <= set(ids)
        wanted: set[str | None] = set()
        if decision is not None:
            for choice in FACE.choices(step.view, decision, game.names):
                wanted.update(choice.places)
        marked = {e.get("id") for e in root.iter() if "choice" in (e.get("class") or "").split()}
        assert marked == wanted


@pytest.mark.parametrize("side", SIDES)
def test_what_is_printed_comes_first_and_never_changes(side: str) -> None:
    """A page may skip it when it takes over a new picture."""
    game = played(4, side)
    heads = set()
    for step in (game.steps[0], game.steps[len(game.steps) // 2], game.steps[-1]):
        (scene,) = scenes_of(FACE, step.view, None, game.names)
        heads.add(scene.svg.split('<g id="road-0"')[0])
    assert len(heads) == 1
    assert '<g id="map"' in heads.pop()


@GAMES
def test_a_terminal_of_a_hundred_columns_is_wide_enough(seats: int, side: str) -> None:
    game = played(seats, side)
    for view in (game.steps[len(game.steps) // 2].view, game.last):
        text = FACE.text(view, game.names)
        assert max(len(line) for line in text.splitlines()) <= 100
        for name in game.names:
            assert name in text


def test_a_notebook_shows_the_table() -> None:
    table = Table(BOX, NAMES[:3])
    assert table._repr_svg_() == table.picture()
    assert ET.fromstring(table._repr_svg_()).tag.endswith("svg")


# Words -------------------------------------------------------------------------------------------


def test_words_are_there_for_every_option_and_part() -> None:
    words: Words = FACE.words
    for option in BOX.meta.option:
        for key in ("label", "help", *option.choices):
            assert f"option.{option.key}.{key}" in words
    outcome = played(2, "cambria").outcome
    assert f"reason.{outcome.reason}" in words and f"decided.{outcome.decided_by}" in words
    for part in outcome.parts[0]:
        assert f"part.{part}" in words


def asked_words(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys of all words that are said while everything is looked at in a few games."""
    asked: set[str] = set()
    template = Words.template

    def listening(words: Words, key: str) -> str:
        asked.add(key)
        return template(words, key)

    monkeypatch.setattr(Words, "template", listening)
    # A face of its own: a word table takes a template apart once, and then never asks for it.
    face: Face[View] = GAME.open().face
    for game in few_games():
        everywhere = ["dice", *sorted(places(game) | beside(game))]
        everywhere += [f"token-{site}" for site in range(len(game.last.captor))]
        everywhere += [f"meter-{kind}-0" for kind in ("forts", "tokens", "boats")]
        for number, step in enumerate(game.steps):
            onlooker = replace(step.view, viewer=SPECTATOR)
            face.prompt(onlooker, step.decision, game.names)
            found = face.choices(step.view, step.decision, game.names)
            face.dashboard(step.view, step.decision, found, game.names)
            if number % 8 == 0:
                face.describe(step.view, game.names)
                for choice in found:
                    face.preview(step.view, step.decision, choice, game.names)
                for place in everywhere:
                    face.why_not(step.view, step.decision, place, game.names)
                    face.about(step.view, step.decision, place, game.names)
        for _ in sentences(game, face):
            pass
        face.describe(game.last, game.names)
        face.text(game.last, game.names)
        scenes_of(face, game.last, None, game.names)
    return asked


def test_no_words_lie_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key is asked for, but for what pages and reports read and what rarely happens."""
    idle = set(FACE.words.keys()) - asked_words(monkeypatch)
    read_by_pages = ("option.", "part.", "cites.", "term.")
    idle = {key for key in idle if not key.endswith(".of")}
    left = {key for key in idle if not key.startswith(read_by_pages)} - RARE
    assert left == set()


# The page ----------------------------------------------------------------------------------------


def test_the_page_links_to_clauses_that_there_are() -> None:
    page = (GAME.folder / "page.md").read_text(encoding="utf-8")
    clauses = {clause.id for clause in read_toml(GAME.folder / "clauses.toml", Ledger).clause}
    links = re.findall(r"\[([a-z.0-9]+)\]\(#([^)]+)\)", page)
    assert len(links) > 60
    for shown, clause in links:
        assert clause in clauses and clause == f"cambria.{shown}"
    for group in {clause.split(".")[1] for clause in clauses} - {"components"}:
        assert f"#cambria.{group}." in page, group
