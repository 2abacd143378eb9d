"""The map, the counters and the charts [1-3, map, counter, tec, recruit]."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludus.core.content import Source
from ludus.core.errors import BadContent
from ludus.games.agricola.content import CITED, SAMPLES, check_sources
from ludus.games.agricola.ids import (
    CALEDONIAN,
    COUNTER_NAMES,
    HIBERNIA,
    LEADERS,
    LEGATE,
    LEGIONARY,
    OPEN,
    ROMAN,
    SEA,
    SUPREME,
    TYPE_NAMES,
    WILDERNESS,
)
from ludus.games.agricola.schema import MapFile, UnitsFile, UnitText
from ludus.games.agricola.tests.scene import place, tables, the_box, unit

T = tables()
BOARD = T.board
UNITS = {u.name: u for muster in T.musters for u in muster.units if u.type < len(TYPE_NAMES) - 1}


@pytest.mark.clause("agricola.1.1.1", "agricola.counter.2", "agricola.counter.3")
def test_there_are_130_pieces() -> None:
    assert T.contents.pieces == 130
    blocks = [sum(1 for u in UNITS.values() if u.side == side) for side in (ROMAN, CALEDONIAN)]
    assert blocks == [52, 36]
    assert sum(len(row) for row in T.contents.stratagems) + 2 == 16
    assert sum(T.contents.markers.values()) == 10
    counts = dict(zip(COUNTER_NAMES, T.contents.counters, strict=True))
    assert counts == {"ambush": 2, "oppidum": 3, "mines": 5, "wastes": 4, "monoliths": 2}
    assert "reconstructed" in the_box().face.words.text("name.reconstructed")


@pytest.mark.clause("agricola.1.1.2")
def test_dice_have_six_sides() -> None:
    assert [faces[0] for faces in T.faces["die"]] == [1, 2, 3, 4, 5, 6]
    assert all(1 <= face <= 6 for rows in T.faces.values() for row in rows for face in row)


@pytest.mark.clause("agricola.2.0.1", "agricola.3.2.1", "agricola.3.3.1", "agricola.3.3.2")
def test_printed_values_are_kept() -> None:
    assert len(SAMPLES) == 9
    for name, (strength, move) in SAMPLES.items():
        assert (UNITS[name].strength, UNITS[name].move) == (strength, move)


@pytest.mark.clause("agricola.1.1.1", "agricola.3.2.1", "agricola.counter.3")
def test_what_the_rulebook_states_is_told_from_what_is_ours() -> None:
    """Only the counters that it shows have its values, and it shows no backs."""
    pack = the_box().pack
    counters = pack.read("units.toml", UnitsFile)
    valued = {each.type for each in counters.unit if "strength" in each.sources}
    assert valued == {TYPE_NAMES[UNITS[name].type] for name in SAMPLES}
    for kind in ("legate", "auxiliary", "fleet"):
        alone = [
            each.name for each in counters.unit if each.type == kind and "strength" in each.sources
        ]
        assert len(alone) == 1 and alone[0] in SAMPLES, "the others of its type are not shown"
    assert all("back" not in each.sources and each.source != "rulebook" for each in counters.unit)
    started = Counter(each.start for each in counters.unit if "start" in each.sources)
    assert started == {"base": 24, "britannia": 3, "brigantes": 1, "chosen": 1}
    assert all(set(each.sources) == {"type"} for each in counters.counter), "the counts are ours"
    places = pack.read("map.toml", MapFile)
    cited = {each.name for each in places.center if "hex" in each.sources}
    cited |= {each.name for each in places.fortress if "hex" in each.sources}
    cited |= {each.name for each in places.area if "hex" in each.sources}
    assert cited == {*CITED, "Otadini"}


@pytest.mark.parametrize(
    ("key", "source", "why"),
    [("strenght", "reconstruction", "no strenght"), ("name", "rulebook", "name as the item")],
)
def test_a_wrong_mark_is_refused(key: str, source: Source, why: str) -> None:
    sources: dict[str, Source] = {key: "rulebook"}
    unit = UnitText("roman", "Ala V", "cavalry", 2, 5, 1, False, "recruit", source, sources)
    with pytest.raises(BadContent, match=why):
        check_sources([unit], Path("units.toml"))


@pytest.mark.clause("agricola.2.1.1", "agricola.2.1.2")
def test_hexes_are_land_sea_or_hibernia() -> None:
    assert set(BOARD.terrain) == {OPEN, WILDERNESS, SEA, HIBERNIA}
    assert BOARD.britannia == BOARD.hexes and "B" not in BOARD.index


@pytest.mark.clause("agricola.map.1")
def test_rows_grow_south_and_columns_west() -> None:
    south, north = BOARD.ids[place("2731")], BOARD.ids[place("2226")]
    assert north[:2] < south[:2] and north[2:] < south[2:]
    assert place("2630") in BOARD.around[place("2731")]
    assert place("2631") in BOARD.around[place("2731")]


@pytest.mark.clause("agricola.map.2")
def test_links_go_both_ways() -> None:
    for links in (BOARD.around, BOARD.land_links, BOARD.sea_links, BOARD.road_links):
        for here, others in enumerate(links):
            for other in others:
                assert here in links[other]
    for here, others in enumerate(BOARD.road_links[: BOARD.hexes]):
        assert all(o == BOARD.britannia or o in BOARD.around[here] for o in others)


@pytest.mark.clause("agricola.map.3", "agricola.map.4", "agricola.map.5")
def test_named_places() -> None:
    assert len(BOARD.center_hex) == 13 and len(BOARD.dealt) == 12
    assert BOARD.ids[BOARD.brigantes] == "3327"
    assert BOARD.center_at[BOARD.brigantes] not in BOARD.dealt
    names = ("Trimontium", "Luguvalium", "Corstopitum", "Eboracum", "Deva")
    assert BOARD.fortress_names == names
    assert all(BOARD.road_links[fort] for fort in BOARD.fortress_hex)
    assert len(BOARD.site_hex) == 5 and BOARD.thule not in BOARD.site_hex
    assert BOARD.ids[BOARD.thule] == "1225" and BOARD.is_sea[BOARD.thule]


@pytest.mark.clause("agricola.map.6")
def test_ships_do_not_cross_a_neck_of_land() -> None:
    blocked = [
        (a, b)
        for a in range(BOARD.hexes)
        for b in BOARD.around[a]
        if BOARD.coastal[a] and BOARD.coastal[b] and b not in BOARD.sea_links[a]
    ]
    assert blocked
    for a, b in blocked:
        shared = set(BOARD.around[a]) & set(BOARD.around[b])
        assert not any(BOARD.is_sea[n] for n in shared)


@pytest.mark.clause("agricola.2.2.4")
def test_corrected_names() -> None:
    names = dict(zip(BOARD.center_names, BOARD.center_hex, strict=True))
    assert BOARD.ids[names["Taexali"]] == "2226" and BOARD.ids[names["Creones"]] == "2334"
    areas = dict(T.contents.areas)
    assert BOARD.ids[areas["Otadini"]] == "2826"
    assert BOARD.center_at[place("2826")] < 0


@pytest.mark.clause("agricola.2.3.1", "agricola.2.3.2")
def test_nine_campaign_turns_and_two_winters() -> None:
    turns = T.charts.turns
    assert turns.years == [82, 83, 84] and turns.winters == [4, 8]
    assert turns.last - len(turns.winters) == 9


@pytest.mark.clause("agricola.3.0.1")
def test_mobile_units_are_neither_leaders_nor_static() -> None:
    stack = [unit(ROMAN, name) for name in ("II Ad A", "Legatus II Adiutrix", "Praesidium 1")]
    assert [u for u in stack if T.rome.mobile >> u & 1] == [unit(ROMAN, "II Ad A")]


@pytest.mark.clause("agricola.3.1.1", "agricola.22.2.1")
def test_three_legions_have_a_legate() -> None:
    legates = [u for u in UNITS.values() if u.type == LEGATE]
    assert sorted(u.legion for u in legates) == ["IIAd", "IXH", "XXVV"]


@pytest.mark.clause("agricola.3.2.2")
def test_legionary_infantry() -> None:
    legionaries = [u for u in UNITS.values() if u.type == LEGIONARY]
    by_legion = Counter(u.legion for u in legionaries)
    assert by_legion == {"IIAd": 3, "IXH": 3, "XXVV": 3, "IIAug": 2, "": 2}
    assert "Cohors Praetoria" not in {u.name for u in legionaries}


@pytest.mark.clause("agricola.3.4.1", "agricola.3.4.2", "agricola.13.4.1")
def test_static_units_belong_to_no_force() -> None:
    assert T.rome.static == T.rome.praesidia and T.tribes.static == T.tribes.oppida
    assert not T.rome.land & T.rome.static and not T.tribes.land & T.tribes.static


@pytest.mark.clause("agricola.3.4.3", "agricola.22.0.2", "agricola.3.4.4")
def test_leaders_are_elite_and_some_others() -> None:
    supreme = [u for u in UNITS.values() if u.type == SUPREME]
    assert [(u.side, u.name) for u in supreme] == [(ROMAN, "Agricola"), (CALEDONIAN, "Calgacus")]
    assert all(u.elite for u in UNITS.values() if u.type in LEADERS)
    assert UNITS["Atecotti I"].elite and UNITS["Atecotti I"].type not in LEADERS


@pytest.mark.clause("agricola.counter.4")
def test_forts_have_one_step() -> None:
    assert not T.rome.two_step & T.rome.praesidia
    assert not T.tribes.two_step & T.tribes.oppida


@pytest.mark.clause("agricola.27.1.1")
def test_the_south_edge_touches_britannia() -> None:
    for h in range(BOARD.hexes):
        if BOARD.ids[h].startswith("38") and BOARD.terrain[h] != HIBERNIA:
            land = BOARD.britannia in BOARD.land_links[h]
            sea = BOARD.britannia in BOARD.sea_links[h]
            assert land == BOARD.is_land[h]
            assert sea == (BOARD.is_sea[h] or BOARD.coastal[h])


@pytest.mark.clause("agricola.13.5.1")
def test_nothing_leads_into_hibernia() -> None:
    for h in range(BOARD.hexes):
        if BOARD.terrain[h] == HIBERNIA:
            assert not BOARD.land_links[h] and not BOARD.sea_links[h]


@pytest.mark.clause(
    "agricola.recruit.roman.2",
    "agricola.recruit.roman.4",
    "agricola.recruit.roman.6",
    "agricola.recruit.roman.8",
    "agricola.recruit.roman.10",
    "agricola.11.1.2",
    "agricola.28.3.1",
)
def test_what_roman_units_cost() -> None:
    def cost(name: str) -> int:
        return T.cost[unit(ROMAN, name)]

    assert cost("Karus") == 3 and cost("Legatus IX Hispana") == 3
    assert cost("Evocati I") == 2 and cost("II Aug A") == 2
    assert cost("Classis III") == 3 and cost("Praesidium 2") == 1
    assert [cost(name) for name in ("Ala III", "Coh Eq II", "Imped III")] == [1, 1, 1]
    assert cost("Aux II Tung") == cost("Aux V") == 1
    assert cost("Cohors Praetoria") == 1
    assert T.guard_cost[unit(ROMAN, "Cohors Praetoria")] == 2
    assert T.guard_cost[unit(ROMAN, "Equites Singulares")] == 2


@pytest.mark.clause("agricola.advanced.1")
def test_default_switches() -> None:
    options = the_box().options(2, {})
    on = {"special_units", "roads", "battle_lines", "looting"}
    assert {key for key, value in options.items() if value == "on"} == on


ROMAN_VALUES = {
    "Agricola": (3, 5, 2, True),
    "Karus": (2, 5, 1, True),
    "Legatus": (1, 3, 1, True),
    "Praefectus": (2, -1, 1, True),
    "Evocati": (4, 3, 2, True),
    "Cohors Praetoria": (4, 3, 3, True),
    "Equites Singulares": (3, 5, 2, True),
    "Aux I Batav": (3, 3, 2, True),
    "Aux II Tung": (3, 3, 2, False),
    "Aux": (2, 3, 1, False),
    "Coh Eq": (2, 4, 1, False),
    "Ala": (2, 5, 1, False),
    "Exploratores": (1, 5, 0, False),
    "Imped": (1, 2, 0, False),
    "Classis": (2, -1, 1, False),
    "Praesidium": (2, 0, 0, False),
    "": (3, 3, 2, False),
}
"""Strength, movement, Disrupted strength and elite sign by the beginning of a name."""
TRIBAL_VALUES = {
    "Calgacus": (4, 4, 2, True),
    "Princeps": (2, 4, 1, True),
    "Atecotti": (4, 3, 1, True),
    "Gaesatae": (4, 3, 0, False),
    "Chariots": (4, 4, 0, False),
    "Light Horse": (2, 5, 0, False),
    "Warband": (3, 3, 0, False),
    "Tribesmen": (2, 3, 0, False),
}


def test_what_stands_on_the_counters() -> None:
    for muster, values in ((T.rome, ROMAN_VALUES), (T.tribes, TRIBAL_VALUES)):
        for each in muster.units:
            if muster.oppida >> each.number & 1:
                continue
            key = next(name for name in values if each.name.startswith(name))
            found = (each.strength, each.move, each.back, each.elite)
            assert found == values[key], each.name
