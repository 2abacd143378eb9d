"""What stands round the sheets: meters, cards, previews, explanations, the attack."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludus.core.face import Choice, scenes_of
from ludus.core.models import About, Dashboard, Preview
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.hadrians_wall import GAME
from ludus.games.hadrians_wall.ids import DISDAIN, RENOWN, THROUGH, VALOUR
from ludus.games.hadrians_wall.mechanics.points import total
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    Value,
    build,
    opened,
)
from ludus.kit.clauses import read_clauses

TEMPLE: dict[str, Value] = {"built": ("temple_small",), "priests": 1, "temple": 2, "favour": 1}


def choices(scene: Scene, seat: int = 0) -> dict[str, Choice]:
    decision = scene.table.decision(seat)
    assert decision is not None
    found = opened().face.choices(scene.table.view(seat), decision, scene.table.names)
    return {choice.action.text: choice for choice in found}


def dashboard(scene: Scene, seat: int = 0) -> Dashboard:
    view, decision = scene.table.view(seat), scene.table.decision(seat)
    face, names = opened().face, scene.table.names
    offered = () if decision is None else face.choices(view, decision, names)
    return face.dashboard(view, decision, offered, names)


def preview(scene: Scene, action: str, seat: int = 0) -> Preview:
    decision = scene.table.decision(seat)
    assert decision is not None
    choice = choices(scene, seat)[action]
    return opened().face.preview(scene.table.view(seat), decision, choice, scene.table.names)


def about(scene: Scene, place: str) -> About:
    view, decision = scene.table.view(0), scene.table.decision(0)
    found = opened().face.about(view, decision, place, scene.table.names)
    assert found is not None, place
    return found


def needs(said: About) -> dict[str, tuple[int, int]]:
    return {need.label: (need.have, need.needed) for need in said.needs}


# Round the sheets --------------------------------------------------------------------------------


def test_the_dashboard_says_where_the_game_is_and_what_there_is_to_spend() -> None:
    scene = Scene(
        seats=3, year=4, difficulty="normal", fort=11, built=["granary_medium"], soldier=2
    )
    told = dashboard(scene)
    assert told.turn == "Year IV of VI · Normal"
    assert told.steps is not None and told.steps.names[told.steps.at] == "Actions"
    assert [(meter.key, meter.value) for meter in told.supply] == [
        ("soldier", 2),
        ("builder", 0),
        ("servant", 0),
        ("civilian", 0),
        ("resource", 0),
        ("infrastructure", 5),
        ("favour", 0),
        ("year-1", 1),
        ("year-2", 2),
        ("year-3", 4),
        ("year-4", 6),
        ("year-5", 8),
        ("year-6", 10),
    ]
    assert [meter.tone for meter in told.supply[:2]] == ["", "faded"]
    years = told.supply[-6:]
    assert [meter.tone for meter in years] == ["faded", "faded", "faded", "", "faded", "faded"]
    assert [meter.beside for meter in years] == ["1", "2", "2", "3", "3", "4"]


@pytest.mark.clause("hw.attribute.3", "hw.attribute.7")
def test_an_attribute_shows_the_next_box_that_gives_something() -> None:
    renown, *_ = dashboard(Scene(renown=16)).tracks
    assert (renown.value, renown.most) == (16, 25)
    assert (renown.next_at, renown.next_icon) == (17, "piety")
    full, *_ = dashboard(Scene(renown=25)).tracks
    assert (full.next_at, full.next_icon) == (0, "")


@pytest.mark.clause("hw.score.4")
def test_disdain_shows_what_it_costs() -> None:
    found = {meter.key: meter for meter in dashboard(Scene(disdain=4, removed=1)).tracks}
    assert (found["disdain"].value, found["disdain"].tone) == (3, "bad")
    assert found["disdain"].shown == "3 (\N{MINUS SIGN}5)"


def test_panels_are_meters_with_the_neighbours_named() -> None:
    scene = Scene(seats=4, resource=2, cohorts=(1, 0, 2))
    scene.do("stop", seat=1)
    panels = opened().face.panels(scene.table.view(0), scene.table.names)
    assert [panel.note for panel in panels] == ["", "left", "", "right"]
    assert [panel.state for panel in panels[:2]] == ["acting", "done"]
    assert not any(panel.lines for panel in panels)
    own = {meter.key: (meter.value, meter.group) for meter in panels[0].meters}
    assert own["resource"] == (2, 0) and own["renown"] == (0, 1) and own["cohort-right"] == (2, 2)


@pytest.mark.clause("hw.cards.2", "hw.path.1")
def test_cards_to_choose_from_show_goal_and_gain_and_can_be_chosen() -> None:
    scene = Scene.start(2)
    while scene.chance():
        scene.turn(scene.chance()[0].arg)
    told = dashboard(scene)
    hand = next(tray for tray in told.trays if tray.role == "hand")
    assert len(hand.cards) == 2
    for card in hand.cards:
        assert plain(card.body).startswith("Prospect: ") and len(card.goals) == 3
    chosen = {place for choice in choices(scene).values() for place in choice.places}
    assert chosen == {card.places[0] for card in hand.cards}
    scenes = scenes_of(
        opened().face, scene.table.view(0), scene.table.decision(0), scene.table.names
    )
    ranks = {each.key: each.rank for each in scenes}
    assert ranks["left"] > ranks["right"] > ranks["seat-1"] == 0, "the own sheets stay in sight"


def test_paths_show_how_far_they_have_come() -> None:
    scene = Scene(year=3, paths=["forager", "vanguard"], production=4, guard=6)
    tray = next(tray for tray in dashboard(scene).trays if tray.key == "paths")
    forager, vanguard, _ = tray.cards
    assert (forager.title, forager.kind, forager.meters[0].value) == ("Forager", "I", 4)
    assert [goal.done for goal in forager.goals] == [True, False, False]
    assert (vanguard.goals[0].words, vanguard.goals[0].gives) == ("1", "1 point")


@pytest.mark.clause("hw.fort.1")
def test_a_switch_says_who_builds_the_fort_only_where_two_could() -> None:
    both = Scene(soldier=1, builder=1)
    assert [mode.key for mode in dashboard(both).modes] == ["builder", "soldier"]
    found = choices(both)
    assert (found["fort:0"].mode, found["fort:1"].mode) == ("soldier", "builder")
    assert found["guard"].mode == ""
    one = Scene(soldier=1)
    assert dashboard(one).modes == () and choices(one)["fort:0"].mode == ""


# Previews ----------------------------------------------------------------------------------------


def test_a_preview_shows_the_chain_step_by_step() -> None:
    scene = Scene(fort=11, wall=10, built=["granary_medium"], renown=16, piety=11, resource=1)
    shown = preview(scene, "wall")
    assert [plain(chip) for chip in shown.chips] == [
        "pay 1 Resource",
        "1 Renown 17",
        "2 Piety 12",
        "+1 Servant",
        "Cohort of your choice",
    ]
    assert shown.path == ("wall-11", "renown-17", "piety-12")
    assert shown.points == (31, 33) and shown.verb == "Fill Wall 11"
    assert dict(shown.changes) == {
        "servant": 1,
        "resource": -1,
        "renown": 1,
        "piety": 1,
        "points": 2,
    }


@pytest.mark.clause("hw.fort.6", "hw.wall.3")
def test_a_preview_says_what_a_box_opens() -> None:
    shown = preview(Scene(fort=2, builder=1), "fort:1")
    assert [plain(chip) for chip in shown.chips] == ["pay 1 Builder", "Infrastructure 2"]
    assert plain(shown.rows[-1]) == "Opens Infrastructure 2, Wall 3, Small Hotel."


@pytest.mark.parametrize(
    ("parts", "action"),
    [
        ({"fort": 11, "wall": 10, "built": ["granary_medium"], "renown": 16, **RICH}, "wall"),
        ({"fort": 9, "built": ["granary_medium"], **RICH}, build("hotel_small")),
        ({"fort": 4, **RICH}, "fort:1"),
        ({"patricians": 1, **RICH}, "diplomat:2"),
        ({"built": ["baths"], "apparitores": 3, "disdain": 2, **RICH}, "bribe:0"),
        ({"built": ["temple_small"], "priests": 1, "temple": 1, "soldier": 1}, "temple:0"),
    ],
)
def test_a_preview_changes_meters_as_the_choice_will(parts: dict[str, Value], action: str) -> None:
    scene = Scene(parts)

    def meters() -> dict[str, int]:
        told = dashboard(scene)
        return {meter.key: meter.value for meter in (*told.supply, *told.tracks)}

    before, shown = meters(), preview(scene, action)
    scene.do(action)
    after = meters()
    changed = {key: after[key] - before[key] for key in after if after[key] != before[key]}
    assert dict(shown.changes) == changed
    assert shown.points == (before["points"], after["points"])


# Explanations ------------------------------------------------------------------------------------


@pytest.mark.clause("hw.hotel.1", "hw.hotel.5", "hw.hotel.6")
def test_a_building_says_what_it_needs_gives_and_what_would_help() -> None:
    scene = Scene(
        fort=11,
        built=["granary_medium", "hotel_small"],
        servant=1,
        resource=2,
        discipline=10,
    )
    said = about(scene, "hotel-large")
    assert said.title == "Large Hotel" and said.state == "not yet"
    assert needs(said) == {
        "Infra": (5, 6),
        "Small Hotel": (1, 1),
        "Builders": (0, 1),
        "Servants": (1, 1),
        "Resources": (2, 2),
    }
    assert [plain(each) for each in said.gives] == [
        "now 1 Renown, 1 Civilian",
        "every year 1 Civilian",
    ]
    assert plain(said.why_not) == "This needs Infrastructure 6; you have 5."
    assert plain(said.helps) == ("Fill Fort 13: Infrastructure 6. Discipline 12 brings 1 Builder.")
    assert said.rings == ("fort-13",)


@pytest.mark.clause("hw.fort.6", "hw.wall.3", "hw.cippi.3")
def test_a_fort_box_says_what_it_opens() -> None:
    said = about(Scene(fort=12, built=["granary_medium"], builder=1), "fort-13")
    assert said.state == "you may choose it" and said.why_not == ()
    assert [plain(each) for each in said.opens] == [
        "Infrastructure 6",
        "Wall 13",
        "Cippi 5",
        "Large Hotel",
    ]


@pytest.mark.parametrize(
    ("place", "opens"),
    [
        ("granary-medium", ["Medium column", "Large Granary"]),
        ("traders-4", ["Market", "Market box 1"]),
        ("performers-3", ["Ludus", "Performance 2", "Gladiators' strength 1"]),
        ("priests-3", ["Medium Temple", "Temple boxes 3, 4"]),
        ("apparitores-4", ["Courthouse", "Bribe 2", "Ruling"]),
        ("patricians-2", ["Scout 1"]),
        ("renown-15", ["Archway"]),
    ],
)
def test_what_boxes_open(place: str, opens: list[str]) -> None:
    assert [plain(each) for each in about(Scene(), place).opens] == opens


def test_every_box_card_and_meter_can_be_explained_by_known_clauses() -> None:
    scene = Scene(RICH, seats=3, fort=3)
    face, view, names = opened().face, scene.table.view(0), scene.table.names
    decision = scene.table.decision(0)
    scenes = scenes_of(face, view, decision, names)
    boxes = {
        str(element.get("id"))
        for each in scenes[:2]
        for element in ElementTree.fromstring(each.svg).iter()
        if element.find("*[@class='hit']") is not None
    }
    assert len(boxes) > 250
    told = dashboard(scene)
    cards = {card.about or card.places[0] for tray in told.trays for card in tray.cards}
    shown = (*told.supply, *told.tracks)
    meters = {meter.place or f"meter-{meter.key}" for meter in shown}
    for place in boxes | cards | meters:
        said = face.about(view, decision, place, names)
        assert said is not None and said.title and said.body and said.clauses, place
        assert said.icon in face.symbols, place
        assert set(said.clauses) <= known_clauses(), place


def known_clauses() -> set[str]:
    return {clause.id for clause in read_clauses(GAME.folder / "clauses.toml")}


def test_nothing_is_said_of_places_that_are_not_there() -> None:
    scene = Scene()
    view, names = scene.table.view(0), scene.table.names
    for place in ("", "path", "path-9", "path--1", "hand-3", "slot-7", "meter-gold", "year-0"):
        assert opened().face.about(view, None, place, names) is None, place


# The attack --------------------------------------------------------------------------------------


@pytest.mark.clause("hw.attack.8", "hw.attack.9")
def test_the_attack_is_told_card_by_card_and_not_by_the_last_one() -> None:
    scene = Scene(year=4, cohorts=(1, 0, 0))
    scene.state.sheets[0][THROUGH] = 7
    scene.stop()
    for turned, (arrow, held) in enumerate(
        [("left", True), ("right", False), ("right", False), ("left", False)]
    ):
        moment = dashboard(scene).moment
        assert moment is not None and moment.row_label == f"{turned} of 4 turned"
        assert [card.down for card in moment.cards] == [False] * turned + [True] * (4 - turned)
        assert [card.latest for card in moment.cards].count(True) == (turned > 0)
        assert moment.stake == "3"
        scene.attack(arrow)
        if turned == 3:
            break
        after = dashboard(scene).moment
        assert after is not None
        side = next(side for side in after.sides if plain(side.title).lower() == arrow)
        assert (side.tone == "good") is held
        assert "7" not in plain(after.verdict)


@pytest.mark.clause("hw.favour.2", "hw.attack.17", "hw.attack.18")
def test_favours_are_weighed_against_facing_the_attack() -> None:
    scene = Scene(TEMPLE, year=2)
    scene.raid("left", "right")
    moment = dashboard(scene).moment
    assert moment is not None and moment.steps is not None
    assert moment.steps.names[moment.steps.at] == "Favours"
    ways = {column.title: [meter.shown for meter in column.meters] for column in moment.columns}
    assert ways["Without a Favour"][:2] == ["+2", "+0"]
    assert ways["Temple on Left"][:2] == ["+1", "+1"]
    assert choices(scene)["ignore:0"].places == (), "a button of its own"
    shown = preview(scene, "ignore:0")
    assert dict(shown.changes)["favour"] == -1 and dict(shown.changes)["disdain"] == 1
    before = scene["valour"]
    scene.do("ignore:0")
    assert scene["valour"] - before == dict(shown.changes)["valour"]
    assert scene["disdain"] == 1


def test_a_seat_that_was_never_attacked_has_no_negative_count() -> None:
    scene = Scene(seats=2, year=2)
    scene.stop()
    panels = opened().face.panels(scene.table.view(0), scene.table.names)
    assert all(meter.value >= 0 for panel in panels for meter in panel.meters)
    moment = dashboard(scene).moment
    assert moment is not None and "\N{MINUS SIGN}" not in plain(moment.verdict)


@pytest.mark.clause("hw.attack.4", "hw.attack.5")
def test_the_log_has_one_line_for_all_arrows() -> None:
    scene = Scene(year=4, cohorts=(6, 6, 6))
    face, view, names = opened().face, scene.table.view(0), scene.table.names
    told = [
        face.tell(view, event, names) for event in scene.raid("left", "right", "left", "centre")
    ]
    lines = [plain(line.sentence) for line in told if line is not None]
    assert lines.count("Arrows: 2 Left, 1 Centre, 1 Right.") == 1
    assert not any("cohort" in line for line in lines)
    moments = [line.moment for line in told if line is not None and line.moment is not None]
    assert len(moments) == 1 and plain(moments[0].verdict) == "The Wall holds: 3 Valour."


def test_the_end_names_the_rank_of_a_player_alone() -> None:
    scene = Scene(year=6, renown=25, piety=25, discipline=20, cohorts=(6, 6, 6))
    scene.raid(*["left"] * 6, "right", "right")
    outcome = scene.table.outcome
    assert outcome is not None
    said = plain(opened().face.verdict(outcome, scene.table.names))
    assert "Legatus legionis" in said


# Texts and pictures ------------------------------------------------------------------------------


def test_pages_of_text_fit_a_terminal() -> None:
    scene = Scene(seats=3, year=6, built=[*ALL_GRANARIES, "market", "theatre", "ludus"], fort=21)
    pages = opened().face.text(scene.table.view(0), scene.table.names).split("\n\n")
    assert len(pages) == 3
    for page in pages:
        lines = page.split("\n")
        assert len(lines) <= 40 and max(len(line) for line in lines) <= 110


def test_a_sheet_opens_where_something_can_be_chosen() -> None:
    scene = Scene(fort=3, resource=1)
    view, names = scene.table.view(0), scene.table.names
    left, right, *_ = scenes_of(opened().face, view, scene.table.decision(0), names)
    open_parts = {part.key: part.open for part in left.sections}
    assert open_parts == {
        "cohorts": 0,
        "frontier": 2,
        "buildings": 0,
        "landmarks": 0,
        "attributes": 0,
    }
    assert left.focus is not None and left.focus[1] < 326 < left.focus[1] + left.focus[3]
    frontier = next(part for part in left.sections if part.key == "frontier")
    assert frontier.box[0] < 162 and frontier.box[2] <= 460, "narrow enough for a phone"
    assert sum(part.open for part in right.sections) == 0


def test_the_icons_of_rows_can_stay_at_the_edge() -> None:
    """On a phone a part begins right of the names of rows; their icons are one element to move."""
    scene = Scene(seats=2, fort=3, resource=1)
    view, names = scene.table.view(0), scene.table.names
    left, right, _, _, rival = scenes_of(opened().face, view, scene.table.decision(0), names)
    edge = [part for part in ElementTree.fromstring(left.svg).iter() if part.get("data-edge")]
    assert len(edge) == 1 and edge[0].get("visibility") == "hidden"
    shown = [part.get("href", "") for part in edge[0].iter()]
    for row in ("cohort", "mine", "guard", "cippi", "wall", "fort", "granary", "renown", "valour"):
        assert f"#left-{row}" in shown, row
    start = {part.key: part.box[0] for part in left.sections}
    assert start["frontier"] > 100 > start["buildings"]
    # Pictures without such an element begin at their left edge.
    for other in (right, rival):
        assert "data-edge" not in other.svg
    assert all(part.box[0] < 20 for part in rival.sections[:5])


def test_exchanges_are_picked_by_icons() -> None:
    """The menu of the Forum shows figures and icons; in words the choices keep their names."""
    scene = Scene(servant=2, builder=1, built=["courthouse"], apparitores=8)
    found = choices(scene)
    forum = found["forum:3"]
    assert forum.label == "Forum: 2 Servants for 1 Civilian"
    assert [bit.ref or bit.text for bit in forum.brief] == [
        "2 ",
        "servant",
        " → ",
        "1 ",
        "civilian",
    ]
    assert plain(found["ruling:0"].brief) == "1 Servant"
    assert plain(found["ruling:1"].brief) == "1 Builder → 2 Servants"
    assert preview(scene, "forum:3").title == "Forum"
    assert preview(scene, "ruling:1").title == "Courthouse"
    assert not found["stop"].brief


def test_the_sheets_of_a_rival_have_the_same_parts_side_by_side() -> None:
    scene = Scene(seats=2)
    view, names = scene.table.view(0), scene.table.names
    found = {each.key: each for each in scenes_of(opened().face, view, None, names)}
    own = [part.key for key in ("left", "right") for part in found[key].sections]
    assert [part.key for part in found["seat-1"].sections] == own
    town = next(part for part in found["seat-1"].sections if part.key == "traders")
    assert town.box[0] > 1100 and found["seat-0"].away


def test_print_can_be_read_where_a_phone_shows_a_part() -> None:
    """A part fills 390 px: at 10 px a letter must be this high in the picture."""
    scene = Scene()
    view, names = scene.table.view(0), scene.table.names
    for each in scenes_of(opened().face, view, scene.table.decision(0), names)[:2]:
        least = 10 * max(part.box[2] for part in each.sections) / 390
        sizes = [
            float(element.get("font-size", "0"))
            for element in ElementTree.fromstring(each.svg).iter()
            if element.tag.endswith("text")
        ]
        assert min(sizes) >= max(least, 14), each.key


def test_whose_hidden_cards_are_not_told() -> None:
    """Two positions that differ in a rival's unseen cards look the same."""
    table = Table(opened(), ("Livia", "Marcus"))
    while table.decision(0) is None:
        decision = table.decisions()[0]
        table.play(decision.seat, decision.options[0])
    view, names = table.view(0), table.names
    face = opened().face
    told = face.dashboard(view, table.decision(0), (), names)
    rival = [card.title for tray in told.trays for card in tray.cards]
    hidden = [card for card in range(12) if table.state.hands[1] >> card & 1]
    own = [card for card in range(12) if table.state.hands[0] >> card & 1]
    assert hidden and own
    titles = {face.words.text(f"path.{key}") for key in PATH_KEYS}
    assert len([title for title in rival if title in titles]) == 2, "only the own hand is shown"


PATH_KEYS = (
    "architect",
    "aristocrat",
    "defender",
    "engineer",
    "fighter",
    "forager",
    "merchant",
    "planner",
    "pontiff",
    "ranger",
    "trainer",
    "vanguard",
)


def test_points_of_a_preview_count_as_the_rules_do() -> None:
    scene = Scene(TEMPLE, year=2)
    scene.raid("left", "right")
    shown = preview(scene, "defend")
    scene.do("defend")
    sheet = scene.state.sheets[0]
    assert shown.points is not None and shown.points[1] == total(scene.board, sheet)
    assert sheet[DISDAIN] == 2 and sheet[VALOUR] == 0 and sheet[RENOWN] == 0
