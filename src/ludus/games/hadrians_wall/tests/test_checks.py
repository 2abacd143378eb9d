"""What must hold in every position, and that a position in which it does not is found out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludus.games.hadrians_wall.ids import (
    ATTACK,
    BATTLE,
    DEFENCE,
    GOOD,
    MAP,
    RESTING,
    USED_UP,
    Sheet,
)
from ludus.games.hadrians_wall.rules.checks import resting, used_up
from ludus.games.hadrians_wall.state import Frame, State
from ludus.games.hadrians_wall.tests.scenes import Scene, cells, rules, the_board, write

FULL = "boxes that are full are not those marked as such"
RESTED = "what was used this Year is not what is marked as such"
OFFER = "the offer is not what the sheet allows"
CARDS = "the set of player cards is not whole"
FATE = "a Fate card is missing or there twice"


def faults(state: State) -> list[str]:
    """What is wrong with a position; that the offer no longer fits is told by a test of its own."""
    return [text for text in rules().check(state) if not text.endswith(OFFER)]


def spoilt(seat: int, **parts: int | tuple[int, ...]) -> list[str]:
    """What is found on a sheet that was changed by force."""
    scene = Scene(seats=3, fort=3, wall=3, cippi=1)
    scene.state.stack[-1].phase = DEFENCE
    write(scene.state.sheets[seat], parts)
    return faults(scene.state)


def test_a_sound_position_has_no_fault() -> None:
    assert list(rules().check(Scene(seats=3, fort=3, wall=3, cippi=1).state)) == []


@pytest.mark.clause("hw.general.6", "hw.granary.1", "hw.fort.1", "hw.disdain.1", "hw.scout.12")
@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ({"soldier": -1}, "less than nothing in stock"),
        ({"resource": -1}, "less than nothing in stock"),
        ({"renown": 26}, "track 5 is at 26 of 25"),
        ({"renown": -1}, "track 5 is at -1 of 25"),
        ({"temple": 15}, "track 23 is at 15 of 14"),
        ({"patricians": 10}, "track 22 is at 10 of 9"),
        ({"mining": 5}, "track 12 is beyond its granary column"),
        ({"guard": 7}, "track 13 is beyond its granary column"),
        ({"fort": 8}, "track 16 is beyond its granary column"),
        ({"wall": 4}, "the Wall is ahead of the Fort"),
        ({"cippi": 2}, "the Cippi are ahead of the Fort"),
        ({"scouts": 1}, "the map does not fit the number of Scouts"),
        ({"disdain": -1}, "Disdain is out of bounds"),
        ({"disdain": 16}, "Disdain is out of bounds"),
        ({"removed": 1}, "Disdain is out of bounds"),
        ({"removed": -1}, "Disdain is out of bounds"),
        ({"strength": (0, 7)}, "a gladiator has more wounds than strength"),
        ({"wounds": (1, 0)}, "a gladiator has more wounds than strength"),
        ({"wounds": (0, -1)}, "a gladiator has more wounds than strength"),
        ({"favour": 1}, "more Temple Favours than full Temples"),
        ({"favour": -1}, "more Temple Favours than full Temples"),
        ({"mediation": (0, 0, 2)}, "a Favour of a Diplomat who is not there"),
    ],
)
def test_a_sheet_that_cannot_be(parts: dict[str, int | tuple[int, ...]], found: str) -> None:
    assert spoilt(2, **parts) == [f"seat 2: {found}"]
    assert spoilt(0, **parts) == [f"seat 0: {found}"]


@pytest.mark.parametrize(
    "parts",
    [
        {"renown": 25},
        {"renown": 0},
        {"temple": 14},
        {"mining": 4},
        {"fort": 7},
        {"disdain": 15, "removed": 15},
        {"strength": (6, 6), "wounds": (6, 0)},
        {"temple": 2, "favour": 1},
        {"diplomats": (1, 0, 0), "mediation": (2, 0, 0)},
        {"scouts": 1, "map": 0b1111},
    ],
)
def test_the_bounds_are_within(parts: dict[str, int | tuple[int, ...]]) -> None:
    assert spoilt(1, **parts) == []


def test_a_sheet_has_all_its_places() -> None:
    scene = Scene()
    scene.state.sheets[0].append(0)
    assert faults(scene.state) == ["seat 0: 112 places, not 111"]


# What was used ------------------------------------------------------------------------------------


def the_sheet(**parts: int | tuple[int, ...]) -> Sheet:
    sheet = Scene().state.sheets[0]
    write(sheet, parts)
    return sheet


def marked(mask: int) -> set[str]:
    """The actions of a mask by their verbs."""
    return {action.text for action in rules().actions.all if mask >> action.number & 1}


EXCHANGES = {f"forum:{number}" for number in range(9)}
PLAYS = {f"perform:{box}" for box in range(6)}
BRIBES = {f"bribe:{box}" for box in range(6)}


@pytest.mark.clause("hw.training.2", "hw.forum.3", "hw.theatre.5", "hw.bath.8", "hw.court.5")
@pytest.mark.parametrize(
    ("parts", "full", "this_year"),
    [
        ({"training": (1, 1, 1, 1, 0)}, set(), set()),
        ({"training": (1, 1, 1, 1, 2)}, {"train"}, {"train"}),
        ({"training": (2, 0, 0, 0, 0)}, set(), {"train"}),
        ({"forum": (1, 1, 1, 0)}, set(), set()),
        ({"forum": (1, 1, 1, 2)}, EXCHANGES, EXCHANGES),
        ({"theatre": (2, 0, 0, 0, 0, 1)}, {"perform:0", "perform:5"}, PLAYS),
        ({"baths": (2, 0, 0, 0, 0, 1)}, {"bribe:0", "bribe:5"}, set()),
        ({"baths": (2, 0, 0, 0, 0, 2)}, {"bribe:0", "bribe:5"}, BRIBES),
        ({"market": (4, 0, 0, 0, 0, 0, 0, 6)}, {"good:0", "good:7"}, set()),
        ({"court": (1, 2, 0, 0, 0, 0, 1, 1, 1)}, {"ruling:2"}, {"ruling:0"}),
        (
            {"court": (1, 1, 1, 2, 0, 0, 0, 0, 2)},
            {"ruling:0", "ruling:2"},
            {"ruling:1", "ruling:2"},
        ),
        ({"battles": (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)}, set(), {"battle:1"}),
        ({"battles": (0, 0, 0, 0, 0, 2)}, set(), {"battle:0"}),
    ],
)
def test_what_boxes_say_of_actions(
    parts: dict[str, tuple[int, ...]], full: set[str], this_year: set[str]
) -> None:
    sheet = the_sheet(**parts)
    assert marked(used_up(the_board(), sheet)) == full
    assert marked(resting(the_board(), sheet, 2)) == this_year


def test_marks_that_the_boxes_do_not_bear_out() -> None:
    scene = Scene()
    scene.state.sheets[0][USED_UP] = 1
    assert faults(scene.state) == [f"seat 0: {FULL}"]
    scene = Scene()
    scene.state.sheets[0][RESTING] = 1
    assert faults(scene.state) == [f"seat 0: {RESTED}"]


def test_an_offer_that_does_not_fit_the_sheet() -> None:
    scene = Scene(seats=3)
    scene.state.offers[2] = 0
    assert list(rules().check(scene.state)) == [f"seat 2: {OFFER}"]
    scene.state.stack[-1].phase = DEFENCE
    assert not any(text.endswith(OFFER) for text in rules().check(scene.state))


# Cards --------------------------------------------------------------------------------------------


def drop_player_card(state: State) -> None:
    state.decks[1] &= state.decks[1] - 1


def double_player_card(state: State) -> None:
    state.hands[1] = state.decks[1] & -state.decks[1]


def swap_player_card(state: State) -> None:
    drop_player_card(state)
    double_player_card(state)


@pytest.mark.parametrize("spoil", [drop_player_card, double_player_card, swap_player_card])
def test_every_set_of_cards_is_whole(spoil: Callable[[State], None]) -> None:
    scene = Scene(seats=3)
    spoil(scene.state)
    assert faults(scene.state) == [f"seat 1: {CARDS}"]


def drop_fate_card(state: State) -> None:
    state.fate_pile &= state.fate_pile - 1


def double_fate_card(state: State) -> None:
    state.fate_discard |= state.fate_pile & -state.fate_pile


def swap_fate_card(state: State) -> None:
    """As many as there should be, but one twice and another not at all."""
    drop_fate_card(state)
    double_fate_card(state)


@pytest.mark.parametrize("spoil", [drop_fate_card, double_fate_card, swap_fate_card])
def test_the_fate_cards_are_whole(spoil: Callable[[State], None]) -> None:
    scene = Scene(seats=3)
    spoil(scene.state)
    assert faults(scene.state) == [FATE]


@pytest.mark.parametrize("phase", [ATTACK, DEFENCE])
def test_cards_of_the_attack_lie_on_no_pile(phase: int) -> None:
    scene = Scene(seats=3)
    state = scene.state
    state.stack = [Frame(phase)]
    card = state.fate_pile.bit_length() - 1
    state.fate_pile &= ~(1 << card)
    assert faults(state) == [FATE]
    state.attack = [card]
    assert faults(state) == []
    state.attack = [card, card]
    assert faults(state) == [FATE]


@pytest.mark.parametrize("phase", [GOOD, BATTLE])
def test_a_card_can_be_turned(phase: int) -> None:
    scene = Scene(seats=3)
    state = scene.state
    state.stack.append(Frame(phase, 0, 0))
    assert faults(state) == []
    state.fate_discard, state.fate_pile = state.fate_pile | state.fate_discard, 0
    assert faults(state) == ["a Fate card is to be turned, but the pile is empty"]
    state.stack.pop()
    assert faults(state) == []


@pytest.mark.clause("hw.few.3")
def test_three_players_have_no_neutral_cards() -> None:
    told = ["neutral cards at a table of three or more"]
    scene = Scene(seats=3)
    scene.state.neutral_cards = [1]
    assert faults(scene.state) == told
    scene = Scene(seats=3)
    scene.state.neutral_deck = 1
    assert faults(scene.state) == told
    assert faults(Scene(seats=2).state) == []


def test_a_map_of_two_patterns() -> None:
    scene = Scene()
    scene.state.sheets[0][MAP] = cells("r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3")
    assert faults(scene.state) == ["seat 0: the map does not fit the number of Scouts"]


# Actions ------------------------------------------------------------------------------------------


def test_actions_without_a_place_are_one_word() -> None:
    """Records keep the words of actions."""
    words = {action.text for action in rules().actions.all if ":" not in action.text}
    assert words == {"mining", "guard", "cippi", "wall", "train", "stop", "defend"}


@pytest.mark.clause("hw.flow.3")
def test_players_act_side_by_side() -> None:
    assert rules().parallel(Scene(seats=3).state)
