"""Positions imagined in the middle of an act: who takes part is drawn so that it goes on [20.0]."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.games.agricola.ids import (
    ARRIVE,
    CALEDONIAN,
    NONE,
    ROMAN,
)
from ludus.games.agricola.rules.forces import carried, on_map
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.imagined import BOARD, T, imagined, spots
from ludus.games.agricola.tests.scene import Scene, unit


def forces(found: Sequence[State]) -> set[int]:
    """Who takes part in the act under way, in each of the positions."""
    return {drawn.stack[-1].mask for drawn in found}


def taking_part(found: Sequence[State], side: int) -> None:
    """Whoever takes part stands there; sometimes not all do."""
    whole = 0
    for drawn in found:
        frame = drawn.stack[-1]
        there = drawn.here[side][frame.place] & ~T.musters[side].static
        assert frame.mask and not frame.mask & ~there
        whole += frame.mask == there
    assert 0 < whole < len(found), "how many march is not known"


ARMY = "Agricola, Exploratores, Legatus II Adiutrix, Karus, II Ad A, II Ad B, Aux V"


@pytest.mark.clause("agricola.20.0.1", "agricola.12.5.1", "agricola.28.2.1")
@pytest.mark.parametrize(
    ("act", "marches"),
    [
        ("march 3326", 0),
        ("free", T.rome.supreme),
        ("scout", T.rome.scouts),
        ("play officium, march 3326", T.rome.leaders),
    ],
)
def test_a_roman_march_has_with_it_whom_it_needs(act: str, marches: int) -> None:
    romans = {"3326": ARMY, "3525": "Aux VI, IX H A"}
    scene = Scene(romans=romans, hands=("officium", ""))
    scene.do(*(text.strip() for text in act.split(",")))
    assert scene.prompt == "march"
    found = imagined(scene, CALEDONIAN, 100)
    for drawn in found:
        frame = drawn.stack[-1]
        assert frame.mask & (marches or T.rome.land)
        assert not frame.mask & ~(drawn.here[ROMAN][BOARD.index["3326"]] & T.rome.land)
    if act == "scout":
        assert forces(found) == {T.rome.scouts}
    else:
        taking_part(found, ROMAN)
        assert any(drawn.stack[-1].mask & ~marches for drawn in found), "others come along"


@pytest.mark.clause("agricola.20.0.1", "agricola.12.5.1")
@pytest.mark.parametrize("act", ["march 2231", "free"])
def test_a_tribal_march_has_with_it_whom_it_needs(act: str) -> None:
    tribes = {"2231": "Calgacus, Warband 1, Warband 2", "2328": "Warband 3, Tribesmen 1"}
    found = imagined(Scene("caledonian", tribes=tribes).do(act), ROMAN, 100)
    taking_part(found, CALEDONIAN)
    led = [drawn for drawn in found if drawn.stack[-1].mask & T.tribes.supreme]
    assert len(led) == len(found) if act == "free" else 0 < len(led) < len(found)
    for drawn in imagined(Scene("caledonian", tribes=tribes).do(act), CALEDONIAN, 3):
        assert drawn.stack[-1].mask == drawn.here[CALEDONIAN][BOARD.index["2231"]], "it is theirs"


def test_a_road_is_built_by_a_legionary() -> None:
    end = BOARD.ids[BOARD.route[0]]
    scene = Scene(romans={end: "II Ad A, Aux V, Karus", "3326": "Agricola, Aux VI"}).do("build")
    found = imagined(scene, CALEDONIAN, 100)
    assert all(drawn.stack[-1].mask & T.rome.legionaries for drawn in found)
    taking_part(found, ROMAN)


def test_concentrating_on_the_supreme_leader_shows_where_he_is() -> None:
    romans = {"3326": "Agricola, Karus", "3525": "Aux VI, IX H A"}
    scene = Scene(romans=romans).do("concentrate")
    place = BOARD.index["3326"]
    assert all(d.at[ROMAN][unit(ROMAN, "Agricola")] == place for d in imagined(scene, CALEDONIAN))


@pytest.mark.clause("agricola.26.2.1", "agricola.12.5.5")
@pytest.mark.parametrize(
    ("act", "leaders"),
    [
        ("sail 3731", 0),
        ("free_sail", T.rome.supreme),
        ("play officium, sail 3731", T.rome.leaders),
    ],
)
def test_a_voyage_has_ships_and_whoever_leads_it(act: str, leaders: int) -> None:
    romans = {"3731": "Classis I, Agricola, Karus, Aux V", "3326": "Aux VI, IX H A, Aux IV"}
    scene = Scene(romans=romans, hands=("officium", ""))
    scene.do(*(text.strip() for text in act.split(",")))
    assert scene.prompt == "form"
    for _ in range(2):
        for drawn in imagined(scene, CALEDONIAN, 100):
            there = drawn.here[ROMAN][BOARD.index["3731"]]
            fleets = there & T.rome.fleets
            assert drawn.stack[-1].mask == fleets != 0
            afloat = fleets | carried(T, drawn, fleets)
            assert not leaders or afloat & leaders, "the leader is aboard, or leads the ships"
            if not leaders and BOARD.coastal[drawn.stack[-1].place]:
                assert set(drawn.aboard) == {NONE}, "a voyage that is paid for needs nobody aboard"
        if scene.prompt == "form":
            scene.do(*(["board Karus"] if act.startswith("play") else []), "cast", "dice 3 3")


def test_ships_that_the_praefectus_leads_need_nobody_aboard() -> None:
    romans = {"3731": "Praefectus Classiarii, Karus", "3326": "Agricola, Aux VI"}
    scene = Scene(romans=romans, hands=("officium", "")).do("play officium", "sail 3731")
    led = 0
    for drawn in imagined(scene, CALEDONIAN, 100):
        if drawn.stack[-1].mask & T.rome.leaders:
            led += 1
            assert set(drawn.aboard) == {NONE}
    assert led


def test_a_voyage_from_a_sea_hex_keeps_its_one_ship_and_all_aboard() -> None:
    romans = {"3631": "Classis I", "3326": "Agricola"}
    for drawn in imagined(Scene(romans=romans).do("sail 3631"), CALEDONIAN):
        assert drawn.here[ROMAN][BOARD.index["3631"]].bit_count() == 1
    names = "Agricola, Karus, Aux V"
    full = Scene(romans={"3631": f"Classis I, {names}"}, aboard={"Classis I": names})
    for drawn in imagined(full.do("free_sail"), CALEDONIAN, 100):
        there = drawn.here[ROMAN][BOARD.index["3631"]]
        assert there & T.rome.supreme and there.bit_count() == 4


@pytest.mark.clause("agricola.26.6.3")
def test_whoever_lands_came_with_the_ships() -> None:
    romans = {"3631": "Classis I, Karus, Aux V", "3326": "Agricola, Aux VI"}
    scene = Scene(romans=romans, aboard={"Classis I": "Karus, Aux V"})
    scene.do("sail 3631", "cast", "dice 1 1", "go 3731")
    assert scene.prompt == "land"
    for drawn in imagined(scene, CALEDONIAN):
        frame = drawn.stack[-1]
        assert frame.mask == drawn.here[ROMAN][frame.place] & T.rome.fleets


@pytest.mark.clause("agricola.event.3.1")
def test_the_emperor_finds_agricola_on_the_map() -> None:
    romans = {
        "3326": "Karus, Aux V",
        "3525": "Agricola, II Ad A",
        "3631": "Classis I",
        "B": "Aux VI",
    }
    scene = Scene(phase="events", romans=romans).do("dice 1 2")
    assert scene.prompt == "emperor"
    found = imagined(scene, CALEDONIAN)
    assert spots(found, ROMAN, unit(ROMAN, "Agricola")) == {"3326", "3525"}, "on land if he can be"
    afloat = {"3631": "Classis I, Agricola, Karus", "B": "Aux V, Aux VI"}
    scene = Scene(phase="events", romans=afloat, aboard={"Classis I": "Agricola, Karus"})
    found = imagined(scene.do("dice 1 2"), CALEDONIAN)
    assert spots(found, ROMAN, unit(ROMAN, "Agricola")) == {"3631"}
    seen = {BOARD.ids[BOARD.center_hex[0]]: "Agricola, Karus", "B": "Aux V"}
    scene = Scene(phase="events", romans=seen).do("dice 1 2")
    assert scene.prompt == "emperor" and imagined(scene, CALEDONIAN, 5), "the tribes see him"


@pytest.mark.clause("agricola.20.0.1")
def test_a_camp_is_built_by_a_legionary() -> None:
    romans = {
        "3326": "II Ad A",
        "3525": "Agricola, Aux V",
        "2429": "Praesidium 1, Aux VI",
        "3631": "Classis I",
        "B": "IX H A",
    }
    scene = Scene(phase="recruit", romans=romans).do("recruit Praesidium 2")
    assert scene.prompt == "place"
    sites = {BOARD.index["3326"], BOARD.index["3525"]}
    seen = set()
    for drawn in imagined(scene, CALEDONIAN, 200):
        built = {p for p in range(BOARD.hexes) if drawn.here[ROMAN][p] & T.rome.legionaries}
        assert built & sites, "on land, and where there is no camp yet"
        seen |= built
    assert sites <= seen
    center = BOARD.ids[BOARD.center_hex[0]]
    open_site = {center: "II Ad A", "B": "Agricola"}
    shown = Scene(phase="recruit", romans=open_site).do("recruit Praesidium 1")
    assert shown.prompt == "place" and imagined(shown, CALEDONIAN, 5), "the tribes see them"


def test_anybody_else_may_be_placed_without_a_legionary() -> None:
    romans = {"3326": "II Ad A", "B": "Agricola"}
    scene = Scene(phase="recruit", romans=romans).do("recruit Ala I")
    assert scene.prompt == "place"
    place = BOARD.index["3326"]
    found = imagined(scene, CALEDONIAN, 100)
    assert any(not drawn.here[ROMAN][place] & T.rome.legionaries for drawn in found)


@pytest.mark.clause("agricola.stratagem.caledonian.druids.1")
def test_hungry_units_roll_one_die_each() -> None:
    tribes = {"2328": "Warband 1, Warband 2, Calgacus", "2231": "Warband 3"}
    scene = Scene("caledonian", "supply", tribes=tribes, hands=("", "druids"))
    assert scene.asked == "chance"
    for drawn in imagined(scene, ROMAN):
        hungry = unsupplied(T, drawn, CALEDONIAN)
        assert drawn.stack[-1].mask == hungry or not hungry
        assert drawn.stack[-1].mask and drawn.stack[-1].rolled == []
    scene.do("dice 2 3")
    assert scene.prompt == "druids"
    for drawn in imagined(scene, ROMAN):
        roll = drawn.stack[-2]
        assert roll.rolled is not None and len(roll.rolled) == roll.mask.bit_count() > 0
        assert all(1 <= face <= 6 for face in roll.rolled)
    others = {BOARD.ids[BOARD.center_hex[0]]: "Warband 1", "2328": "Warband 2, Princeps I"}
    for drawn in imagined(Scene("caledonian", "supply", tribes=others), ROMAN, 200):
        mask = drawn.stack[-1].mask
        assert mask and not mask & ~(on_map(T, drawn, CALEDONIAN) & T.tribes.mobile)
    faces = {face for drawn in imagined(scene, ROMAN) for face in drawn.stack[-2].rolled or []}
    assert faces == set(range(1, 7)), "which die is whose they do not see"
    for drawn in imagined(scene, CALEDONIAN, 3):
        assert drawn.stack[-2].rolled == [2, 3]


@pytest.mark.clause("agricola.stratagem.caledonian.druids.2")
def test_which_die_the_druids_have_rolled_again_is_not_seen_before_it_is() -> None:
    fight = Scene(
        "caledonian",
        romans={"3732": "II Ad A, IX H A, XX VV A"},
        tribes={"3734": "Gaesatae I, Warband 1, Tribesmen 1"},
        hands=("treachery", "druids"),
        ap=(0, 1),
        options={"battle_lines": "off"},
    )
    fight.do("march 3734", "go 3732", "declare 0", "declare 0", "dice 1 6", "pass", "fight", "pass")
    fight.do("dice 6 3 6", "reroll 1")
    tribes = {"2328": "Warband 1, Warband 2"}
    hungry = Scene("caledonian", "supply", tribes=tribes, hands=("treachery", "druids"))
    hungry.do("dice 1 1", "reroll 1")
    for scene, count in ((fight, 3), (hungry, 0)):
        assert scene.prompt == "cancel" and scene.asked == "roman"
        found = imagined(scene, ROMAN)
        for drawn in found:
            dice = count or drawn.stack[-3].mask.bit_count()
            assert 1 <= drawn.stack[-2].mask <= dice
        assert len({drawn.stack[-2].mask for drawn in found}) > 1
        if count:
            assert {drawn.stack[-2].mask for drawn in found} == {1, 2, 3}
        for drawn in imagined(scene, CALEDONIAN, 3):
            assert drawn.stack[-2].mask == 2, "they know which"
    hungry = Scene("caledonian", "supply", tribes=tribes, hands=("", "druids"))
    hungry.do("dice 1 1", "reroll 1")
    assert hungry.asked == "chance" and hungry.state.stack[-1].rolled == []
    for drawn in imagined(hungry, ROMAN):
        again, before = drawn.stack[-1], drawn.stack[-2]
        assert again.mask.bit_count() == 1 and again.rolled == []
        assert before.rolled is not None and len(before.rolled) == before.mask.bit_count()
        assert not again.mask & before.mask


def test_romans_are_hungry_on_the_map_alone() -> None:
    for romans in (
        {"3528": "II Ad A", "B": "IX H A, Karus"},
        {"3631": "Classis I", "B": "Agricola"},
    ):
        scene = Scene("roman", "supply", romans=romans)
        assert scene.asked == "chance"
        for drawn in imagined(scene, CALEDONIAN, 100):
            assert drawn.stack[-1].mask & on_map(T, drawn, ROMAN)
    center = BOARD.ids[BOARD.center_hex[4]]
    scene = Scene("roman", "supply", romans={center: "II Ad A", "B": "Agricola"})
    assert scene.asked == "chance"
    for drawn in imagined(scene, CALEDONIAN, 5):
        assert drawn.stack[-1].mask == scene.state.stack[-1].mask, "the tribes see who it is"


@pytest.mark.clause("agricola.26.6.3")
def test_ships_that_arrive_are_those_that_came() -> None:
    """While something is asked in between; an attack by land has none."""
    romans = {"3631": "Classis I, Aux V", "3326": "Agricola"}
    tribes = {"3731": "Warband 1"}
    landing = Scene(romans=romans, tribes=tribes, aboard={"Classis I": "Aux V"})
    landing.do("sail 3631", "cast", "dice 1 1", "go 3731")
    attack = Scene("caledonian", romans={"3731": "Classis I, Aux V"}, tribes={"3732": "Warband 1"})
    attack.do("march 3732", "go 3731")
    for scene, ships in ((landing, T.rome.fleets), (attack, 0)):
        assert scene.state.battle is not None
        for viewer in (ROMAN, CALEDONIAN, NONE):
            for drawn in imagined(scene, viewer, 3):
                (arrival,) = (frame for frame in drawn.stack if frame.phase == ARRIVE)
                mine = viewer == arrival.side
                there = drawn.here[ROMAN][arrival.place] & ships
                assert arrival.mask == (arrival.mask if mine else there)
    (arrival,) = (frame for frame in landing.state.stack if frame.phase == ARRIVE)
    assert arrival.mask == 1 << unit(ROMAN, "Classis I")


@pytest.mark.parametrize(
    ("side", "hand", "play"),
    [("roman", "officium", "officium"), ("caledonian", "novae_gentes", "novae_gentes")],
)
def test_a_marker_that_is_played_names_nobody(side: str, hand: str, play: str) -> None:
    """Only the Druids name a die."""
    hands = (hand, "treachery") if side == "roman" else ("treachery", hand)
    phase = "march" if side == "roman" else "recruit"
    romans, tribes = {"3525": "Agricola, Aux V"}, {"2231": "Calgacus"}
    scene = Scene(side, phase, romans=romans, tribes=tribes, hands=hands).do(f"play {play}")
    assert scene.prompt == "cancel"
    for viewer in (ROMAN, CALEDONIAN, NONE):
        for drawn in imagined(scene, viewer, 3):
            assert not any(frame.mask for frame in drawn.stack)


@pytest.mark.clause("agricola.event.6.1")
def test_unrest_finds_nobody_where_all_are_imagined_disrupted() -> None:
    scene = Scene(phase="events", romans={"3525": "II Ad A", "B": "Agricola"}).do("dice 3 3")
    assert scene.prompt == "unrest"
    worn = [bool(drawn.disrupted[ROMAN]) for drawn in imagined(scene, CALEDONIAN, 100)]
    assert any(worn) and not all(worn)
