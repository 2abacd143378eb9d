"""The map on the table, read back: what lies on it, what can be chosen, and where it opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from ludus.core.face import Choice, scenes_of
from ludus.core.protocol import Event
from ludus.core.text import Bit
from ludus.games.conqueror.drawing import load_sheets
from ludus.games.conqueror.face.map_scene import (
    EDGE,
    LEAST,
    NEAR,
    _thickest,
    _touched,
    quiet_army,
    quiet_land,
)
from ludus.games.conqueror.face.plates import (
    ASIDE,
    BESIDE,
    DISC,
    FLAG,
    HEIGHTS,
    HIGH,
    LETTER,
    PRICE,
    Group,
    aside,
    fort,
    plate,
    price,
    price_height,
    width_of,
)
from ludus.games.conqueror.face.printed import HEIGHT, WIDTH, fort_spot
from ludus.games.conqueror.ids import FORT, GREAT_FORT, INDEPENDENT, NOBODY
from ludus.games.conqueror.tests.looks import Look, face, looks
from ludus.games.conqueror.tests.scene import CONTENTS, PACK, Scene
from ludus.games.conqueror.tests.test_face_cards import at_risk
from ludus.games.conqueror.tests.test_face_choices import WORDS, army, carried

SHEETS = load_sheets(PACK, CONTENTS.boards)
EVERY = 60
AFRESH = (quiet_land, quiet_army, plate, price, fort)
"""Parts of a picture that are kept once drawn: each test draws them anew."""


@cache
def some() -> tuple[Look, ...]:
    """Pictures take longer than words: a few positions, with all that matters on the map."""
    kinds = ("fights 0", "ends 1", "ends 2", "ends 4", "clocks 4", "fights 3")
    ends = [look for look in looks() if look.where in kinds]
    return *looks()[::EVERY], *ends


def words_in(part: Element) -> list[str]:
    return (part.get("class") or "").split()


def classes(part: Element) -> Counter[str]:
    return Counter(word for each in part.iter() for word in words_in(each))


def links(part: Element) -> list[str]:
    return [each.get("href") or "" for each in part.iter() if each.get("href")]


def drawn(look: Look) -> tuple[Look, tuple[Choice, ...], dict[str, Element]]:
    mine = look.mine
    choices = tuple(face().choices(look.view, mine, look.names)) if mine is not None else ()
    (scene,) = scenes_of(face(), look.view, look.mine, look.names, look.told)
    assert (scene.key, scene.wide, scene.least) == ("map", True, LEAST)
    root = ElementTree.fromstring(scene.svg)
    parts = {each.get("id") or "": each for each in root.iter() if each.get("id")}
    parts["svg"] = root
    return look, choices, parts


def pictures() -> Iterator[tuple[Look, tuple[Choice, ...], dict[str, Element]]]:
    for part in AFRESH:
        part.cache_clear()
    for look in some():
        yield drawn(look)


def title_of(part: Element) -> str:
    return next((each.text or "" for each in part if each.tag.endswith("title")), "")


def test_a_territory_shows_its_holder_and_says_who_is_there() -> None:
    met: Counter[str] = Counter()
    for look, choices, parts in pictures():
        view = look.view
        offered = {place for choice in choices for place in choice.places}
        for place, owner in enumerate(view.owner):
            part = parts[f"land-{place}"]
            kinds = classes(part)
            assert set(links(part)) == {f"#q-{place}"}
            held = [kind for kind in kinds if kind.startswith("s") and kind[1:].isdigit()]
            rims = [kind for kind in kinds if kind.startswith("r") and kind[1:].isdigit()]
            assert held == ([f"s{owner}"] if owner >= 0 else []), look.where
            assert rims == ([f"r{owner}"] if owner >= 0 else [])
            assert bool(kinds["free-land"]) == (owner < 0)
            if f"land-{place}" in offered:
                assert kinds["ring"] == 1 and "choice" in words_in(part)
                met["offered"] += 1
                continue
            assert not kinds["ring"] and words_in(part) == ["land"]
            shown = carried(look.board, place)
            expected = look.board.names[place] + (f" ({shown})" if shown else "")
            if owner != NOBODY:
                named = WORDS.text("name.independents")
                holder = named if owner == INDEPENDENT else look.names[owner]
                expected += f": {holder}, {army(view.infantry[place], view.cavalry[place])}"
                met["held"] += 1
            assert title_of(part) == expected, look.where
    assert met["offered"] and met["held"]


def test_what_happened_last_is_marked() -> None:
    met: Counter[int] = Counter()
    for look, choices, parts in pictures():
        offered = {place for choice in choices for place in choice.places}
        spoken: set[int] = set()
        for event in look.told[-1:]:
            facts = event.facts
            for name in ("place", "origin", "target", "start"):
                value = facts.get(name)
                spoken |= {value} if isinstance(value, int) and value >= 0 else set()
            link = facts.get("link")
            if isinstance(link, int):
                spoken |= set(look.board.links[link][:2])
        marked = {
            place for place in range(look.board.places) if classes(parts[f"land-{place}"])["trace"]
        }
        assert marked == {place for place in spoken if f"land-{place}" not in offered}, look.where
        met[len(marked)] += 1
    assert met.keys() >= {0, 1, 2}


def test_what_an_event_speaks_of() -> None:
    board = CONTENTS.boards[0]
    last = board.places - 1

    def touched(**facts: int) -> set[int]:
        return _touched(board, [Event("end", {"place": 3}), Event("x", {**facts})])

    assert touched(place=0) == {0} and touched(origin=last) == {last}
    assert touched(target=4, start=5) == {4, 5}
    assert touched(place=-1) == touched(place=board.places) == touched(seat=2) == set()
    assert touched(link=7) == set(board.links[7][:2])
    assert _touched(board, []) == set()


def test_armies_stand_with_their_holder_units_and_price() -> None:
    met: Counter[str] = Counter()
    for look, choices, parts in pictures():
        view = look.view
        offered = {place for choice in choices for place in choice.places}
        risks = at_risk(look)
        for place, owner in enumerate(view.owner):
            part = parts[f"army-{place}"]
            kinds = classes(part)
            if owner == NOBODY:
                assert not kinds["piece"] and not kinds["hit"], look.where
                continue
            assert bool(kinds["ring"]) == (f"army-{place}" in offered)
            assert kinds["free-ink" if owner < 0 else "plate-ink"] == 1
            assert not kinds["plate-ink" if owner < 0 else "free-ink"]
            assert bool(kinds["dashes"]) == (owner < 0) and bool(kinds["shape"]) == (owner >= 0)
            tired = view.tired_infantry[place] + view.tired_cavalry[place]
            there = view.infantry[place] + view.cavalry[place]
            assert bool(kinds["faded"]) == (tired == there > 0), look.where
            prices = [each for each in part.iter() if "price" in words_in(each)]
            assert len(prices) == (place in risks), look.where
            for tag in prices:
                texts = [each.text for each in tag if each.text]
                assert texts == [str(view.bribe_price[place])]
                met["price"] += 1
            met["faded"] += kinds["faded"]
            met["free"] += owner < 0
    assert met["price"] and met["faded"] and met["free"]


def test_the_forts_that_win_the_game_have_flags() -> None:
    met: Counter[bool] = Counter()
    for look, choices, parts in pictures():
        view = look.view
        offered = {place for choice in choices for place in choice.places}
        for place, great in enumerate(look.board.fort):
            part = parts.get(f"fort-{place}")
            assert (part is not None) == bool(great)
            if part is None:
                continue
            flags = [
                seat
                for seat in range(view.seats)
                if view.countdown[seat] and view.noted[seat] >> place & 1
            ]
            assert bool(classes(part)["counts"]) == bool(flags), look.where
            assert bool(classes(part)["ring"]) == (f"fort-{place}" in offered)
            art = "home" if look.board.home_of[place] >= 0 else ("", "fort", "great_fort")[great]
            assert links(part) == [f"#w-{art}"]
            met[bool(flags)] += 1
        assert ("attack-line" in parts) == (view.battle is not None)
    assert met.keys() == {True, False}


def test_a_flag_flies_only_while_the_forts_win() -> None:
    """A mask of forts that was noted for fewer than five says nothing."""
    scene = Scene(acting=True).army("Rome", "Sicilia", 1)
    view = scene.view("Rome")
    forts = 1 << scene.place("Sicilia") | 1 << scene.place("Rome")
    names = ("Livia", "Marcus", "Quinta")
    for countdown, flags in ((0, 0), (5, 2)):
        seen = replace(view, noted=(forts, 0, 0), countdown=(countdown, 0, 0))
        picture = face().scenes(seen, None, (), names)[0].svg
        assert picture.count(FLAG) == flags


def test_an_attack_is_a_line_from_army_to_army() -> None:
    for look, _, parts in pictures():
        fight = look.view.battle
        if fight is None:
            continue
        regions = SHEETS[look.view.map].regions
        (ax, ay), (bx, by) = regions[fight.origin].stack, regions[fight.target].stack
        assert parts["attack-line"].get("d") == f"M{ax} {ay}L{bx} {by}"


# Plates -------------------------------------------------------------------------------------------

READY: tuple[Group, ...] = (("infantry", 3, False), ("cavalry", 12, False))
TIRED: tuple[Group, ...] = (("infantry", 3, True), ("cavalry", 12, True))


@pytest.mark.parametrize("owner", (0, 5, INDEPENDENT))
@pytest.mark.parametrize("groups", (READY, TIRED, (*READY, *TIRED), ()))
def test_a_plate_shows_whose_units_it_counts(owner: int, groups: tuple[Group, ...]) -> None:
    part = ElementTree.fromstring(plate(owner, groups, 0.0))
    kinds = classes(part)
    assert kinds[f"of-{owner}" if owner >= 0 else "free"] == 1
    assert bool(kinds["shape"]) == (owner >= 0) and bool(kinds["dashes"]) == (owner < 0)
    assert words_in(part)[:2] == ["piece", "plate-ink" if owner >= 0 else "free-ink"]
    assert bool(kinds["faded"]) == (bool(groups) and all(tired for _, _, tired in groups))
    men = [each for each in part.iter() if "man" in words_in(each)]
    shown = [
        (links(man)[0].removeprefix("#u-"), int(man[1].text or 0), "spent" in words_in(man))
        for man in men
    ]
    assert shown == list(groups)
    (box,) = (each for each in part if each.tag == "rect")
    left, wide = float(box.get("x") or 0), float(box.get("width") or 0)
    places = [float(each.get("x") or 0) for man in men for each in man]
    assert places == sorted(places) and all(left < x < left + wide for x in places)


@pytest.mark.parametrize("owner", (-2, -1, 0, 3))
def test_a_fort_shows_its_size_and_its_holder(owner: int) -> None:
    for great, home, key in (
        (FORT, False, "fort"),
        (GREAT_FORT, False, "great_fort"),
        (GREAT_FORT, True, "home"),
        (FORT, True, "home"),
    ):
        part = ElementTree.fromstring(f"<g>{fort(owner, great, home)}</g>")
        assert links(part) == [f"#w-{key}"]
        kinds = classes(part)
        assert bool(kinds["stone"]) == (owner < 0) and bool(kinds["shape"]) == (owner >= 0)
        assert owner < 0 or kinds[f"of-{owner}"] == 1


def test_a_price_stands_where_it_covers_no_name() -> None:
    top = HEIGHTS[0]
    far = LETTER * 5 + DISC

    def covered(height: float, line: float) -> bool:
        return line - 8 - DISC < height < line + 9 + DISC

    for line in range(-80, 81):
        found = price_height(0, 0, [("Gallia", (0, line))])
        free = [height for height in HEIGHTS if not covered(height, line)]
        assert found == (free[0] if free else top), line
        assert price_height(0, 0, [("Gallia", (far + 20, line))]) == top
        assert price_height(0, 500, [("Gallia", (0, 500 + line))]) == found
        both = [("Gallia", (0, top)), ("Roma", (0, line))]
        free = [each for each in HEIGHTS if not covered(each, top) and not covered(each, line)]
        assert price_height(0, 0, both) == (free[0] if free else top), line


def test_no_other_plate_covers_a_price() -> None:
    for top in range(-100, 101, 5):
        box = (-10.0, float(top), 60.0, float(top + HIGH))
        found = price_height(0, 0, (), [box])
        free = [h for h in HEIGHTS if h + DISC <= top or h - DISC >= top + HIGH]
        assert found == (free[0] if free else HEIGHTS[0]), top
        assert price_height(0, 300, (), [(box[0], box[1] + 300, box[2], box[3] + 300)]) == found
        beside = (DISC + 1.0, float(top), 90.0, float(top + HIGH))
        assert price_height(0, 0, (), [beside]) == HEIGHTS[0]


def aside_of(look: Look, place: int, wide: float) -> float:
    regions = SHEETS[look.view.map].regions
    names = zip(look.board.names, (each.label for each in regions), strict=True)
    return aside(*regions[place].stack, wide, names)


def test_a_plate_goes_aside_for_a_name_as_far_as_it_must() -> None:
    wide, half = 186.0, LETTER * 6
    for line in (0, HIGH / 2 - 1):
        for at in range(-200, 201, 7):
            found = aside(500, 300, wide, [("Rhodes", (500 + at, 300 + line))])
            over = wide / 2 + half - abs(at)
            # At its right edge a price finds room too, if there is any.
            more = over + PRICE if at > 0 and over + PRICE <= -ASIDE[-1] else over
            if more <= 0:
                assert found == 0, at
            elif more <= -ASIDE[-1]:
                # Away from the name, to the next step.
                assert found * at <= 0 and more <= abs(found) < more + 6, at
    # A name above or below its numbers is kept clear of where there is room.
    below = ("Rhodes", (500.0, 300 + HIGH / 2 + 8))
    assert aside(500, 300, 80, [below]) == 0, "the name is too broad to be avoided"
    assert aside(500, 300, 40, [below]) != 0
    assert aside(500, 300, 40, [("Rhodes", (500.0, 300 + HIGH / 2 + 9))]) == 0


def test_a_plate_does_not_go_aside_onto_another() -> None:
    wide = 100.0
    for at in (-40.0, 40.0):
        name = ("Rhodes", (500 + at, 300.0))
        free = aside(500, 300, wide, [name])
        assert free * at < 0
        # Another army lies where it would go: it goes the other way, or stays.
        edge = free + (wide / 2 if free > 0 else -wide / 2)
        other = (500 + edge - 30, 285.0, 500 + edge + 30, 325.0)
        found = aside(500, 300, wide, [name], [other])
        assert found == 0 or found * free < 0
        below = (other[0], 321.0, other[2], 361.0)
        assert aside(500, 300, wide, [name], [below]) == free


@pytest.mark.parametrize("number", (0, 1), ids=("campaign", "grand"))
@pytest.mark.parametrize("kinds", (1, 2, 3, 4))
def test_no_numbers_of_an_army_without_a_fort_stand_on_a_name(number: int, kinds: int) -> None:
    board = CONTENTS.boards[number]
    regions = SHEETS[board.key].regions
    names = [(name, each.label) for name, each in zip(board.names, regions, strict=True)]
    wide = width_of((("infantry", 1, False),) * kinds)
    covered = []
    for place, region in enumerate(regions):
        if board.fort[place]:
            continue
        x, y = region.stack
        middle = x + aside(x, y, wide, names)
        covered += [
            (region.id, name)
            for name, (at, line) in names
            if abs(line - y) < HIGH / 2 and abs(at - middle) < LETTER * len(name) + wide / 2
        ]
    assert covered == []


def test_a_plate_beside_a_fort_begins_where_the_fort_ends() -> None:
    for look, _, parts in pictures():
        for place, owner in enumerate(look.view.owner):
            if owner == NOBODY:
                continue
            (box,) = (each for each in parts[f"army-{place}"].iter() if "plate" in words_in(each))
            left, wide = float(box.get("x") or 0), float(box.get("width") or 0)
            if look.board.fort[place]:
                assert abs(left - (4 - BESIDE)) < 0.2, look.where
            else:
                middle = left + wide / 2
                assert abs(middle - aside_of(look, place, wide)) < 0.2, look.where


def test_everything_lies_where_its_territory_has_it() -> None:
    for look, _, parts in pictures():
        for place, region in enumerate(SHEETS[look.view.map].regions):
            x, y = region.stack
            assert parts[f"army-{place}"].get("transform") == f"translate({x} {y})"
            if look.board.fort[place]:
                castle = parts[f"fort-{place}"]
                transform = (
                    (castle.get("transform") or "").removeprefix("translate(").removesuffix(")")
                )
                assert [float(each) for each in transform.split()] == pytest.approx(
                    fort_spot(region), abs=0.05
                )
                assert castle.get("data-also") == f"land-{place}"
            assert parts[f"army-{place}"].get("data-also") == f"land-{place}"
            assert parts[f"land-{place}"].get("data-middle") == f"army-{place}"


# The camera ---------------------------------------------------------------------------------------


def focus(look: Look) -> tuple[float, float, float, float]:
    scene = face().scenes(look.view, look.mine, (), look.names)[0]
    assert scene.focus is not None
    return scene.focus


def meant(look: Look) -> list[int]:
    """The territories that a small screen should open at."""
    view, asked = look.view, look.mine
    if view.battle is not None:
        return [view.battle.origin, view.battle.target]
    if asked is not None and asked.prompt in ("bribe", "trim", "lose"):
        verbs = ("bribe", "drop_infantry", "drop_cavalry")
        found = [option.arg for option in asked.options if option.verb in verbs]
        if found:
            return found
    for seat in (view.viewer, view.in_turn):
        held = [place for place, owner in enumerate(view.owner) if owner == seat and seat >= 0]
        if held:
            return held
    return [place for place, land in enumerate(look.board.territories) if land.home >= 0]


def test_a_small_screen_opens_where_the_most_is_going_on() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::3]:
        x, y, wide, high = focus(look)
        assert [wide, high] == list(NEAR)
        assert 0 <= x <= WIDTH - wide and 0 <= y <= HEIGHT - high
        spots = [SHEETS[look.view.map].regions[place].stack for place in meant(look)]
        across, down = wide / 2 - EDGE, high / 2 - EDGE
        groups = [
            [(a, b) for a, b in spots if abs(a - at) < across and abs(b - line) < down]
            for at, line in spots
        ]
        most = max(len(group) for group in groups)
        shown = [(a, b) for a, b in spots if x <= a <= x + wide and y <= b <= y + high]
        assert len(shown) >= min(most, len(spots)) or len(shown) >= most - 1, look.where
        # The middle of the densest group, up to the step of the camera and the map's edge.
        middles = {
            (
                sum(a for a, _ in group) / len(group),
                sum(b for _, b in group) / len(group),
            )
            for group in groups
            if len(group) == most
        }
        assert any(
            abs(min(max(a - wide / 2, 0), WIDTH - wide) - x) <= 40
            and abs(min(max(b - high / 2, 0), HEIGHT - high) - y) <= 40
            for a, b in middles
        ), look.where
        met["battle" if look.view.battle is not None else "else"] += 1
    assert met["battle"] and met["else"]


def test_the_densest_spots_are_in_the_middle() -> None:
    close = [(100.0, 100.0), (150.0, 120.0), (120.0, 200.0)]
    assert _thickest([*close, (900.0, 100.0)]) == (370 / 3, 140.0)
    assert _thickest([*close, (100.0, 900.0)]) == (370 / 3, 140.0)
    assert _thickest([(500.0, 400.0)]) == (500.0, 400.0)
    # Of groups of one size the one nearer to the middle of all.
    assert _thickest([(0.0, 0.0), (600.0, 0.0), (1500.0, 0.0)]) == (600.0, 0.0)


def test_a_subject_is_named_only_if_there_is_one() -> None:
    view = Scene().view("Rome")
    for place, name in enumerate(CONTENTS.boards[0].names):
        found = face().subject(view, "place", place)
        assert isinstance(found, Bit) and found.text == name
    assert face().subject(view, "place", -1) == ""
