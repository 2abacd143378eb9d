"""Factions, both maps, icons, bridges and the Danube as they are printed."""

from __future__ import annotations

from typing import get_args

import pytest

from ludus.core.clauses import ledger_of
from ludus.core.errors import BadContent, BadRequest
from ludus.core.table import Table
from ludus.games.conqueror import schema
from ludus.games.conqueror.board import BRIDGE, RIVER, Board, Territory
from ludus.games.conqueror.cards import AT_FORT, AT_GREAT_FORT, AT_HOME
from ludus.games.conqueror.content import check_links
from ludus.games.conqueror.drawing import load_sheets
from ludus.games.conqueror.ids import FACTIONS, FORT, GREAT_FORT, NO_FORT, NONE
from ludus.games.conqueror.mechanics.strength import place_bits
from ludus.games.conqueror.tests.scene import CONTENTS, FOLDER, PACK, Scene, T, started, the_box

CAMPAIGN, GRAND = CONTENTS.boards
BOARDS = (CAMPAIGN, GRAND)
HOMES = ("Rome", "Carthage", "Macedonia", "Alexandria", "Babylon", "Gaul")


def near(board: Board, name: str) -> set[str]:
    place = board.place(name)
    return {board.names[b] for a, b, _ in board.links if a == place}


def bridges(board: Board) -> set[frozenset[str]]:
    return {
        frozenset((board.names[a], board.names[b])) for a, b, kinds in board.links if kinds & BRIDGE
    }


@pytest.mark.clause("conqueror.faction.1")
def test_six_factions() -> None:
    assert FACTIONS == ("Rome", "Carthage", "Greece", "Egypt", "Persia", "Gaul")
    for number in range(6):
        assert GRAND.home_of.count(number) == 1
        assert sum(hero.faction == number for hero in CONTENTS.heroes) == 4
        assert sum(mission.faction == number for mission in CONTENTS.missions) == 3
        assert sum(row.faction == number for row in CONTENTS.garrisons) == 2


@pytest.mark.clause("conqueror.faction.2")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_rome_lies_in_the_middle(board: Board) -> None:
    sheet = load_sheets(PACK, BOARDS)[board.key]
    x = {name: sheet.regions[place].stack[0] for place, name in enumerate(board.names)}
    assert x["Carthage"] < x["Rome"] and x["Gaul"] < x["Rome"]
    assert x["Macedonia"] > x["Rome"] and x["Alexandria"] > x["Rome"]
    if board is GRAND:
        assert x["Babylon"] > x["Rome"]


@pytest.mark.clause("conqueror.faction.3")
def test_no_faction_has_a_rule_of_its_own() -> None:
    """The same army in the same place may do the same, whoever leads it."""
    lists = []
    for name in ("Carthage", "Greece", "Egypt"):
        others = [other for other in ("Rome", "Carthage", "Greece", "Egypt") if other != name]
        scene = Scene(name, *others[:2], acting=True)
        scene.army(name, "Celtica", 2, 1).army(others[0], "Illyria", 1)
        lists.append([action.text for action in scene.decision().options])
    assert lists[0] == lists[1] == lists[2]


@pytest.mark.clause("conqueror.map.1")
def test_two_maps() -> None:
    assert [board.key for board in BOARDS] == ["campaign", "grand"]
    assert Scene().view().map == "campaign"


@pytest.mark.clause("conqueror.map.2", "conqueror.map.3")
@pytest.mark.parametrize("seats", (2, 7))
def test_too_few_and_too_many_players(seats: int) -> None:
    with pytest.raises(BadRequest, match=f"3 to 6 players, not {seats}"):
        Table(the_box(), ["x"] * seats)


@pytest.mark.clause("conqueror.map.4", "conqueror.map.5")
@pytest.mark.parametrize(
    ("seats", "key"), ((3, "campaign"), (4, "campaign"), (5, "grand"), (6, "grand"))
)
def test_the_player_count_picks_the_map(seats: int, key: str) -> None:
    assert started(seats, *FACTIONS[:seats]).board.key == key


@pytest.mark.clause("conqueror.map.6")
@pytest.mark.parametrize("target", CAMPAIGN.names)
def test_every_territory_can_be_conquered(target: str) -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True)
    start = sorted(near(CAMPAIGN, target))[0]
    scene.army("Rome", start, 0, 9)
    if scene.owner(target) == "Rome":
        scene.lose_home("Rome", "Greece")
    assert target in scene.targets("move_cavalry", start) | scene.targets("attack", start)


@pytest.mark.clause("conqueror.map.7", "conqueror.map.11")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_icons(board: Board) -> None:
    for territory in board.territories:
        assert territory.fort in (NO_FORT, FORT, GREAT_FORT)
        if territory.sea:
            assert (territory.fort, territory.food, territory.home) == (NO_FORT, 0, -1)


@pytest.mark.clause("conqueror.map.8", "conqueror.map.9")
@pytest.mark.parametrize(
    ("board", "lands", "seas", "plain", "great"),
    ((CAMPAIGN, 26, 7, 8, 5), (GRAND, 36, 8, 9, 7)),
    ids=("campaign", "grand"),
)
def test_counts(board: Board, lands: int, seas: int, plain: int, great: int) -> None:
    assert board.sea_mask.bit_count() == seas
    assert board.places - seas == lands
    assert board.fort.count(FORT) == plain
    assert board.fort.count(GREAT_FORT) == great


@pytest.mark.clause("conqueror.map.10")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_links_go_both_ways(board: Board) -> None:
    pairs = {(a, b): kinds for a, b, kinds in board.links}
    assert all(pairs[b, a] == kinds for (a, b), kinds in pairs.items())


@pytest.mark.clause("conqueror.map.12")
def test_the_east_and_iberia_are_on_the_grand_side_only() -> None:
    for name in ("Iberia", "Babylon", "Cappadocia"):
        assert name not in CAMPAIGN.names
        assert name in GRAND.names


@pytest.mark.clause("conqueror.map.13")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_homes_carry_great_fort_food_and_currency(board: Board) -> None:
    homes = [territory for territory in board.territories if territory.home >= 0]
    assert len(homes) == (4 if board is CAMPAIGN else 6)
    assert all((t.fort, t.food, t.currency) == (GREAT_FORT, 1, 1) for t in homes)


@pytest.mark.clause("conqueror.map.14", "conqueror.map.15")
@pytest.mark.parametrize("seats", (4, 6))
def test_what_everybody_starts_with(seats: int) -> None:
    scene = started(seats, *FACTIONS[:seats])
    view = scene.view()
    assert view.income == (2,) * seats
    rich = dict.fromkeys(("Greece", "Egypt", "Gaul"), 8)
    for name in FACTIONS[:seats]:
        assert scene.quota(name) == rich.get(name, 6), name


@pytest.mark.clause("conqueror.map.16", "conqueror.map.17")
def test_berber() -> None:
    assert near(CAMPAIGN, "Berber") >= {"Espanga", "Carthage", "Numidia"}
    assert near(GRAND, "Berber") >= {"Iberia", "Carthage", "Numidia"}
    assert "Iberia" not in near(CAMPAIGN, "Berber")
    assert "Espanga" not in near(GRAND, "Berber")


@pytest.mark.clause("conqueror.map.18")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_rome_and_brundium(board: Board) -> None:
    assert near(board, "Rome") >= {"Sardinia", "Brundium", "Alpes"}
    assert "Alpes" in near(board, "Brundium")


@pytest.mark.clause("conqueror.map.19")
def test_spelling() -> None:
    for board in BOARDS:
        assert {"Espanga", "Averni", "Brundium", "Palestina", "Britannia"} <= set(board.names)
        assert "Brittania" not in board.names


@pytest.mark.clause("conqueror.map.20")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_neighbours_can_be_drawn_as_touching_regions(board: Board) -> None:
    """In the drawing two regions share part of an outline exactly where a land or sea link is."""
    sheet = load_sheets(PACK, BOARDS)[board.key]
    edges: dict[frozenset[tuple[int, int]], set[int]] = {}
    for place, region in enumerate(sheet.regions):
        for ring in (region.outline, *region.hole):
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                edges.setdefault(frozenset((a, b)), set()).add(place)
    touching = {tuple(sorted(pair)) for pair in edges.values() if len(pair) == 2}
    linked = {(a, b) for a, b, kinds in board.links if a < b and kinds & ~(BRIDGE | RIVER)}
    assert touching == linked


@pytest.mark.clause("conqueror.home.1", "conqueror.home.2")
def test_homes() -> None:
    assert [GRAND.names[place] for place in GRAND.home] == list(HOMES)
    names = [CAMPAIGN.names[place] if place >= 0 else "" for place in CAMPAIGN.home]
    assert names == ["Rome", "Carthage", "Macedonia", "Alexandria", "", ""]


@pytest.mark.clause("conqueror.bridge.1", "conqueror.bridge.5", "conqueror.bridge.6")
def test_bridges() -> None:
    campaign = (
        "Britannia-Gaul Sicilia-Brundium Sicilia-Carthage Sardinia-Rome Thracia-Asia Minor "
        "Rhodes-Asia Minor Rhodes-Creta Macedonia-Creta Espanga-Berber"
    )
    for pair in ("Britannia Gaul", "Sicilia Brundium", "Sicilia Carthage", "Sardinia Rome"):
        assert frozenset(pair.split()) in bridges(CAMPAIGN) & bridges(GRAND)
    assert len(bridges(CAMPAIGN)) == campaign.count("-") == 9
    assert bridges(CAMPAIGN) - bridges(GRAND) == {frozenset(("Espanga", "Berber"))}
    assert bridges(GRAND) - bridges(CAMPAIGN) == {
        frozenset(("Iberia", "Berber")),
        frozenset(("Sardinia", "Corsica")),
        frozenset(("Cyprus", "Syria")),
    }
    for board in BOARDS:
        for a, b, kinds in board.links:
            if kinds & BRIDGE:
                assert kinds == BRIDGE
                assert not (board.sea_mask >> a | board.sea_mask >> b) & 1


@pytest.mark.clause("conqueror.danube.3")
@pytest.mark.parametrize("board", BOARDS, ids=("campaign", "grand"))
def test_the_danube_joins_four(board: Board) -> None:
    four = ("Celtica", "Dacia", "Thracia", "Black Sea")
    for a in four:
        for b in four:
            if a != b:
                assert board.links[board.link(a, b)][2] & RIVER


def test_a_bridge_beside_a_border_is_refused() -> None:
    lands = [Territory("A", False, 0, 0, 0, -1), Territory("B", False, 0, 0, 0, -1)]
    with pytest.raises(BadContent, match="a bridge where there is another link"):
        check_links(Board("x", lands, [(0, 1, BRIDGE), (0, 1, 1)]), "x", PACK.folder, {})


@pytest.mark.clause("conqueror.food.5", "conqueror.map.8", "conqueror.map.9")
def test_the_ledger_counts_what_is_on_the_maps() -> None:
    words = {clause.id: clause.says + clause.ruling for clause in ledger_of(FOLDER).clause}
    food = [sum(territory.food for territory in board.territories) for board in BOARDS]
    assert (
        f"({food[0]} food exist on the campaign side, {food[1]} on the" in words["conqueror.food.5"]
    )
    for board, clause in zip(BOARDS, ("conqueror.map.8", "conqueror.map.9"), strict=True):
        seas, plain, great = board.sea_mask.bit_count(), *map(board.fort.count, (FORT, GREAT_FORT))
        assert f"{board.places - seas} lands and {seas} seas, {plain + great} of" in words[clause]
        assert f"({plain} plain, {great} great)" in words[clause]


@pytest.mark.clause("conqueror.map.8", "conqueror.map.9", "conqueror.home.1")
def test_every_icon_says_where_it_comes_from() -> None:
    stated = set()
    for sheet in PACK.read("maps.toml", schema.MapsFile).map:
        for land in sheet.territory:
            there = {icon for icon in get_args(schema.IconName) if getattr(land, icon)}
            there -= {"fort"} if land.fort == "none" else set()
            # That something is missing can be stated too.
            assert set(land.sources) - {"food"} == there - {"food"}, land.id
            assert there <= set(land.sources), land.id
            stated |= {
                (land.id, icon, getattr(land, icon))
                for icon, source in land.sources.items()
                if source != "reconstruction"
            }
    assert {row for row in stated if row[1] != "home"} == {
        ("Asia Minor", "fort", "great_fort"),
        ("Gaul", "food", 1),
        ("Averni", "food", 1),
        ("Espanga", "food", 0),
    }
    assert {row[2] for row in stated if row[1] == "home"} == set(FACTIONS)


@pytest.mark.clause("conqueror.food.3", "conqueror.food.4", "conqueror.food.5")
def test_the_food_matrix() -> None:
    assert T.quota[1] == 6
    assert T.quota[2] == 8
    assert [T.quota[food] for food in (0, 3, 6, 15, 21)] == [4, 10, 16, 34, 46]


@pytest.mark.clause("conqueror.home.1")
def test_a_home_is_one_without_a_fort_too() -> None:
    """In the maps of the box every home is a great fort; a map of others need not be so."""
    rows = (("A", NO_FORT, 0), ("B", FORT, NONE), ("C", GREAT_FORT, NONE))
    board = Board("x", [Territory(name, False, fort, 0, 0, home) for name, fort, home in rows], [])
    assert [place_bits(board, place) for place in range(3)] == [AT_HOME, AT_FORT, AT_GREAT_FORT]
