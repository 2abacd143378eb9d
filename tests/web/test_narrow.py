"""Small patches: applied to the old drawing they must give the new one, exactly."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.support import shelf

from ludus.core.chance import SeededRng, pick
from ludus.core.table import Table
from ludus.web.model import Patch
from ludus.web.narrow import Cut, Tags, narrow


def plain(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


def applied(old: str, patches: Sequence[Patch]) -> str:
    """The old drawing with each element put in the place of the one with its id."""
    root = ET.fromstring(old)
    for patch in patches:
        new = ET.fromstring(patch.html)
        assert new.get("id") == patch.id
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


def check(old: str, new: str) -> list[Patch]:
    patches = narrow(Cut(old), Cut(new), Patch("root", new))
    assert applied(old, patches) == plain(ET.fromstring(new))
    return patches


PADDING = '<g id="map">' + "<path/>" * 200 + "</g>"


def drawn(inner: str) -> str:
    return f'<svg id="root">{PADDING}{inner}</svg>'


@pytest.mark.parametrize(
    ("old", "new", "sent"),
    [
        ('<g id="a" class="x"><b/></g>', '<g id="a" class="y"><b/></g>', ["a"]),
        ('<g id="a"><b/></g>', '<g id="a"><b/><b/></g>', ["a"]),
        ('<g id="a"><b/><b/></g>', '<g id="a"><b/></g>', ["a"]),
        ('<g id="a">1</g><g id="c">2</g>', '<g id="a">3</g><g id="c">4</g>', ["a", "c"]),
        ('<g id="a"/><g id="c"/>', '<g id="a"><i id="p"/></g><g id="c"/>', ["a"]),
        ('<g id="a"><i id="p"/></g><g id="c">1</g>', '<g id="a"/><g id="c">2</g>', ["a", "c"]),
        ('<g id="t"><g id="a"/><u/></g>', '<g id="t"><g id="a"/><v/></g>', ["t"]),
        ('<g id="t"><g id="a"/>1</g>', '<g id="t"><g id="a"/>2</g>', ["t"]),
        ('<i id="a" x="1"/><i id="c"/>', '<i id="a" x="2"/><i id="c"/>', ["a"]),
        ('<g id="a"/><g id="c"/>', '<g id="c"/><g id="a"/>', ["root"]),
        ('<g id="a"/><u/>', '<g id="a"/><v/>', ["root"]),
    ],
)
def test_the_smallest_element_is_sent(old: str, new: str, sent: list[str]) -> None:
    assert [patch.id for patch in check(drawn(old), drawn(new))] == sent


def test_nothing_small_about_a_big_change() -> None:
    old = drawn("".join(f'<g id="g{n}">1</g>' for n in range(200)))
    new = drawn("".join(f'<g id="g{n}">2</g>' for n in range(200)))
    assert [patch.id for patch in check(old, new)] == ["root"]


def test_ids_that_come_twice_are_left_alone() -> None:
    old = drawn('<g id="a">1</g><g id="a">1</g>')
    new = drawn('<g id="a">1</g><g id="a">2</g>')
    assert [patch.id for patch in narrow(Cut(old), Cut(new), Patch("root", new))] == ["root"]


trees = st.recursive(
    st.sampled_from(["", "text", "<u/>", "<u x='1'/>"]),
    lambda inner: st.builds(
        lambda name, kind, children: f"<g {name} class='{kind}'>{''.join(children)}</g>",
        st.sampled_from([f'id="{n}"' for n in range(8)] + [""]),
        st.sampled_from("ab"),
        st.lists(inner, max_size=3),
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(trees, max_size=4), st.lists(trees, max_size=4))
def test_patches_always_give_the_new_drawing(one: list[str], other: list[str]) -> None:
    old, new = drawn("".join(one)), drawn("".join(other))
    if not (Tags(Cut(old)).alike or Tags(Cut(new)).alike):
        check(old, new)


@pytest.mark.parametrize("game", ["cambria", "hadrians_wall"])
def test_real_boards_are_patched_right_through_a_game(game: str) -> None:
    box = shelf(game)
    table = Table(box, ["Ann", "Bob"])
    rng = SeededRng(11)
    before: dict[tuple[int, str], str] = {}
    sent = full = 0
    for _ in range(30):
        decisions = table.decisions()
        if not decisions:
            break
        decision = decisions[rng.below(len(decisions))]
        for viewer in (0, -3):
            mine = table.decision(viewer)
            for scene in box.face.scenes(table.view(viewer), mine, table.names):
                # Without its name space, so that a piece of it can be read by itself.
                svg = scene.svg.replace(' xmlns="http://www.w3.org/2000/svg"', "")
                new = f'<div id="root">{svg}</div>'
                old = before.get((viewer, scene.key))
                if old is not None and old != new:
                    sent += sum(len(patch.html) for patch in check(old, new))
                    full += len(new)
                before[viewer, scene.key] = new
        table.play(decision.seat, pick(decision, rng))
    assert sent < full / 2
