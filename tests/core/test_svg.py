"""The drawing kit: safe markup, curves, colours with enough contrast, marks and dice."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ludus.core.actions import ActionSpace
from ludus.core.face import Choice
from ludus.core.svg import (
    COMMON_TONES,
    MARKS,
    at,
    by_place,
    die,
    el,
    esc,
    mark,
    num,
    offer,
    picture,
    smooth,
    text,
    tones_css,
)
from ludus.core.text import Bit

SPACE = ActionSpace({"place": 3})


@pytest.mark.parametrize(
    ("value", "shown"), [(3.0, "3"), (-0.04, "0"), (2.55, "2.5"), (-7.25, "-7.2"), (0.1, "0.1")]
)
def test_numbers_are_short(value: float, shown: str) -> None:
    assert num(value) == shown


def test_elements_escape_values_and_leave_out_nothing_else() -> None:
    made = el("g", text("a < b & c"), class_="x", data_action='say "hi" <now>', width=None, r=2.0)
    root = ET.fromstring(made)
    assert root.attrib == {"class": "x", "data-action": 'say "hi" <now>', "r": "2"}
    assert root[0].text == "a < b & c"
    assert el("circle", r=3) == '<circle r="3"/>'
    assert esc('it\'s "so"') == "it's &quot;so&quot;"


def test_a_transform_says_only_what_is_needed() -> None:
    assert at(3, 4) == "translate(3 4)"
    assert at(0, 0, 2) == "scale(2)"
    assert at(1, 2, 0.5, 90) == "translate(1 2)rotate(90)scale(0.5)"


def ends(path: str) -> list[tuple[float, float]]:
    """The points that a curve passes, read back from its path."""
    head, *curves = path.rstrip("Z").split("c")
    x, y = (float(value) for value in head[1:].split())
    points = [(x, y)]
    for curve in curves:
        values = [float(value) for value in curve.replace("-", " -").split()]
        x, y = x + values[-2], y + values[-1]
        points.append((round(x, 1), round(y, 1)))
    return points


def test_a_curve_goes_through_all_its_points() -> None:
    points = [(0.0, 0.0), (10.3, 4.7), (20.0, -3.3), (31.1, 8.0)]
    assert ends(smooth(points, closed=False)) == points
    closed = smooth(points)
    assert closed.endswith("Z")
    assert ends(closed) == [*points, points[0]]


def luminance(colour: str) -> float:
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("name", ["ink", "quiet", *(f"seat-{seat}-ink" for seat in range(6))])
def test_text_has_contrast_in_light_and_dark(name: str, theme: int) -> None:
    for ground in ("paper", "card"):
        assert contrast(COMMON_TONES[name][theme], COMMON_TONES[ground][theme]) >= 4.5


def test_tones_come_light_by_default_and_dark_on_demand() -> None:
    css = tones_css(".x", {"sea": ("#111", "#eee")})
    assert css.startswith(".x{--sea:#111}")
    assert "@media(prefers-color-scheme:dark){.x:not([data-theme=light] *){--sea:#eee}}" in css
    assert css.endswith("[data-theme=dark] .x{--sea:#eee}")


def test_a_picture_has_its_name_and_style() -> None:
    drawn = picture(
        mark(2), name="x", title="A <board>", view_box=(0, 0, 10, 20), tones={}, css=".x{}"
    )
    assert drawn.pieces[2:] == (mark(2), "</svg>")
    root = ET.fromstring(str(drawn))
    assert root.get("class") == "lu x" and root.get("viewBox") == "0 0 10 20"
    assert root.get("aria-label") == "A <board>"
    assert "--seat-5:" in (root[0].text or "")


def test_choices_are_gathered_by_place() -> None:
    first, second, third = SPACE["place"]
    one = Choice(first, "North", (Bit("text", "It is far."),), ("a", "b"))
    other = Choice(second, "South", (), ("b",))
    button = Choice(third, "Stay")
    offered = by_place([one, other, button])
    assert offered == {"a": [one], "b": [one, other]}
    assert offer(()) == {}
    assert offer(offered["a"]) == {
        "data_action": "place:0",
        "tabindex": "0",
        "role": "button",
        "aria_label": "North. It is far.",
    }
    assert offer(offered["b"])["data_actions"] == "place:0 place:1"
    assert offer(offered["b"])["aria_label"] == "North. It is far. South."


def test_marks_and_dice() -> None:
    assert len(set(MARKS)) == 6
    assert 'class="mark s3"' in mark(3)
    assert die("eagle") != die("VI")
    assert "VI" in die("VI")
    assert die("5").count("m-2 0") == 5
