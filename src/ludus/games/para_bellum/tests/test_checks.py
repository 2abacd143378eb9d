"""What must hold in every position, and that a position in which it does not is found out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import pytest

from ludus.core.chance import SeededRng
from ludus.core.table import Table
from ludus.games.para_bellum.board import COLUMNS, GENERAL, RED, members, sides
from ludus.games.para_bellum.ids import (
    BANNER_SHIFT,
    BY_DECK,
    FINISH_ORDER,
    GRAY_BANNERS,
    MAX_GRAYS,
    MAX_REDS,
    NONE,
    RED_BANNERS,
    SEEN_SHIFT,
)
from ludus.games.para_bellum.state import Frame, Perm, Player, State
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, RULES
from ludus.games.para_bellum.view import View
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

Spoil: TypeAlias = Callable[[State], None]


@cache
def played(seats: int) -> State:
    """A position near the end of a game, with dice, banners and cards in play."""
    setting = Setting(seats, BOX.options(seats, {}))
    table: Table[State, View] = Table(BOX, NAMES[:seats], setting.options)
    rng = SeededRng(f"checks {seats}")
    found = table.state
    for decisions in random_play(table, setting, rng, Keen(BOX, glances=2)):
        state = table.state
        first = state.players[0]
        if decisions and first.banners and first.perms and first.reds and first.grays:
            found = RULES.copy(state)
    return found


def after(spoil: Spoil, seats: int = 2) -> list[str]:
    state = RULES.copy(played(seats))
    assert list(RULES.check(state)) == []
    spoil(state)
    return list(RULES.check(state))


def first(state: State) -> Player:
    return state.players[0]


def red_slot(player: Player) -> int:
    return RED + members(player.reds)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sound_position_has_no_fault(seats: int) -> None:
    state = played(seats)
    assert first(state).banners and first(state).perms, "it is one with much to break"
    assert list(RULES.check(state)) == []


# Cards --------------------------------------------------------------------------------------------


def army_card_more(state: State) -> None:
    state.bag[0] += 1
    state.bag_size += 1


def army_card_at_the_bottom(state: State) -> None:
    state.bottom.append(0)
    state.bottom_seen.append(0)


def army_card_in_hand(state: State) -> None:
    first(state).hand = sorted([*first(state).hand, 0])


def army_card_looked_at(state: State) -> None:
    first(state).looking.append(0)


def command_card_more(state: State) -> None:
    state.command_bag[0] += 1
    state.command_size += 1


def command_card_discarded(state: State) -> None:
    state.command_discard[0] += 1


def command_card_in_hand(state: State) -> None:
    first(state).commands = sorted([*first(state).commands, 0])


def command_card_in_the_line(state: State) -> None:
    state.line.append(0)


def command_card_being_played(state: State) -> None:
    state.stack.append(Frame(FINISH_ORDER, 0, card=0))


def objective_less(state: State) -> None:
    state.goal_bag &= state.goal_bag - 1


def objective_at_the_bottom(state: State) -> None:
    state.goal_bottom.append(0)


def objective_with_a_player(state: State) -> None:
    first(state).goals.append(first(state).goals[0])


def size_of_the_army_deck(state: State) -> None:
    state.bag_size += 1


def size_of_the_command_deck(state: State) -> None:
    state.command_size -= 1


def event_less(state: State) -> None:
    state.event = NONE


def unknown_bottom(state: State) -> None:
    state.bottom_seen.append(0)


def over_and_on(state: State) -> None:
    state.ended = BY_DECK


def unchecked(state: State) -> None:
    state.dirty = 1


ARMY_CARDS = "the number of army cards has changed"
COMMAND_CARDS = "the number of command cards has changed"


@pytest.mark.clause("pb.setup.6", "pb.comp.9", "pb.comp.13")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (army_card_more, ARMY_CARDS),
        (army_card_at_the_bottom, ARMY_CARDS),
        (army_card_in_hand, ARMY_CARDS),
        (army_card_looked_at, ARMY_CARDS),
        (command_card_more, COMMAND_CARDS),
        (command_card_discarded, COMMAND_CARDS),
        (command_card_in_hand, COMMAND_CARDS),
        (command_card_in_the_line, COMMAND_CARDS),
        (command_card_being_played, COMMAND_CARDS),
        (objective_less, f"there are {len(CATALOG.objectives) - 1} objectives"),
        (objective_at_the_bottom, f"there are {len(CATALOG.objectives) + 1} objectives"),
        (objective_with_a_player, f"there are {len(CATALOG.objectives) + 1} objectives"),
        (size_of_the_army_deck, "the size of a deck does not match its cards"),
        (size_of_the_command_deck, "the size of a deck does not match its cards"),
        (event_less, "an event is missing"),
        (
            unknown_bottom,
            "the bottom of the army deck and the seats that know it differ in length",
        ),
        (over_and_on, "`ended` and the stack disagree on whether the game is over"),
        (unchecked, "objectives are still to be checked"),
    ],
)
def test_every_card_is_in_one_place(spoil: Spoil, found: str, seats: int) -> None:
    assert after(spoil, seats) == [found]


# Armies -------------------------------------------------------------------------------------------


def cell_without_a_card(state: State) -> None:
    player = first(state)
    player.army |= 1 << next(
        c for c in range(COLUMNS) if player.cells[c] == NONE and _apart(player, c)
    )


def _apart(player: Player, cell: int) -> bool:
    """Whether a cell touches neither army nor units, so that nothing else is wrong with it."""
    bit = 1 << cell
    taken = player.army | player.units
    return not (taken & (bit | sides(bit) | bit << COLUMNS | bit >> COLUMNS))


def no_horns(state: State) -> None:
    first(state).horns ^= 1


def no_riders(state: State) -> None:
    first(state).riders_up ^= 1


def other_riders(state: State) -> None:
    first(state).riders_down ^= 1


def another_colour(state: State) -> None:
    """A card that stands beside another of its colour counts as of none."""
    player = first(state)
    for mask in player.by_colour:
        beside = mask & sides(mask)
        if beside:
            player.by_colour[player.by_colour.index(mask)] = mask & ~(beside & -beside)
            return


def legion_more(state: State) -> None:
    first(state).legions[0] += 1


def big_legion_more(state: State) -> None:
    first(state).big += 1


def unsorted_hand(state: State) -> None:
    """Two hands of two kinds each are dealt the wrong way round."""
    player = first(state)
    player.hand = sorted(player.hand, reverse=True)
    player.commands = sorted(player.commands, reverse=True)


def veiled_card(state: State) -> None:
    player = first(state)
    player.veiled = [next(k for k in range(len(CATALOG.commands)) if k not in player.commands)]


def spied_card(state: State) -> None:
    player = first(state)
    kind = next(k for k in range(CATALOG.deck_kinds) if k not in player.hand)
    player.spied = [kind << SEEN_SHIFT | 2]


MASKS = "the masks differ from what is drawn on the cards"
LEGIONS = "Legions are counted wrongly"


@pytest.mark.clause("pb.place.10", "pb.legion.15")
@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (cell_without_a_card, "cells and army differ"),
        (no_horns, MASKS),
        (no_riders, MASKS),
        (other_riders, MASKS),
        (another_colour, "two colours lie side by side"),
        (legion_more, LEGIONS),
        (big_legion_more, LEGIONS),
        (unsorted_hand, "a hand is not sorted"),
        (veiled_card, "a veiled command card is not in hand"),
        (spied_card, "an army card that others know of is not in hand"),
    ],
)
def test_an_army_that_cannot_be(spoil: Spoil, found: str) -> None:
    assert f"seat 0: {found}" in after(spoil)


# Cards in play, dice and banners ------------------------------------------------------------------


def unit_nowhere(state: State) -> None:
    player = first(state)
    cell = next(c for c in range(COLUMNS) if _apart(player, c))
    player.units |= 1 << cell


def unit_on_a_card(state: State) -> None:
    player = first(state)
    cell = members(player.army)[0]
    player.units |= 1 << cell
    player.perms[0].cell = cell


def unit_beside_a_card(state: State) -> None:
    player = first(state)
    beside = sides(player.army) & ~player.army & ~player.units
    cell = members(beside)[0]
    player.units |= 1 << cell
    player.perms[0].cell = cell


def down_but_up(state: State) -> None:
    perm = first(state).perms[0]
    perm.down = not perm.down


def card_in_play_more(state: State) -> None:
    first(state).perms.append(Perm(0, True))


def debt(state: State) -> None:
    first(state).coins = -1


def too_many_grays(state: State) -> None:
    first(state).grays |= (1 << MAX_GRAYS + 1) - 1


def too_many_reds(state: State) -> None:
    first(state).reds |= (1 << MAX_REDS + 1) - 1


def die_without_a_face(state: State) -> None:
    player = first(state)
    player.dice[members(player.grays)[0]] = 0


def general_lost(state: State) -> None:
    first(state).dice[GENERAL] = 0


def seven(state: State) -> None:
    player = first(state)
    player.dice[red_slot(player)] |= 7


def lost_and_filled(state: State) -> None:
    player = first(state)
    player.lost |= 1 << red_slot(player)


def red_die_in_the_air(state: State) -> None:
    player = first(state)
    cell = next(c for c in range(COLUMNS) if not player.army >> c & 1)
    player.reds |= 1 << cell
    player.dice[RED + cell] = 3


def gray_die_outside(state: State) -> None:
    player = first(state)
    cell = next(c for c in range(COLUMNS) if _apart(player, c))
    player.grays |= 1 << cell
    player.dice[cell] = 3


def banner_twice(state: State) -> None:
    player = first(state)
    code = next(code for code in player.dice if code >> BANNER_SHIFT)
    bare = [s for s in range(GENERAL) if player.dice[s] and not player.dice[s] >> BANNER_SHIFT]
    player.dice[bare[0]] |= code >> BANNER_SHIFT << BANNER_SHIFT


def banner_of_the_other_colour(state: State) -> None:
    player = first(state)
    slot = next(s for s in range(GENERAL) if player.dice[s] >> BANNER_SHIFT)
    wrong = members(RED_BANNERS if slot < RED else GRAY_BANNERS)[0]
    player.dice[slot] = player.dice[slot] & 7 | (wrong + 1) << BANNER_SHIFT


def banner_unknown(state: State) -> None:
    first(state).banners ^= 1


@pytest.mark.clause("pb.max.1", "pb.max.2", "pb.max.3", "pb.su.4")
@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (unit_nowhere, "Special Units and their cells differ"),
        (unit_on_a_card, "Special Units and their cells differ"),
        (unit_beside_a_card, "an army card lies beside or on a Special Unit"),
        (down_but_up, "face-up cards and their mask differ"),
        (debt, "a negative number of coins"),
        (too_many_grays, "too many dice"),
        (too_many_reds, "too many dice"),
        (die_without_a_face, " shows 0"),
        (general_lost, f"slot {GENERAL} shows 0"),
        (seven, " shows 7"),
        (lost_and_filled, "a slot is lost and filled"),
        (red_die_in_the_air, " is not between two cards"),
        (gray_die_outside, "a gray die stands outside a Legion"),
        (banner_twice, " is wrong at slot "),
        (banner_of_the_other_colour, " is wrong at slot "),
        (banner_unknown, "banners and their mask differ"),
    ],
)
def test_dice_and_cards_in_play_that_cannot_be(spoil: Spoil, found: str) -> None:
    assert any(text.startswith("seat 0: ") and found in text for text in after(spoil)), after(spoil)


def test_a_card_in_play_is_one_of_the_command_cards() -> None:
    assert after(card_in_play_more) == [COMMAND_CARDS]


# Actions ------------------------------------------------------------------------------------------


def test_actions_without_a_place_are_one_word() -> None:
    """Records keep the words of actions."""
    words = {action.text for action in RULES.actions.all if ":" not in action.text}
    basic = {"muster", "empower", "consult", "motivate", "requisition", "march", "pact", "runner"}
    assert words == basic | {"end", "decline", "done"}


def test_players_act_one_after_the_other() -> None:
    assert not RULES.parallel(played(2))
