"""What the face says in words, read back: it is the sheets, the boxes and the choices."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from ludus.core.chance import SeededRng
from ludus.core.face import Face
from ludus.core.models import Need
from ludus.core.protocol import SPECTATOR, Decision
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.hadrians_wall.face.things import things
from ludus.games.hadrians_wall.ids import NONE
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.tests.scenes import opened, the_board
from ludus.games.hadrians_wall.view import View
from ludus.kit.faces import FaceCheck, FaceCoverage
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

BOX = opened()
FACE: Face[View] = BOX.face
THINGS = things(the_board(), FACE.words)
TRACK = re.compile(r"([A-Z][A-Za-z ]+?) +([#.]+) (\d+)/(\d+)")
SEATS = pytest.mark.parametrize("seats", [1, 2, 4])
KEEN = Keen(BOX, glances=2)


@dataclass(frozen=True)
class Step:
    """A position as a player sees it, and what it is asked."""

    view: View
    decision: Decision | None
    names: tuple[str, ...]


@cache
def steps(seats: int) -> tuple[Step, ...]:
    setting = Setting(seats, BOX.options(seats, {}))
    table: Table[State, View] = Table(BOX, NAMES[:seats], setting.options)
    found: list[Step] = []
    for number, decisions in enumerate(random_play(table, setting, SeededRng(seats), KEEN)):
        asked = [decision for decision in decisions if decision.seat >= 0]
        decision = asked[number % len(asked)] if asked else None
        viewer = SPECTATOR if number % 9 == 0 else decision.seat if decision else 0
        found.append(Step(table.view(viewer), decision, tuple(table.names)))
    return tuple(found)


def blocks(text: str, names: tuple[str, ...]) -> dict[int, str]:
    """The text of each player's sheet, by seat; the viewer's comes first and has no heading."""
    found: dict[int, str] = {}
    starts = [match.start() for match in re.finditer(r"^  Left cohort +[#.]", text, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        heads = re.findall(r"^(\S+) · .* points?$", text[:start], re.MULTILINE)
        if found:
            found[names.index(heads[-1])] = text[start:end]
        else:
            found[NONE] = text[start:end]
    (front,) = set(range(len(names))) - found.keys()
    found[front] = found.pop(NONE)
    return found


@SEATS
def test_tracks_are_drawn_as_long_as_they_are(seats: int) -> None:
    longest: Counter[str] = Counter()
    for step in steps(seats)[::7]:
        text = FACE.text(step.view, step.names)
        sheets = blocks(text, step.names)
        assert len(sheets) == seats
        for sheet in sheets.values():
            tracks = TRACK.findall(sheet)
            assert len({name.strip() for name, *_ in tracks}) == len(tracks) >= 15
            for name, drawn, filled, size in tracks:
                assert (drawn.count("#"), len(drawn)) == (int(filled), int(size)), name
                assert drawn == "#" * int(filled) + "." * (int(size) - int(filled))
                longest[name.strip()] = max(longest[name.strip()], int(filled))
    assert sum(count > 0 for count in longest.values()) >= 10, longest


@SEATS
def test_sentences_and_tracks_tell_the_same(seats: int) -> None:
    for step in steps(seats)[::11]:
        text, said = FACE.text(step.view, step.names), FACE.describe(step.view, step.names)
        for seat, sheet in blocks(text, step.names).items():
            name = step.names[seat]
            assert seats == 1 or name in said
            part = said[said.index(f"{name}: ") :]
            tracks = {found[0].strip(): found[2] for found in TRACK.findall(sheet)}
            for track in ("Mining", "Wall Guard", "Cippi", "Wall", "Fort", "Traders", "Priests"):
                told = re.search(rf"\b{track} (\d+)", part)
                assert told is not None and told[1] == tracks[track], (name, track)
            for attribute in ("Renown", "Piety", "Valour", "Discipline"):
                told = re.search(rf"\b{attribute} (\d+)", part)
                assert told is not None and told[1] == tracks[attribute]


@SEATS
def test_panels_are_the_sheets(seats: int) -> None:
    for step in steps(seats)[::11]:
        text = FACE.text(step.view, step.names)
        sheets = blocks(text, step.names)
        for panel in FACE.panels(step.view, step.names):
            assert panel.name == step.names[panel.seat]
            tracks = {found[0].strip(): found[2] for found in TRACK.findall(sheets[panel.seat])}
            for meter in panel.meters:
                key = meter.key.split("-")[0] if "cohort" not in meter.key else meter.key
                if key in ("renown", "piety", "valour", "discipline") and meter.most:
                    assert str(meter.value) == tracks[key.capitalize()], meter.key
                if key.startswith("cohort-"):
                    side = key.split("-")[1].capitalize()
                    assert str(meter.value) == tracks[f"{side} cohort"]


# Everything explains itself -----------------------------------------------------------------------


@SEATS
def test_a_box_is_filled_open_or_says_why_not(seats: int) -> None:
    filled_word = FACE.words.text("state.filled")
    open_word = FACE.words.text("state.open")
    met: Counter[str] = Counter()
    for step in steps(seats)[::60]:
        view, decision = step.view, step.decision
        mine = decision is not None and decision.seat == view.viewer
        choices = FACE.choices(view, decision, step.names) if mine and decision else ()
        offered = {place for choice in choices for place in choice.places}
        for place, thing in THINGS.items():
            about = FACE.about(view, decision, place, step.names)
            assert about is not None and about.title == thing.title
            met[about.state] += 1
            if about.state == open_word:
                assert place in offered and about.tone == "good" and not about.why_not
                assert not about.helps
            elif about.state == filled_word:
                assert not about.needs and not about.why_not and not about.helps
            elif place in offered:
                raise AssertionError(f"{place} can be chosen")
            else:
                assert about.tone == ("warn" if thing.action is not None else "")
            if not mine:
                assert about.state != open_word
            short: list[Need] = [need for need in about.needs if need.have < need.needed]
            if place in offered:
                assert not short or about.state == filled_word, (place, short)
    assert met[filled_word] and met[open_word] and met[FACE.words.text("state.closed")]


@SEATS
def test_choices_have_their_place_their_words_and_their_price(seats: int) -> None:
    seen: Counter[str] = Counter()
    for step in steps(seats)[::5]:
        view, decision = step.view, step.decision
        if decision is None or decision.seat != view.viewer:
            continue
        choices = FACE.choices(view, decision, step.names)
        assert [choice.action for choice in choices] == list(decision.options)
        labels = Counter(choice.label for choice in choices)
        for choice in choices:
            seen[choice.action.verb] += 1
            assert choice.label
            assert labels[choice.label] == 1 or choice.hint, choice.label
            assert FACE.preview(view, decision, choice, step.names).title
        prompt = FACE.prompt(view, decision, step.names)
        assert plain(prompt.sentence) and prompt.clause
    assert len(seen) > 10


# Pictures -----------------------------------------------------------------------------------------


@SEATS
def test_pictures_show_what_can_be_chosen(seats: int) -> None:
    """Every choice has its words and its place in a picture, for each who looks."""
    setting = Setting(seats, BOX.options(seats, {}))
    check = FaceCheck(BOX, setting, SeededRng("looks"), FaceCoverage())
    for number, decisions in enumerate(random_play(check.table, setting, SeededRng("looked"))):
        if number % 40 == 0:
            check.look(decisions, 0)
    assert check.coverage.clauses
