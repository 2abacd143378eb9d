"""Patches of pieces: applied to the old drawing they must give the new one, exactly."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest
from tests.web.support import shelf

from ludus.core.chance import SeededRng, pick
from ludus.core.face import scenes_of
from ludus.core.table import Table
from ludus.web.live.diff import MOST_PATCHES, PartState, element_id
from ludus.web.live.models import Part, Patch
from ludus.web.pages.table.board import picture


def plain(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


def stay(page: ET.Element, new: ET.Element) -> None:
    """Put what is on the page in the place of its name."""
    for parent in list(new.iter()):
        for index, child in enumerate(parent):
            if child.get("data-same") is not None:
                there = next(each for each in page.iter() if each.get("id") == child.get("id"))
                assert there.tag == child.tag
                parent[index] = there
                there.tail = child.tail


def applied(old: str, patches: Sequence[Patch]) -> str:
    """The old drawing with each element put in the place of the one with its id."""
    root = ET.fromstring(old)
    for patch in patches:
        new = ET.fromstring(patch.html)
        assert new.get("id") == patch.id
        stay(root, new)
        if root.get("id") == patch.id:
            root = new
            continue
        parent = next(
            each for each in root.iter() if any(child.get("id") == patch.id for child in each)
        )
        index = next(n for n, child in enumerate(parent) if child.get("id") == patch.id)
        new.tail = parent[index].tail
        parent[index] = new
    return plain(root)


@pytest.mark.parametrize(
    ("piece", "name"),
    [
        ('<g id="a"><b/></g>', "a"),
        ('<g class="x" id="a"/>', "a"),
        ('<g id="a">one</g><g>two</g>', ""),
        ('<g id="a">one</g> two', ""),
        ('<g><b id="a"/></g>', ""),
        ('<div id="a"><p>', ""),
        ('<div id="a"><div>one</div>', ""),
        ('<g id="a"><g>one</g></g>', "a"),
        ("", ""),
        ("text", ""),
        ('<li id="a"><br>one<img src="x"></li>', "a"),
    ],
)
def test_a_piece_is_known_by_its_id_if_it_is_one_element(piece: str, name: str) -> None:
    assert element_id(piece) == name


def follow(pieces: list[tuple[str | Part, ...]]) -> list[list[str]]:
    """The ids of what is sent for each drawing of a part after the first."""
    shown = PartState(Part("root", pieces[0]))
    page = Part("root", pieces[0]).html
    sent = []
    for each in pieces[1:]:
        part = Part("root", each)
        patches = shown.update(part)
        page = applied(page, patches)
        assert page == plain(ET.fromstring(part.html))
        sent.append([patch.id for patch in patches])
    return sent


START, END = '<svg id="root">', "</svg>"


def test_pieces_that_differ_are_sent_alone() -> None:
    one, other = '<g id="a">1</g>', '<g id="a">2</g>'
    long, longer = (f'<g id="c">{"<path/>" * 999}<u id="d">{n}</u></g>' for n in (1, 2))
    drawings: list[tuple[str | Part, ...]] = [
        (START, one, long, END),
        (START, other, long, END),
        (START, other, long, END),
        (START, other, longer, END),
        (START, one, long, END),
    ]
    assert follow(drawings) == [["a"], [], ["c"], ["a", "c"]]


def test_a_part_is_sent_whole_where_pieces_cannot_be_told_apart() -> None:
    one, other, nameless = '<g id="a">1</g>', '<g id="b">1</g>', "<g>1</g>"
    drawings: list[tuple[str | Part, ...]] = [
        (START, one, END),
        (START, other, END),
        (START, nameless, END),
        (START, "<g>2</g>", END),
        (START, nameless, other, END),
        ('<svg id="root" class="x">', nameless, other, END),
    ]
    assert follow(drawings) == [["root"]] * 5


def test_of_pieces_that_stay_only_the_name_is_sent_when_others_come_or_go() -> None:
    pieces = [f'<g id="g{n}">{n}</g>' for n in range(4)]
    one, two, three, four = pieces
    shown = PartState(Part("root", (START, one, two, three, END)))
    (patch,) = shown.update(Part("root", (START, three, one, four, END)))
    assert patch.html == (
        '<svg id="root"><g id="g2" data-same=""></g><g id="g0" data-same=""></g>'
        '<g id="g3">3</g></svg>'
    )
    drawings: list[tuple[str | Part, ...]] = [
        (START, one, two, three, END),
        (START, three, one, four, END),
        (START, four.replace(">3<", ">5<"), one, END),
        (START, *pieces, END),
    ]
    assert follow(drawings) == [["root"]] * 3


def test_a_group_given_part_by_part_is_sent_part_by_part() -> None:
    opened, moved = '<g id="all">', '<g id="all" transform="scale(2)">'
    one, other, third = '<g id="a">1</g>', '<g id="a">2</g>', '<g id="b">3</g>'
    drawings: list[tuple[str | Part, ...]] = [
        (START, opened, one, third, "</g>", END),
        (START, opened, other, third, "</g>", END),
        (START, moved, other, third, "</g>", END),
        (START, moved, other, "</g>", END),
    ]
    assert follow(drawings) == [["a"], ["root"], ["root"]]


def test_very_many_changes_are_sent_as_one() -> None:
    drawings: list[tuple[str | Part, ...]] = [
        (START, *(f'<g id="g{n}">{turn}</g>' for n in range(MOST_PATCHES + 1)), END)
        for turn in (1, 2)
    ]
    assert follow(drawings) == [["root"]]


def test_a_part_inside_of_a_part_is_followed_by_itself() -> None:
    def drawing(*inner: str) -> tuple[str | Part, ...]:
        return (START, Part("in", ('<g id="in">', *inner, "</g>")), END)

    one, other = '<g id="a">1</g>', '<g id="a">2</g>'
    assert follow([drawing(one), drawing(other), drawing(other, "<g/>"), drawing(one)]) == [
        ["a"],
        ["in"],
        ["in"],
    ]


@pytest.mark.parametrize("game", ["cambria", "hadrians_wall", "para_bellum"])
def test_real_boards_are_patched_right_through_a_game(game: str) -> None:
    box = shelf(game)
    table = Table(box, ["Ann", "Bob"])
    rng = SeededRng(11)
    shown: dict[tuple[int, str], PartState] = {}
    pages: dict[tuple[int, str], str] = {}
    sent = full = 0
    for _ in range(30):
        decisions = table.decisions()
        if not decisions:
            break
        decision = decisions[rng.below(len(decisions))]
        for viewer in (0, -3):
            mine = table.decision(viewer)
            for scene in scenes_of(box.face, table.view(viewer), mine, table.names):
                opening, *parts = picture(scene.picture, scene.key)
                # Without its name space, so that a piece of it can be read by itself.
                opening = opening.replace(' xmlns="http://www.w3.org/2000/svg"', "")
                part = Part("root", ('<div id="root">', opening, *parts, "</div>"))
                key = (viewer, scene.key)
                if key in shown:
                    patches = shown[key].update(part)
                    pages[key] = applied(pages[key], patches)
                    assert pages[key] == plain(ET.fromstring(part.html))
                    sent += sum(len(patch.html) for patch in patches)
                    full += len(part.html)
                else:
                    shown[key], pages[key] = PartState(part), part.html
        table.play(decision.seat, pick(decision, rng))
    assert sent < full / 2
