"""Every bonus mission, and when missions are paid."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE
from ludus.games.conqueror.board import Board, map_for
from ludus.games.conqueror.ids import FACTIONS
from ludus.games.conqueror.tests.scene import CONTENTS, MISSIONS, Scene

CONTROL = (
    ("our_sea", "campaign", ("Sicilia", "Sardinia", "Balearic Sea"), 5),
    ("beyond_the_alps", "campaign", ("Alpes", "Celtica"), 6),
    ("beyond_the_alps", "campaign", ("Alpes", "Averni"), 6),
    ("carthage_must_fall", "campaign", ("Carthage",), 8),
    ("western_sea_lords", "campaign", ("Balearic Sea", "Tyrrhenian Sea"), 5),
    ("spanish_silver", "campaign", ("Espanga", "Balearic Sea", "Averni"), 6),
    ("spanish_silver", "grand", ("Iberia",), 6),
    ("spanish_silver", "grand", ("Espanga",), 6),
    ("the_oath", "campaign", ("Rome",), 8),
    ("gates_of_sinai", "campaign", ("Palestina", "Syria", "Rhodes"), 6),
    ("gates_of_sinai", "grand", ("Palestina",), 6),
    ("gates_of_sinai", "grand", ("Syria", "Arabia"), 6),
    ("libyan_granary", "campaign", ("Libya", "Cyrene", "Numidia"), 5),
    ("against_the_sea_peoples", "campaign", ("Egyptian Sea", "Aegean Sea"), 6),
    ("road_of_alexander", "campaign", ("Thracia", "Asia Minor"), 7),
    ("hellenic_league", "campaign", ("Creta", "Rhodes", "Black Sea"), 5),
    ("western_hellas", "campaign", ("Sicilia",), 7),
    ("western_hellas", "campaign", ("Brundium",), 7),
    ("royal_road", "grand", ("Cappadocia", "Asia Minor"), 7),
    ("levant_satrapy", "grand", ("Syria", "Palestina"), 6),
    ("levant_satrapy", "grand", ("Syria", "Cyprus"), 6),
    ("old_debts", "grand", ("Macedonia",), 8),
    ("over_the_alpes", "grand", ("Alpes", "Celtica"), 7),
    ("over_the_alpes", "grand", ("Rome",), 7),
    ("tribes_united", "grand", ("Averni", "Celtica", "Britannia", "Espanga"), 5),
    ("down_the_danube", "grand", ("Dacia", "Black Sea"), 6),
)
IDS = [f"{row[0]}-{'-'.join(row[2])}" for row in CONTROL]


def near(board: Board, name: str) -> set[str]:
    place = board.place(name)
    return {board.names[b] for a, b, _ in board.links if a == place}


def table(mission: str, map: str) -> Scene:
    """The mission's faction in its turn, the mission in hand."""
    faction = FACTIONS[CONTENTS.missions[MISSIONS[mission]].faction]
    names = FACTIONS if map == "grand" else FACTIONS[:4]
    others = [name for name in names if name != faction]
    return Scene(faction, *others, acting=True).mission(mission)


@pytest.mark.clause(
    "conqueror.mission.our_sea",
    "conqueror.mission.beyond_the_alps",
    "conqueror.mission.carthage_must_fall",
    "conqueror.mission.western_sea_lords",
    "conqueror.mission.spanish_silver",
    "conqueror.mission.the_oath",
    "conqueror.mission.gates_of_sinai",
    "conqueror.mission.libyan_granary",
    "conqueror.mission.against_the_sea_peoples",
    "conqueror.mission.road_of_alexander",
    "conqueror.mission.hellenic_league",
    "conqueror.mission.western_hellas",
    "conqueror.mission.royal_road",
    "conqueror.mission.levant_satrapy",
    "conqueror.mission.old_debts",
    "conqueror.mission.over_the_alpes",
    "conqueror.mission.tribes_united",
    "conqueror.mission.down_the_danube",
    "conqueror.missions.6",
)
@pytest.mark.parametrize(("mission", "map", "places", "pays"), CONTROL, ids=IDS)
def test_control(mission: str, map: str, places: tuple[str, ...], pays: int) -> None:
    scene = table(mission, map)
    faction = FACTIONS[scene.state.faction[0]]
    for place in places:
        scene.army(faction, place, 1)
    scene.end()
    assert scene.coins(faction) == pays
    for missing in places:
        short = table(mission, map)
        for place in places:
            if place != missing:
                short.army(faction, place, 1)
        short.end()
        assert short.coins(faction) == 0, missing


@pytest.mark.clause("conqueror.mission.gates_of_sinai", "conqueror.mission.spanish_silver")
@pytest.mark.parametrize(
    ("mission", "map", "places"),
    (
        ("gates_of_sinai", "campaign", ("Palestina", "Syria")),
        ("gates_of_sinai", "grand", ("Syria", "Rhodes")),
        ("spanish_silver", "campaign", ("Espanga",)),
    ),
)
def test_what_the_other_map_asks_for_does_not_do(
    mission: str, map: str, places: tuple[str, ...]
) -> None:
    scene = table(mission, map)
    faction = FACTIONS[scene.state.faction[0]]
    for place in places:
        scene.army(faction, place, 1)
    assert scene.end().coins(faction) == 0


@pytest.mark.parametrize("seats", (3, 4, 5, 6))
def test_no_mission_can_be_done_in_the_first_turn_unopposed(seats: int) -> None:
    """Something is guarded, two steps away, or there are more places than units."""
    board = CONTENTS.boards[map_for(seats)]
    rows = [row for row in CONTENTS.garrisons if seats in row.seats and row.place]
    guarded = {row.place for row in rows}
    for mission in CONTENTS.missions:
        starts = {row.place for row in rows if row.faction == mission.faction}
        if not starts:
            continue
        reached = starts.union(*(near(board, place) for place in starts))
        open_places = reached - (guarded - starts)
        for goal in mission.goals[map_for(seats)]:
            wanted = {name for n, name in enumerate(board.names) if goal.places >> n & 1}
            wanted.discard(board.names[board.home[mission.faction]])
            # Two units at the start, two recruits.
            assert not wanted or wanted - open_places or len(wanted) > 4, mission.id


@pytest.mark.clause("conqueror.mission.tribes_united", "conqueror.mission.hellenic_league")
@pytest.mark.parametrize(
    ("mission", "map", "places"),
    (
        ("tribes_united", "grand", ("Averni", "Celtica", "Britannia", "Espanga")),
        ("hellenic_league", "campaign", ("Creta", "Rhodes", "Black Sea")),
    ),
)
def test_the_home_is_part_of_it(mission: str, map: str, places: tuple[str, ...]) -> None:
    scene = table(mission, map)
    faction = FACTIONS[scene.state.faction[0]]
    for place in places:
        scene.army(faction, place, 1)
    scene.lose_home(faction)
    assert scene.end().coins(faction) == 0


@pytest.mark.clause(
    "conqueror.mission.carthage_must_fall",
    "conqueror.mission.the_oath",
    "conqueror.mission.old_debts",
    "conqueror.missions.12",
)
@pytest.mark.parametrize(
    ("mission", "map", "rival", "battles"),
    (
        ("carthage_must_fall", "campaign", "Carthage", 3),
        ("the_oath", "campaign", "Rome", 4),
        ("old_debts", "grand", "Greece", 3),
    ),
)
def test_battles_won(mission: str, map: str, rival: str, battles: int) -> None:
    scene = table(mission, map)
    faction = FACTIONS[scene.state.faction[0]]
    scene.army(faction, "Illyria", 0, 6).army(rival, "Dacia", 1)
    scene.fight("Illyria", "Dacia", 4, 1)
    scene.act("stay:4")
    assert scene.end().coins(faction) == 1
    # The rest are defences, in the rival's turn.
    seat = scene.seat(rival)
    while scene.decision().seat != seat:
        scene.end()
    for start in ("Thracia", "Black Sea", "Celtica")[: battles - 1]:
        scene.army(rival, start, 2)
        scene.fight(start, "Dacia", 1, 4)
    while scene.decision().seat != 0:
        scene.act("end") if scene.asked() != "card" else scene.draw("golden_age")
    scene.end()
    assert scene.coins(faction) == 9
    assert scene.state.done[0]


@pytest.mark.clause("conqueror.missions.12")
def test_battles_before_the_draw_do_not_count() -> None:
    scene = Scene().mission("our_sea").army("Rome", "Sicilia", 1).army("Rome", "Sardinia", 1)
    scene.army("Rome", "Balearic Sea", 1)
    scene.state.wins[1] = 3
    scene.end().act("mission:2").end().end().draw("war_fever").end()
    assert scene.coins("Rome") == 5 and scene.decision().seat == 1


@pytest.mark.clause("conqueror.missions.1")
def test_missions_are_voluntary() -> None:
    scene = (
        Scene("Rome", "Carthage", "Greece", turn=2, round=30).mission("our_sea").purse("Rome", 3)
    )
    scene.army("Rome", "Sicilia", 1).end()
    assert scene.winner == "Rome" and scene.coins("Rome") == 3


@pytest.mark.clause("conqueror.missions.5")
def test_no_second_mission_before_the_first() -> None:
    scene = Scene().mission("our_sea").end()
    assert scene.decision().seat == 1 and scene.state.mission[0] == 0
    assert "mission" not in scene.verbs()


@pytest.mark.clause("conqueror.missions.7")
def test_missions_are_secret() -> None:
    one, two = Scene().mission("our_sea"), Scene().mission("beyond_the_alps")
    assert one.view("Greece") == two.view("Greece")
    assert one.view("Greece").has_mission == (True, False, False)
    assert one.view("Rome").mission != two.view("Rome").mission
    assert one.view() == two.view() and one.view().mission == -1
    one.army("Rome", "Sicilia", 1).army("Rome", "Sardinia", 1).army("Rome", "Balearic Sea", 1).end()
    assert one.view("Greece").done == (1, 0, 0)


@pytest.mark.clause("conqueror.missions.7")
def test_what_an_unpaid_goal_tells() -> None:
    """Everybody sees the goal reached and nothing paid, so that mission is not in hand."""
    scene = Scene().mission("our_sea").army("Rome", "Alpes", 1).army("Rome", "Celtica", 1)
    assert scene.view("Greece").ruled_out == (0, 0, 0)
    scene.end()
    assert scene.view("Greece").ruled_out == (0b010, 0, 0)


@pytest.mark.clause("conqueror.missions.8")
def test_missions_are_tested_at_the_end_of_the_own_turn() -> None:
    scene = Scene().mission("our_sea").army("Rome", "Sicilia", 1).army("Rome", "Rome", 1)
    scene.army("Rome", "Balearic Sea", 1)
    scene.move("Rome", "Sardinia").move("Sicilia", "Brundium")
    assert scene.end().coins("Rome") == 0
    rival = Scene(turn=1).mission("our_sea").army("Rome", "Sicilia", 1).army("Rome", "Sardinia", 1)
    rival.army("Rome", "Balearic Sea", 1)
    assert rival.end().coins("Rome") == 0


@pytest.mark.clause("conqueror.missions.9", "conqueror.missions.10")
def test_another_mission_is_drawn() -> None:
    scene = Scene().mission("our_sea").army("Rome", "Sicilia", 1).army("Rome", "Sardinia", 1)
    scene.army("Rome", "Balearic Sea", 1)
    scene.army("Rome", "Alpes", 1).army("Rome", "Celtica", 1).end()
    assert scene.decision().seat == CHANCE
    assert [option.text for option in scene.decision().options] == ["mission:1", "mission:2"]
    scene.act("mission:1")
    assert scene.coins("Rome") == 5 and scene.decision().seat == 1
    scene.end().end().draw("war_fever")
    assert scene.coins("Rome") == 5
    scene.end()
    assert scene.coins("Rome") == 11
    assert [option.text for option in scene.decision().options] == ["mission:2"]
    scene.act("mission:2")
    scene.army("Rome", "Carthage", 1).army("Carthage", "Berber", 1)
    scene.end().end().draw("golden_age").end()
    assert scene.coins("Rome") == 19 and scene.state.mission[0] == -1
    assert scene.decision().seat == 1


@pytest.mark.clause("conqueror.missions.11")
def test_a_mission_against_nobody() -> None:
    scene = (
        Scene("Rome", "Greece", "Egypt").mission("carthage_must_fall").army("Rome", "Carthage", 1)
    )
    assert scene.end().coins("Rome") == 8
