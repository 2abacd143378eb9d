"""Names on the map keep clear of everything, it opens where it matters, and its parts fit."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from ludus.core.errors import BadContent
from ludus.core.lettering import SERIF_BOLD
from ludus.core.protocol import SPECTATOR, Event
from ludus.games.agricola.board import units
from ludus.games.agricola.drawing import FILE, Sheet, load_sheet
from ludus.games.agricola.face.camera import HIGH, WIDE
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.face.scenes import MapPainter
from ludus.games.agricola.ids import (
    CALEDONIAN,
    NONE,
    ROMAN,
)
from ludus.games.agricola.tests.face_positions import FACE, NAMES, Look, looks, mixed
from ludus.games.agricola.tests.scene import Scene, tables, the_box
from ludus.games.agricola.tests.scene import place as hex_of
from ludus.games.agricola.tests.test_face_map import SHEET, Drawn, classes, tag

SIDES = (ROMAN, CALEDONIAN)


# Names --------------------------------------------------------------------------------------------

BESIDE = ((0, 44), (0, -36), (38, 4), (-38, 4))


def test_two_names_never_lie_on_each_other() -> None:
    """Of names for one place each has a spot of its own, as long as there are any."""
    label = SHEET.drawing.label[0]
    drawing = msgspec.structs.replace(SHEET.drawing, label=[label] * (len(BESIDE) + 1))
    view = Scene().script.view(SPECTATOR)
    painter = MapPainter(Sheet(drawing, SHEET.board), FACE.words)
    scene = painter.paint(view, Names(FACE.words, tables().contents, NAMES, view), (), ())
    root = ElementTree.fromstring(scene.svg)
    found = [each for each in root.iter() if (each.get("id") or "").startswith("label-")]
    spots = [(text.get("x"), text.get("y")) for each in found for text in each]
    assert len(found) == len(BESIDE) + 1 and len(spots) == len({*spots}) == len(BESIDE)


def boxes_taken(look: Look) -> list[tuple[float, float, float, float]]:
    """What lies on the map that names must keep clear of, by the places of the view."""
    view, t = look.view, look.t
    found = []
    for side in SIDES:
        still = t.musters[side].static
        spots = {*view.stacks[side]}
        spots |= {view.at[side][n] for n in units(still) if 0 <= view.at[side][n] <= t.board.hexes}
        for place in spots:
            x, y = SHEET.middles[place]
            if place in view.stacks[0] and place in view.stacks[1]:
                x += -26 if side == ROMAN else 26
            if place == t.board.britannia:
                x = SHEET.drawing.britannia[0] + 60
            found.append((x - 33, y - 35, x + 33, y + 27))
    for center, kind in enumerate(view.center):
        if kind != NONE:
            x, y = SHEET.middles[t.board.center_hex[center]]
            found.append((x - 42, y - 42, x - 12, y - 12))
    return found


def test_names_stand_at_the_first_spot_that_nothing_covers() -> None:
    met: Counter[int] = Counter()
    marches = 0
    whole = [each for each in mixed() if not each.state.short]
    for look in [*whole[::60], *[each for each in whole if each.view.marching != NONE][::15]]:
        drawn, taken = Drawn(look), boxes_taken(look)
        board = look.t.board
        # Where one can march to a number tells how far it is.
        signed = [
            SHEET.middles[place]
            for place in range(board.hexes)
            if f"hex-{place}" in drawn.parts and "signed" in classes(drawn.parts[f"hex-{place}"])
        ]
        taken += [(x - 7, y - 7, x + 7, y + 7) for x, y in signed]
        marches += bool(signed)
        for number, label in enumerate(SHEET.drawing.label):
            part = drawn.parts[f"label-{number}"]
            middle = SHEET.middles[board.index[label.hex]]
            wide = SERIF_BOLD.width(label.name, 15) / 2
            wanted = None
            for rank, (dx, dy) in enumerate(BESIDE):
                shift = (wide + 4) * ((dx > 0) - (dx < 0))
                x, y = middle[0] + dx + shift, middle[1] + dy
                near = [
                    max(a - (x + wide), (x - wide) - c, b - (y + 4), (y - 15) - d)
                    for a, b, c, d in taken
                ]
                if all(gap >= 0 for gap in near):
                    wanted = (x, y)
                    taken.append((x - wide, y - 15, x + wide, y + 4))
                    met[rank] += 1
                    break
            shown = [e for e in part.iter() if tag(e) == "text"]
            assert bool(shown) == (wanted is not None), label.name
            if wanted is not None:
                at = (float(shown[0].get("x") or 0), float(shown[0].get("y") or 0))
                assert at == pytest.approx(wanted, abs=0.1), label.name
    assert len(met) == len(BESIDE) and marches, met


# Where it opens -----------------------------------------------------------------------------------


def test_the_map_opens_within_itself_and_on_what_goes_on() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::7]:
        view = look.view
        scene = FACE.scenes(view, look.decision, look.choices, NAMES, look.told)[0]
        assert scene.focus is not None
        x, y, wide, high = scene.focus
        frame = re.search(r'viewBox="([^"]+)"', scene.svg)
        assert frame is not None
        left, top, width, height = map(float, frame[1].split())
        assert (wide, high) == (WIDE, HIGH)
        assert 0 <= x <= width - wide and 0 <= y <= height - high
        if look.state.short:
            continue
        target = opening(look)
        if target is None:
            continue
        met[target[0]] += 1
        spots = [SHEET.middles[place] for place in target[1]]
        wanted = {
            (
                round(min(max(left, a - WIDE / 2), left + width - WIDE) - left),
                round(min(max(top, b - HIGH / 2), top + height - HIGH) - top),
            )
            for a, b in spots
        }
        assert (x, y) in wanted, target
    kinds = ("battle", "march", "question", "standing", "offered", "went", "leader")
    assert min(met[kind] for kind in kinds) > 0, met


def opening(look: Look) -> tuple[str, list[int]] | None:
    """Why the map opens where, and the places that it may be; None where it is not looked into."""
    view, board = look.view, look.t.board
    if view.battle is not None:
        return "battle", [view.battle.place]
    if view.marching != NONE:
        return "march", [view.marching]
    question = view.question
    if question is not None and question.side == look.side and 0 <= question.place < board.hexes:
        return "question", [question.place]
    options = [] if look.decision is None else look.decision.options
    for option in options:
        stood = view.at[look.side][option.arg] if option.verb == "unit" else NONE
        if 0 <= stood <= board.hexes:
            return "standing", [stood]
    aside = ("reveal", "betray", "dismantle")
    spots = [
        int(place[4:])
        for choice in look.choices
        if choice.action.verb not in aside
        for place in choice.places
        if place.startswith("hex-") and int(place[4:]) < board.hexes
    ]
    if spots:
        return "offered", spots
    ends = {"moved": "to", "sailed": "to", "retreat": "to", "battle": "place"}
    went = [event.number(ends[event.kind]) for event in look.told if event.kind in ends]
    went = [place for place in went if 0 <= place < board.hexes]
    if went:
        return "went", went[-1:]
    if look.side == NONE:
        return None
    supreme = view.at[look.side][0]
    return ("leader", [supreme]) if 0 <= supreme < board.hexes else None


def test_of_open_places_the_one_nearest_to_the_leader_is_shown() -> None:
    scene = Scene(romans={"3525": "Agricola", "3425": "Ala I", "2731": "Ala II"}, ap=(2, 0))
    view, decision = scene.script.view(0), scene.script.decision(0)
    shown = FACE.scenes(view, decision, FACE.choices(view, decision, NAMES), NAMES)[0]
    assert shown.focus is not None
    x, y = SHEET.middles[hex_of("3525")]
    assert shown.focus[:2] == (round(x - WIDE / 2), round(y - HIGH / 2))


def test_the_enemys_question_does_not_move_the_map() -> None:
    """Where a question of the other side is about is not shown by the camera."""
    scene = Scene(romans={"3525": "Ala I, Karus"}, tribes={"2231": "Calgacus"}, ap=(1, 0))
    before = FACE.scenes(scene.script.view(1), None, (), NAMES)[0].focus
    assert FACE.scenes(scene.do("march 3525").script.view(1), None, (), NAMES)[0].focus == before


def test_the_map_can_be_drawn_when_nothing_is_asked_any_more() -> None:
    scene = Scene()
    view = scene.script.view(0)
    over = type(view)(**{**{f: getattr(view, f) for f in view.__slots__}, "questions": ()})
    assert FACE.scenes(over, None, (), NAMES)[0].focus is not None


@pytest.mark.parametrize(("kind", "fact"), [("battle", "place"), ("sailed", "to")])
def test_who_watches_sees_where_something_happened_last(kind: str, fact: str) -> None:
    view = Scene(romans={"3525": "Agricola"}).script.view(SPECTATOR)
    gone = Event("moved", {"place": 0, "to": hex_of("3525")})
    last = Event(kind, {"place": 0, "to": 0, fact: hex_of("2731")})
    shown = FACE.scenes(view, None, (), NAMES, [gone, last])[0]
    x, y = SHEET.middles[hex_of("2731")]
    assert shown.focus is not None
    assert shown.focus[:2] == (round(x - WIDE / 2), round(y - HIGH / 2))


# The drawing --------------------------------------------------------------------------------------


def test_a_part_of_the_map_leaves_out_names_that_stick_out() -> None:
    short = next(look.t.board for look in looks() if look.state.short)
    part = SHEET.part(short)
    bottom = part.drawing.britannia[1]
    name = SHEET.drawing.name[0]
    moved = [msgspec.structs.replace(name, y=bottom - name.size + gap) for gap in (-1, 0, 1)]
    drawing = msgspec.structs.replace(SHEET.drawing, name=moved)
    assert Sheet(drawing, SHEET.board).part(short).drawing.name == moved[:1]
    assert all(label.hex in short.index for label in part.drawing.label)


def edge(axis: int) -> tuple[int, int]:
    """The size of a map on which the outermost hexes lie just beyond one edge."""
    most = max(point[axis] for point in SHEET.middles[:-1])
    size = list(SHEET.drawing.size)
    size[axis] = int(most) - 1
    return size[0], size[1]


OPEN_HEX = next(name for name in SHEET.board.ids if not SHEET.board.wild[SHEET.board.index[name]])


@pytest.mark.parametrize(
    ("part", "wrong", "said"),
    [
        ("[[label]]", 'hex = "9999"', "no hex 9999"),
        ("[[relief]]", 'hex = "9999"', "relief 9999: no wilderness hex"),
        ("[[relief]]", f'hex = "{OPEN_HEX}"', f"relief {OPEN_HEX}: no wilderness hex"),
        ("", f"size = {[*edge(0)]}", "lies beyond it"),
        ("", f"size = {[*edge(1)]}", "lies beyond it"),
    ],
)
def test_a_drawing_that_does_not_fit_the_board_is_an_error_of_the_content(
    part: str, wrong: str, said: str, tmp_path: Path
) -> None:
    pack = the_box().pack
    whole = pack.path(FILE).read_text(encoding="utf-8")
    key = wrong.partition(" ")[0]
    start = whole.index(part)
    other = re.compile(rf"^{key} = .*$", re.MULTILINE).sub(wrong, whole[start:], count=1)
    (tmp_path / FILE).write_text(whole[:start] + other, encoding="utf-8")
    with pytest.raises(BadContent, match=said):
        load_sheet(replace(pack, folder=tmp_path), SHEET.board)
    (tmp_path / FILE).write_text(whole, encoding="utf-8")
    assert load_sheet(replace(pack, folder=tmp_path), SHEET.board).drawing == SHEET.drawing
