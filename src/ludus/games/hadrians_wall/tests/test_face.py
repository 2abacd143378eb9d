"""What players are told: labels, hints, reasons, prompts, pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.face import Choice, foremost, scenes_of
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    Value,
    build,
    cells,
    fate,
    opened,
    place,
    the_board,
)


def choices(scene: Scene, seat: int = 0) -> dict[str, Choice]:
    """The seat's options as it sees them, by action."""
    decision = scene.table.decision(seat)
    assert decision is not None
    found = opened().face.choices(scene.table.view(seat), decision, scene.table.names)
    return {choice.action.text: choice for choice in found}


def why(scene: Scene, where: str) -> str:
    view, decision = scene.table.view(0), scene.table.decision(0)
    found = opened().face.why_not(view, decision, where, scene.table.names)
    return "" if found is None else plain(found)


def test_a_hint_tells_the_whole_chain_and_lights_it() -> None:
    scene = Scene(fort=11, wall=10, built=["granary_medium"], renown=16, piety=11, resource=1)
    choice = choices(scene)["wall"]
    assert choice.label == "Wall 11" and choice.places == ("wall-11",)
    assert plain(choice.hint) == (
        "1 Resource → Renown 17, Piety 12, 1 Servant. Then one cohort box of your choice."
    )
    assert choice.lights == ("renown-17", "piety-12")


@pytest.mark.parametrize(
    ("parts", "action", "label", "hint"),
    [
        ({"builder": 1}, "fort:1", "Fort 1 by a Builder", "1 Builder → Nothing by itself."),
        (
            {"fort": 3, "servant": 1, "builder": 1, "resource": 1},
            build("hotel_small"),
            "Build Small Hotel",
            "1 Resource → 1 Civilian. It pays 1 Civilian at the start of every later Year.",
        ),
        (
            {"fort": 9, "built": ["granary_medium"], **RICH},
            build("road_small"),
            "Build Small Road",
            "Then choose the attribute. It gives an attribute of your choice",
        ),
        ({"fort": 1, **RICH}, build("granary_medium"), "Medium Granary", "opens the Medium column"),
        ({"servant": 2}, "forum:3", "Forum: 2 Servants for 1 Civilian", "2 Servants → 1 Civilian."),
        (
            {"built": ["ludus"], "performers": 9, "strength": (4, 0)},
            "battle:0",
            "Send Red into battle",
            "against 4 strength left. Alive: 2 Renown. Dead: 1 Piety.",
        ),
        (
            {"built": ["ludus"], "performers": 9, "civilian": 1},
            "spar:1",
            "Train Red against a Civilian",
            "1 Civilian →",
        ),
        (
            {"built": ["temple_small"], "priests": 1, "temple": 1, "soldier": 1},
            "temple:0",
            "Small Temple: offer a Soldier",
            "1 Soldier → Piety 1, 1 Favour.",
        ),
        (
            {"built": ["baths"], "apparitores": 3, "disdain": 1, "resource": 1},
            "bribe:0",
            "Bribe 1",
            "Removes 1 Disdain.",
        ),
        (
            {"built": ["courthouse"], "apparitores": 5, "builder": 1},
            "ruling:1",
            "Ruling: 1 Builder for 2 Servants",
            "1 Builder → 2 Servants.",
        ),
        (
            {"patricians": 1, "servant": 1, "soldier": 1, "resource": 2},
            "diplomat:2",
            "Diplomat 1 for the Right cohort",
            "Valour 1. Two Favours against cards that attack the Right cohort.",
        ),
        (
            {"patricians": 2, "soldier": 1},
            "pattern:0",
            "Scout with the pattern of the neutral Ranger (I)",
            "brings one more attacker",
        ),
        ({"resource": 2}, "stop", "End my year", "You return 2 Resources"),
        ({}, "stop", "End my year", "Anything you have left goes back"),
    ],
)
def test_labels_and_hints(parts: dict[str, Value], action: str, label: str, hint: str) -> None:
    choice = choices(Scene(parts))[action]
    assert label in choice.label
    assert hint in plain(choice.hint)


def test_buying_says_who_is_paid_and_what_is_new() -> None:
    scene = Scene(seats=3, built=["market"], traders=9, market=(2,), resource=1)
    scene.do("good:1")
    found = choices(scene)
    assert found["buy:0"].label == "From Marcus, to your left: good 2"
    assert plain(found["buy:0"].hint) == (
        "You have this good already: no Renown. Marcus gets the Resource."
    )
    assert "top Fate card" in plain(found["buy:2"].hint)
    assert found["buy:1"].places == ("slot-1",) and found["buy:2"].places == ("fate-deck",)


def test_neighbours_of_one_name_are_told_apart() -> None:
    scene = Scene(seats=3, patricians=2, soldier=1, prospects=["fighter", "fighter", "fighter"])
    view, decision = scene.table.view(0), scene.table.decision(0)
    assert decision is not None
    found = opened().face.choices(view, decision, ("Ann", "Bob", "Bob"))
    labels = [choice.label for choice in found]
    assert "Scout with the pattern of Bob, to your left (O)" in labels
    assert "Scout with the pattern of Bob, to your right (O)" in labels
    assert len(set(labels)) == len(labels)


def picture_of(scene: Scene, key: str) -> ElementTree.Element:
    view, decision = scene.table.view(0), scene.table.decision(0)
    scenes = scenes_of(opened().face, view, decision, scene.table.names)
    return ElementTree.fromstring(next(each.svg for each in scenes if each.key == key))


def test_a_pattern_can_be_laid_on_a_large_map() -> None:
    scene = Scene(prospects=["fighter"], patricians=2, soldier=1)
    scene.do("pattern:2")
    found = choices(scene)
    spot = place("r1c1 r1c2 r2c1 r2c2")
    assert plain(found[spot].hint) == "1 Resource, 1 Servant."
    assert found[spot].lights[:4] == ("lay-cell-0", "lay-cell-1", "lay-cell-5", "lay-cell-6")
    decision = scene.table.decision(0)
    scenes = scenes_of(opened().face, scene.table.view(0), decision, scene.table.names)
    assert foremost(scenes).key == "map"
    handles = [e for e in picture_of(scene, "map").iter() if e.get("data-action")]
    assert len(handles) == 12


def shape_of(scene: Scene, turn: str) -> set[tuple[int, int]]:
    """The cells of the pattern as one of its layers lays it, from the corner."""
    layer = next(e for e in picture_of(scene, "map").iter() if e.get("data-turn") == turn)
    spot = next(e.get("data-action") for e in layer if e.get("data-action"))
    assert spot is not None
    mask = the_board().places[int(spot.split(":")[1])]
    cells = [divmod(cell, 5) for cell in range(20) if mask >> cell & 1]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(row - top, column - left) for row, column in cells}


def corner(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(row - top, column - left) for row, column in cells}


@pytest.mark.parametrize(("card", "ways"), [("engineer", 8), ("fighter", 1), ("ranger", 2)])
def test_a_pattern_is_turned_and_mirrored_layer_by_layer(card: str, ways: int) -> None:
    scene = Scene(prospects=[card], patricians=2, soldier=1)
    scene.do("pattern:2")
    layers = [e for e in picture_of(scene, "map").iter() if e.get("data-turn")]
    assert len(layers) == ways
    spots: set[str] = set()
    for layer in layers:
        turn, following, mirror = (
            layer.get(f"data-{key}") or "" for key in ("turn", "next", "mirror")
        )
        shape = shape_of(scene, turn)
        assert shape_of(scene, following) == corner({(column, -row) for row, column in shape})
        assert shape_of(scene, mirror) == corner({(row, -column) for row, column in shape})
        spots |= {e.get("data-action") or "" for e in layer}
    assert spots - {""} == {choice.action.text for choice in choices(scene).values()}


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_no_id_comes_twice_on_a_page_and_every_icon_is_there(seats: int) -> None:
    face, rng = opened().face, SeededRng(f"ids {seats}")
    table = Table(opened(), [f"P{seat}" for seat in range(seats)])
    keys: set[tuple[str, ...]] = set()
    for move in range(160):
        if move % 8 == 0 or table.over:
            scenes = scenes_of(face, table.view(0), table.decision(0), table.names)
            keys.add(tuple(scene.key for scene in scenes))
            drawn = [e for scene in scenes for e in ElementTree.fromstring(scene.svg).iter()]
            ids = [e.attrib["id"] for e in drawn if "id" in e.attrib]
            assert sorted(ids) == sorted(set(ids))
            links = {e.attrib["href"][1:] for e in drawn if "href" in e.attrib}
            assert links <= set(ids)
        if table.over:
            break
        decision = table.decisions()[0]
        table.play(decision.seat, pick(decision, rng))
    assert len(keys) == 1, "the same pictures in the same order, so that a page can keep them"


def test_a_move_changes_little_of_the_pictures() -> None:
    """A page sends what differs, so what does not change must be drawn the same."""
    scene = Scene(seats=6, soldier=3, servant=2, resource=2)
    before = scenes_of(
        opened().face, scene.table.view(1), scene.table.decision(1), scene.table.names
    )
    scene.do("mining")
    after = scenes_of(
        opened().face, scene.table.view(1), scene.table.decision(1), scene.table.names
    )
    changed = [one.key for one, other in zip(before, after, strict=True) if one.svg != other.svg]
    assert changed == ["seat-0"]


@pytest.mark.parametrize(
    ("parts", "where", "reason"),
    [
        ({}, "mining-1", "This costs 1 Servant; you have 0 Servants."),
        ({}, "fort-1", "This costs 1 Soldier or 1 Builder; you have neither."),
        ({"mining": 4, "servant": 1}, "mining-5", "This column needs the Medium Granary."),
        (
            {"mining": 9, "servant": 1, "built": ["granary_medium"]},
            "mining-10",
            "This column needs the Large Granary.",
        ),
        ({"fort": 2, "wall": 2, "resource": 1}, "wall-3", "Fort box 3 must be filled first."),
        ({"fort": 2, "cippi": 1, "resource": 1}, "cippi-2", "Fort box 4 must be filled first."),
        ({"fort": 2, "servant": 9}, "hotel-small", "This needs Infrastructure 2; you have 1."),
        (
            {"fort": 17, "built": list(ALL_GRANARIES)},
            "hotel-large",
            "Build the Small Hotel first.",
        ),
        ({"traders": 2}, "precinct-small", "This needs 3 Traders; you have 2."),
        ({"traders": 9, "resource": 1}, "market-1", "Build the Market first."),
        ({"built": ["market"], "traders": 4}, "market-8", "This needs 9 Traders; you have 4."),
        ({"renown": 3}, "archway", "This needs 15 Renown; you have 3."),
        ({"fort": 3}, "fort-2", "This box is already filled."),
        ({"fort": 3}, "fort-6", "Fort is filled in order; box 4 comes first."),
        (
            {"built": ["temple_small"], "priests": 9},
            "temple-medium-2",
            "Temples are filled in order; box 1 of the Small Temple comes first.",
        ),
        (
            {"built": ["temple_small", "temple_medium"], "priests": 9, "temple": 2},
            "temple-medium-2",
            "Temples are filled in order; box 1 of the Medium Temple comes first.",
        ),
        ({}, "cohort-left-1", "Cohort boxes are filled only by Cohort icons."),
        ({}, "production-4", "Production circles are filled only by hammers."),
        ({}, "piety-2", "Attributes are gained from other boxes, cards and defence."),
        ({"guard": 6, "builder": 1}, "training-1", "This column needs the Medium Granary."),
        (
            {"training": (2, 0, 0, 0, 0), "builder": 1},
            "training-2",
            "You have done this as often as one Year allows.",
        ),
        (
            {"built": ["baths"], "apparitores": 8, "resource": 3},
            "baths-1",
            "You have no Disdain to remove.",
        ),
        (
            {"built": ["ludus"], "performers": 9, "servant": 1, "strength": (2, 0), "wounds": (2,)},
            "ludus-red-3",
            "This gladiator is dead.",
        ),
        (
            {"built": ["ludus"], "performers": 9},
            "ludus-blue-battle-1",
            "An untrained gladiator cannot battle.",
        ),
        (
            {"patricians": 3, "diplomats": (1, 0, 0), "mediation": (2, 0, 0), **RICH},
            "diplomat-2-left",
            "This cohort already has a Diplomat.",
        ),
        ({"patricians": 1, "soldier": 1}, "scout-1", "This needs 2 Patricians; you have 1."),
        (
            {
                "patricians": 9,
                "soldier": 1,
                "scouts": 4,
                "map": (1 << 20) - 1 - cells("r1c1 r2c3 r3c5 r4c1"),
            },
            "scout-5",
            "No pattern that you can use fits on your map.",
        ),
        ({}, "scout-r1c1", "The map is filled by Scouts: choose a pattern first."),
        ({}, "temple-small-favour", "Favours are used when the Picts attack."),
        ({}, "hotel-small-reward", "You get this when you build it."),
        ({}, "score-total", "The score is counted for you."),
    ],
)
def test_reasons(parts: dict[str, Value], where: str, reason: str) -> None:
    assert why(Scene(parts), where) == reason


def test_no_reason_for_what_can_be_done_and_other_times() -> None:
    scene = Scene(servant=1)
    assert why(scene, "mining-1") == ""
    asking = Scene(soldier=1)
    asking.do("guard")
    assert why(asking, "mining-1") == "First answer the question above."
    asking.do("cohort:0")
    asking.do("stop")
    assert why(asking, "mining-1") == "You have nothing to choose right now."


def test_prompts_speak_to_the_one_who_chooses_and_to_the_others() -> None:
    scene = Scene(seats=3, year=4)
    face, decision = opened().face, scene.table.decision(1)
    assert decision is not None
    own = face.prompt(scene.table.view(1), decision, scene.table.names)
    assert plain(own.sentence) == "Fill a box, or end your year."
    other = face.prompt(scene.table.view(0), decision, scene.table.names)
    assert plain(other.sentence) == "Marcus is still acting in Year IV."


def test_the_log_tells_an_action_with_its_gains() -> None:
    scene = Scene(seats=3, fort=3, builder=1)
    face = opened().face
    told = [face.tell(scene.table.view(1), e, scene.table.names) for e in scene.do("fort:1")]
    lines = [plain(line.sentence) for line in told if line is not None]
    assert lines == ["Livia fills Fort 4: 1 Civilian."]


def test_the_fate_card_is_told_in_words() -> None:
    scene = Scene.start(1)
    face, view = opened().face, scene.table.view(0)
    told = scene.turn(fate(items=(2, 2, 3, 1, 0)))
    lines = [face.tell(view, event, scene.table.names) for event in told]
    words = [plain(line.sentence) for line in lines if line is not None]
    assert words == ["Fate gives everyone 2 Soldiers, 2 Builders, 3 Servants, 1 Civilian."]


def printed(scene: Scene, words: str) -> list[tuple[float, float, float]]:
    """Where a text on the Wall begins or ends, and how high it is, wherever it stands."""
    drawn = [e for e in picture_of(scene, "left").iter() if (e.text or "") == words]
    return [
        (float(e.get("x", "0")), float(e.get("y", "0")), float(e.get("font-size", "0")))
        for e in drawn
    ]


def test_print_keeps_clear_of_its_neighbours() -> None:
    """By how wide bold capitals (0.69) and plain letters (0.5) are in the fonts of the pages."""
    scene, note = Scene(), "yearly per"
    for words in ("HOTEL", "WORKSHOP", "ROAD"):
        ((x, y, size),) = printed(scene, words)
        ends = [end for end in printed(scene, note) if abs(end[1] - y) < 9 and end[0] > x]
        right, _, small = min(ends)
        assert x + 0.69 * size * len(words) <= right - 0.5 * small * len(note), words
