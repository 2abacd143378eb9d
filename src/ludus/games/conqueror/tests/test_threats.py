"""Sword cards: secret bids and what follows; missions are in their own file."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE, may_see
from ludus.games.conqueror.tests.scene import CONTENTS, Scene, the_box

NAMES = ("a", "b", "c")


def threat(card: str, *purses: int) -> Scene:
    """A sword card just drawn, with these purses."""
    factions = ("Rome", "Carthage", "Greece", "Egypt", "Persia", "Gaul")[: len(purses)]
    scene = Scene(*factions, turn=len(purses) - 1)
    for faction, purse in zip(factions, purses, strict=True):
        scene.purse(faction, purse)
    return scene.end().draw(card)


@pytest.mark.clause("conqueror.threat.1")
@pytest.mark.parametrize("number", range(24))
def test_the_sword_in_the_corner(number: int) -> None:
    scene = Scene()
    scene.state.card = number
    board = the_box().face.dashboard(scene.view(), None, (), NAMES)
    (card,) = board.cards
    assert (card.icon == "sword") == (CONTENTS.cards[number].threat is not None)


@pytest.mark.clause("conqueror.threat.2")
def test_every_threat_has_a_minimum() -> None:
    for card in CONTENTS.cards:
        if card.threat is not None:
            assert len(card.threat.minimum) == 4 and min(card.threat.minimum) > 0


@pytest.mark.clause("conqueror.chronicle.slave_revolt", "conqueror.chronicle.cilician_pirates")
@pytest.mark.clause("conqueror.chronicle.barbarian_migration")
@pytest.mark.parametrize("players", (3, 4, 5, 6))
def test_the_minimum_goes_by_the_number_of_players(players: int) -> None:
    expected = {
        "slave_revolt": 6,
        "cilician_pirates": 2 * players,
        "barbarian_migration": 2 * players + 1,
    }
    for card, minimum in expected.items():
        scene = threat(card, *[9] * players)
        (told,) = [event for event in scene.events if event.kind == "bidding"]
        assert told.facts["minimum"] == minimum


@pytest.mark.clause("conqueror.threat.4", "conqueror.threat.20")
def test_everybody_bids_before_planning() -> None:
    scene = threat("slave_revolt", 4, 0, 60)
    assert [decision.seat for decision in scene.decisions()] == [0, 1, 2]
    assert scene.offers("bid", 0) == {"0", "1", "2", "3", "4"}
    assert scene.offers("bid", 1) == {"0"}
    assert "more" in scene.verbs(2) and "more" not in scene.verbs(0)
    scene.act("more", 2)
    assert scene.offers("bid", 2) == {str(n) for n in range(11)}
    scene.act("bid:3", 2)
    assert scene.state.bids[2] == 53
    fifty = threat("slave_revolt", 50, 0, 0).act("more", 0)
    assert fifty.offers("bid", 0) == {"0"} and "more" not in fifty.verbs(0)
    rich = threat("slave_revolt", 120, 0, 0).act("more", 0).act("more", 0)
    assert rich.offers("bid", 0) == {str(n) for n in range(21)} and "more" not in rich.verbs(0)
    assert rich.act("bid:20", 0).state.bids[0] == 120
    # The steps of one bidding are no part of the next.
    rich.act("bid:0", 1).act("bid:0", 2).purse("Rome", 120)
    rich.end().end().end().draw("cilician_pirates").act("bid:7", 0)
    assert rich.state.bids[0] == 7


@pytest.mark.clause("conqueror.threat.5", "conqueror.threat.6", "conqueror.coin.4")
def test_bids_are_sealed() -> None:
    one, two = threat("slave_revolt", 9, 9, 9), threat("slave_revolt", 9, 9, 9)
    one.act("bid:1", 0).act("bid:7", 1)
    two.act("bid:1", 0).act("bid:2", 1)
    for who in ("Rome", "Greece", ""):
        assert one.view(who) == two.view(who)
        seat = one.seat(who) if who else -3
        heard = [
            [(event.kind, event.facts) for event in scene.events if may_see(event.seen_by, seat)]
            for scene in (one, two)
        ]
        assert heard[0] == heard[1]
    assert one.decision(2).options == two.decision(2).options
    # A large bid grows by steps, of which the others see nothing either.
    rich, poor = threat("slave_revolt", 9, 120, 9), threat("slave_revolt", 9, 120, 9)
    rich.act("more", 1)
    for who in ("Rome", "Greece", ""):
        assert rich.view(who) == poor.view(who)
    assert rich.view("Carthage").pledged == 50 and rich.kinds() == poor.kinds()
    assert one.view("Carthage").bids == (-9, 7, -1)
    one.act("bid:0", 2)
    assert one.view("Greece").bids == (1, 7, 0)


@pytest.mark.clause(
    "conqueror.threat.3", "conqueror.threat.7", "conqueror.threat.9", "conqueror.threat.12"
)
@pytest.mark.clause("conqueror.threat.18", "conqueror.chronicle.slave_revolt")
def test_slave_revolt_won() -> None:
    scene = threat("slave_revolt", 10, 10, 10).bids(3, 2, 1)
    assert scene.state.purse == [12, 8, 9]
    assert scene.asked() == "plan"


@pytest.mark.clause("conqueror.threat.9", "conqueror.threat.17")
def test_the_highest_bidder_gets_the_bonus() -> None:
    assert threat("slave_revolt", 10, 10, 10).bids(4, 2, 1).state.purse == [11, 8, 9]
    assert threat("slave_revolt", 10, 10, 10).bids(6, 0, 0).state.purse == [9, 10, 10]


@pytest.mark.clause("conqueror.threat.10", "conqueror.threat.11", "conqueror.threat.14")
@pytest.mark.clause("conqueror.chronicle.slave_revolt")
def test_slave_revolt_lost() -> None:
    assert threat("slave_revolt", 10, 10, 10).bids(2, 2, 1).state.purse == [5, 5, 3]
    assert threat("slave_revolt", 10, 10, 10).bids(3, 2, 0).state.purse == [4, 5, 4]


@pytest.mark.clause("conqueror.threat.8", "conqueror.threat.15", "conqueror.threat.17")
def test_five_are_not_enough() -> None:
    scene = threat("slave_revolt", 10, 10, 10).bids(3, 1, 1)
    assert scene.state.purse == [4, 3, 3]
    zeros = threat("slave_revolt", 10, 10, 10).bids(5, 0, 0)
    assert zeros.state.purse == [2, 4, 4]
    # Who is out of the game bids nothing and is not the lowest.
    fewer = threat("slave_revolt", 10, 10, 10, 0)
    fewer.state.alive &= ~(1 << 3)
    assert fewer.lose_home("Egypt").bids(3, 1, 1).state.purse == [4, 3, 3, 0]


@pytest.mark.clause("conqueror.threat.13", "conqueror.coin.3")
def test_penalties_come_after_the_bids() -> None:
    scene = threat("slave_revolt", 5, 2, 10).bids(3, 1, 0)
    assert scene.state.purse[0] == 0
    assert scene.state.purse[1] == 0


@pytest.mark.clause("conqueror.threat.16")
def test_a_tie_is_rolled_off() -> None:
    scene = threat("slave_revolt", 10, 10, 10).bids(3, 3, 1)
    assert scene.decision().seat == CHANCE
    scene.roll(2, 2)
    assert scene.decision().seat == CHANCE
    assert scene.kinds().count("roll_off") == 2, "everybody is told of the first tie and the next"
    scene.roll(1, 4)
    assert scene.state.purse == [7, 12, 9]


@pytest.mark.clause("conqueror.threat.16")
def test_only_those_who_are_tied_roll_again() -> None:
    scene = threat("slave_revolt", 10, 10, 10).bids(2, 2, 2)
    scene.roll(4, 1, 4)
    assert scene.state.rolls == [0, -1, 0]
    scene.roll(2, 3)
    assert scene.state.purse == [8, 8, 13]


@pytest.mark.clause("conqueror.threat.23", "conqueror.chronicle.cilician_pirates")
def test_the_minimum_goes_by_those_who_are_still_in() -> None:
    """Rules version 1 asked as many coins as at the start of the game."""
    scene = threat("cilician_pirates", 9, 9, 9, 9)
    scene.state.alive &= ~(1 << 3)
    scene.lose_home("Egypt").purse("Egypt", 0).army("Rome", "Rome", 3).bids(3, 2, 1)
    assert scene.asked() == "plan" and scene.events[-1].kind == "turn"
    (told,) = [event for event in scene.events if event.kind == "bids"]
    assert told.facts["minimum"] == 6 and told.facts["won"] == 1
    # Two players who are left face what three would.
    two = threat("cilician_pirates", 9, 9, 9)
    two.state.alive &= ~(1 << 2)
    two.lose_home("Greece").purse("Greece", 0).army("Rome", "Rome", 3).bids(3, 2)
    assert two.asked() == "lose"


@pytest.mark.clause("conqueror.threat.24")
def test_a_threat_can_be_more_than_all_coins_together() -> None:
    scene = threat("slave_revolt", 2, 2, 1).bids(2, 2, 1)
    (told,) = [event for event in scene.events if event.kind == "bids"]
    assert told.facts["minimum"] == 6 and told.facts["won"] == 0


@pytest.mark.clause("conqueror.threat.19")
def test_a_sword_card_does_nothing_more() -> None:
    scene = threat("barbarian_migration", 10, 10, 10).bids(4, 2, 1)
    assert scene.verbs() >= {"collect", "recruit_infantry", "recruit_cavalry"}
    assert scene.quota("Carthage") == 6


@pytest.mark.clause("conqueror.chronicle.cilician_pirates", "conqueror.threat.22")
def test_cilician_pirates() -> None:
    scene = threat("cilician_pirates", 4, 4, 4, 4)
    scene.army("Rome", "Rome", 2, 1).army("Carthage", "Libya", 1).army("Greece", "Rhodes", 3)
    scene.army("Egypt", "Thebes", 2).bids(2, 2, 2, 1)
    assert scene.asked() == "lose" and scene.decision().seat == 0
    assert scene.verbs() == {"drop_infantry", "drop_cavalry"}
    scene.do("drop_infantry")
    # Carthage has one unit and loses it unasked; Greece chooses one; Egypt, the lowest, both.
    assert scene.decision().seat == 2
    scene.do("drop_infantry")
    assert [scene.size(name) for name in ("Rome", "Carthage", "Greece", "Egypt")] == [2, 0, 2, 0]
    won = threat("cilician_pirates", 9, 4, 4, 4).bids(6, 2, 0, 0)
    assert won.units("Rome") == (2, 0)


@pytest.mark.clause("conqueror.chronicle.barbarian_migration")
def test_barbarian_migration() -> None:
    scene = threat("barbarian_migration", 8, 8, 8)
    scene.army("Greece", "Rhodes", 3).army("Rome", "Rome", 3).bids(3, 2, 1)
    assert scene.asked() == "lose" and scene.decision().seat == 2
    scene.do("drop_infantry").do("drop_infantry")
    assert scene.state.purse == [3, 4, 5] and scene.size("Greece") == 1 and scene.size("Rome") == 3
    won = threat("barbarian_migration", 8, 8, 8).bids(4, 2, 1)
    assert won.units("Rome") == (0, 1) and won.state.purse == [6, 6, 7]


@pytest.mark.clause("conqueror.threat.21")
def test_units_won_need_a_home_and_food() -> None:
    scene = (
        threat("barbarian_migration", 8, 8, 8).lose_home("Rome", "Greece").army("Rome", "Creta", 1)
    )
    scene.bids(4, 2, 1)
    assert scene.size("Rome") == 1 and scene.coins("Rome") == 6
    full = threat("cilician_pirates", 8, 8, 8).army("Rome", "Brundium", 5)
    full.bids(4, 2, 1)
    assert full.units("Rome") == (1, 0)


@pytest.mark.clause("conqueror.threat.22", "conqueror.control.12")
def test_a_threat_can_end_a_player() -> None:
    scene = threat("cilician_pirates", 8, 8, 8).lose_home("Rome", "Greece").army("Rome", "Creta", 1)
    scene.army("Carthage", "Carthage", 3).army("Greece", "Rhodes", 3)
    scene.bids(0, 1, 1)
    while scene.asked() == "lose":
        scene.do("drop_infantry")
    assert scene.view().alive == (False, True, True)
    assert scene.decision().seat == 1
