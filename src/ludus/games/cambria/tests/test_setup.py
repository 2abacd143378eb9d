"""Setting up, the roll for the start, and the opening placements."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludus.core.errors import BadRecord
from ludus.core.protocol import CHANCE, Event
from ludus.core.record import Move, Record
from ludus.core.table import Table
from ludus.games.cambria import GAME
from ludus.games.cambria.ids import NONE, ON_BOARD
from ludus.games.cambria.state import State
from ludus.games.cambria.tests.scene import DEFAULTS, RULES, A, B, C, Scene, dice

BOX = GAME.open()


class Start(Scene):
    """A game from its very beginning."""

    def __init__(self, seats: int = 3) -> None:
        super().__init__(seats)
        self.state: State = RULES.setup(seats, DEFAULTS)

    def start_with(self, first: int) -> Start:
        """Roll so that this seat starts."""
        for seat in range(self.state.seats):
            self.roll(*(("eagle", "eagle") if seat == first else ("VI", "VI")))
        return self

    def open_with(self, face: str, road: str) -> Start:
        self.do("roll").throw(face).do(f"place {road}")
        return self


@pytest.mark.clause(
    "cambria.setup.1", "cambria.setup.2", "cambria.setup.3", "cambria.setup.4", "cambria.setup.5"
)
def test_every_site_gets_its_fort_and_the_big_ones_a_token() -> None:
    scene = Start()
    assert scene.state.captor == [ON_BOARD] * 16
    under = {6: 4, 5: 3, 4: 2, 3: 0, 2: 0}
    for site, numeral in enumerate(scene.board.numeral):
        assert scene.board.victory[site] == under[numeral]
        assert (scene.state.second[site] == ON_BOARD) == (numeral >= 4)


@pytest.mark.clause("cambria.setup.6")
def test_each_player_has_five_warriors_of_an_own_colour() -> None:
    scene = Start(4)
    assert scene.state.supply == [5, 5, 5, 5]
    assert scene.state.held == [0, 0, 0, 0]
    assert scene.view.players == 4


@pytest.mark.clause("cambria.setup.7")
def test_spare_colours_stay_out() -> None:
    scene = Start(3)
    assert sum(scene.state.supply) == 15
    assert len(scene.state.supply) == 3


@pytest.mark.clause("cambria.setup.8")
def test_the_legion_starts_on_its_standard() -> None:
    scene = Start()
    assert scene.legion_home
    assert all(road == -1 for road in scene.view.roads)


@pytest.mark.clause("cambria.setup.9")
def test_each_player_rolls_both_dice_and_the_lowest_begins() -> None:
    scene = Start()
    for seat, faces in enumerate((("IV", "V"), ("II", "III"), ("III", "IV"))):
        assert (scene.seat, scene.prompt, scene.offered) == (seat, "start", {"roll"})
        assert scene.state.start == NONE
        scene.do("roll")
        assert scene.seat == CHANCE
        scene.throw(*faces)
    assert scene.state.start == B
    assert (scene.seat, scene.prompt) == (B, "opening")


@pytest.mark.clause("cambria.setup.9")
def test_a_tie_above_the_lowest_roll_decides_nothing() -> None:
    scene = Start().roll("IV", "V").roll("V", "IV").roll("III", "IV")
    assert scene.state.start == C


@pytest.mark.clause("cambria.setup.10")
def test_the_eagle_counts_as_one_for_the_start() -> None:
    scene = Start(2).roll("eagle", "II").roll("II", "II")
    assert scene.state.start == A


@pytest.mark.clause("cambria.setup.11")
def test_only_those_tied_for_lowest_roll_again() -> None:
    scene = Start().roll("II", "II").roll("II", "II").roll("IV", "V")
    assert scene.state.start == NONE
    assert (scene.seat, scene.prompt) == (A, "start")
    scene.roll("III", "III")
    assert (scene.seat, scene.prompt) == (B, "start")
    scene.roll("eagle", "II")
    assert scene.state.start == B
    rolled = [event.facts["seat"] for event in scene.events if event.kind == "start_roll"]
    assert rolled == [A, B, C, A, B]
    assert Event("start_tie", {"seats": (A, B)}) in scene.events


@pytest.mark.clause("cambria.setup.12")
def test_turns_go_clockwise_from_the_start_player() -> None:
    scene = Scene(seats=4, turn=C)
    order = []
    for _ in range(5):
        order.append(scene.seat)
        scene.do("pass")
    assert order == [2, 3, 0, 1, 2]


@pytest.mark.clause("cambria.opening.1")
def test_the_opening_rolls_one_die() -> None:
    scene = Start().start_with(A).do("roll")
    assert scene.seat == CHANCE
    assert scene.decision.options == RULES.actions["die"]
    scene.throw("IV")
    assert scene.prompt == "opening_place"
    assert scene.view.dice == ()


@pytest.mark.clause("cambria.opening.2")
def test_an_eagle_in_the_opening_is_rolled_again() -> None:
    scene = Start().start_with(A).do("roll").throw("eagle").throw("eagle").throw("IV")
    assert scene.targets("place") == scene.roads_of("IV")
    faces = [event.facts["face"] for event in scene.events if event.kind == "opening_die"]
    assert faces == [1, 1, 4]


@pytest.mark.clause("cambria.opening.3")
def test_the_opening_places_one_warrior_on_a_road_of_the_number() -> None:
    scene = Start().start_with(A).do("roll").throw("III")
    assert scene.targets("place") == scene.roads_of("III")
    scene.do("place Bravonium-Gobannium")
    assert scene.owner("Bravonium-Gobannium") == A
    assert scene.state.supply[A] == 4


@pytest.mark.clause("cambria.opening.4")
def test_the_opening_needs_a_free_road() -> None:
    scene = Start().start_with(A).open_with("V", "Alabum-Cicucium")
    scene.do("roll").throw("V")
    assert scene.targets("place") == scene.roads_of("V") - {"Alabum-Cicucium"}


@pytest.mark.clause("cambria.opening.5")
def test_the_opening_goes_round_from_the_start_player() -> None:
    scene = Start().start_with(B)
    order = []
    for road in ("Alabum-Nidum", "Isca-Nidum", "Cicucium-Nidum"):
        order.append(scene.seat)
        scene.open_with("IV", road)
    assert order == [B, C, A]


@pytest.mark.clause("cambria.opening.6")
def test_then_normal_turns_begin_with_the_start_player() -> None:
    scene = Start().start_with(B)
    for road in ("Alabum-Nidum", "Isca-Nidum", "Cicucium-Nidum"):
        scene.open_with("IV", road)
    assert scene.seat == B
    assert scene.offered == {"roll", "pass"}
    assert scene.state.supply == [4, 4, 4]
    assert [held.bit_count() for held in scene.state.held] == [1, 1, 1]


@pytest.mark.clause("cambria.opening.7")
def test_nothing_is_claimed_in_the_opening() -> None:
    scene = Start().start_with(A)
    # A lone II fort would fall to a full ring with a leader; make one up to see that none falls.
    scene.state.held[A] |= 1 << scene.road("Canovium-Segontium")
    scene.open_with("II", "Segontium-Tomen y Mur")
    scene.open_with("IV", "Alabum-Nidum").open_with("IV", "Isca-Nidum")
    assert scene.prompt == "turn"
    assert scene.state.captor.count(ON_BOARD) == 16
    assert scene.legion_home
    assert scene.state.aboard == [-1] * 5


def test_a_number_without_a_free_road_is_rolled_again_in_the_opening() -> None:
    scene = Start().start_with(A).fill("V", B)
    scene.do("roll").throw("V")
    assert scene.decision.seat == CHANCE
    scene.throw("II")
    assert scene.prompt == "opening_place"


def test_dice_are_numbered_without_order() -> None:
    assert dice("V", "II") == dice("II", "V")


def test_a_record_by_the_first_rules_is_refused_with_their_version() -> None:
    """There the dice for the start fell by themselves."""
    header = replace(Table(BOX, ("Livia", "Marcus")).header, version=1)
    with pytest.raises(BadRecord, match=r"line 2: .*played by rules version 1, now 2"):
        Table.replay(BOX, Record(header, [Move(CHANCE, "dice:3")]))
