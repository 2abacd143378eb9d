"""What the mechanics say of any army, worked out again cell by cell and figure by figure."""

from __future__ import annotations

import random
from itertools import product

import pytest

from ludus.games.para_bellum.board import (
    CELLS,
    COLUMNS,
    FIELD,
    GENERAL,
    NOT_LEFT,
    NOT_RIGHT,
    RED,
    ROWS,
    SLOTS,
    die_letter,
    members,
)
from ludus.games.para_bellum.catalog import EventKind
from ludus.games.para_bellum.ids import CONSTRUCT, MAX_GRAYS, MAX_REDS, NONE, ORDER
from ludus.games.para_bellum.mechanics.costs import deploy_actions, spared
from ludus.games.para_bellum.mechanics.dice import shifted
from ludus.games.para_bellum.mechanics.legions import (
    centurions_at,
    legion_of,
    new_grays,
    new_reds,
    span_seams,
    spans_at,
)
from ludus.games.para_bellum.mechanics.placement import legal_cells, why_illegal
from ludus.games.para_bellum.rules.tables import OPPONENTS
from ludus.games.para_bellum.tests.scene import CATALOG, RULES

LOT = random.Random("armies")


def armies(count: int) -> list[tuple[int, int]]:
    """Masks of cards and of full-colour cards, some in crowded fields and some in sparse ones."""
    found = []
    for number in range(count):
        share = (0.4, 0.7, 0.95)[number % 3]
        army = sum(1 << cell for cell in range(CELLS) if LOT.random() < share)
        full = sum(1 << cell for cell in members(army) if LOT.random() < 0.5)
        found.append((army, full))
    return found


def legions(army: int, full: int) -> list[tuple[int, int]]:
    """Every Legion, found by reading each row from left to right [legion.1]."""
    found = []
    for row in range(ROWS):
        start = NONE
        for column in range(COLUMNS):
            cell = row * COLUMNS + column
            if not army >> cell & 1:
                start = NONE
            elif not full >> cell & 1:
                if start != NONE:
                    found.append((start, cell))
                start = cell
    return found


def test_the_edges_of_the_field() -> None:
    for cell in range(CELLS):
        column = cell % COLUMNS
        assert bool(NOT_LEFT >> cell & 1) == (column > 0)
        assert bool(NOT_RIGHT >> cell & 1) == (column < COLUMNS - 1)
    letters = [die_letter(slot) for slot in range(SLOTS)]
    assert letters == ["k"] * CELLS + ["r"] * CELLS + ["b"]
    assert letters[GENERAL] == "b" and letters[RED] == "r"


@pytest.mark.clause("pb.legion.1", "pb.legion.15")
def test_the_legions_of_every_card() -> None:
    for army, full in armies(300):
        every = legions(army, full)
        for cell in members(army):
            if full >> cell & 1:
                mine = [(lo, hi) for lo, hi in every if lo < cell < hi]
            else:
                mine = [span for span in every if cell in span]
            assert spans_at(army, full, cell) == mine
        for lo, hi in every:
            assert members(span_seams(lo, hi)) == list(range(lo, hi))
            for slot in range(lo, hi):
                assert legion_of(full, slot) == span_seams(lo, hi)


@pytest.mark.clause("pb.legion.19", "pb.cent.1", "pb.cent.5")
def test_the_dice_that_are_left_go_to_the_first_slots() -> None:
    spans = [(3, 6), (9, 11)]
    slots = [3, 4, 5, 9, 10]
    for grays in range(MAX_GRAYS + 1):
        assert members(new_grays(spans, grays)) == slots[: MAX_GRAYS - grays]
    for army, _ in armies(30):
        for cell in members(army):
            above, below = cell + COLUMNS, cell - COLUMNS
            found = [cell] if above < CELLS and army >> above & 1 else []
            found += [below] if below >= 0 and army >> below & 1 else []
            assert centurions_at(army, cell) == found
            for reds in range(MAX_REDS + 1):
                assert new_reds(found, reds).bit_count() == min(len(found), MAX_REDS - reds)
                kept = new_reds(found, MAX_REDS - 1)
                assert kept == (1 << found[0] if found else 0)


@pytest.mark.clause("pb.place.4", "pb.place.10", "pb.su.4")
def test_why_a_card_may_not_go_to_a_cell() -> None:
    """Taken; beside nothing; beside or upon a Special Unit; beside another colour."""
    met = set()
    for army, same in armies(60):
        units = sum(1 << cell for cell in range(CELLS) if LOT.random() < 0.08) & ~army
        taken = {*members(army), *members(units)}
        strange = set(members(army & ~same))
        free = legal_cells(army, same, units)
        for cell in range(CELLS):
            column = cell % COLUMNS
            beside = {c for c in (cell - 1, cell + 1) if c // COLUMNS == cell // COLUMNS}
            near = beside | {c for c in (cell - COLUMNS, cell + COLUMNS) if 0 <= c < CELLS}
            soldiers = set(members(units))
            why = ""
            if cell in taken:
                why = "taken"
            elif not near & taken:
                why = "apart"
            elif beside & soldiers or cell - COLUMNS in soldiers:
                why = "unit"
            elif beside & strange:
                why = "colour"
            assert why_illegal(army, same, units, cell) == why, (cell, column)
            assert bool(free >> cell & 1) == (not why)
            met.add(why)
    assert met == {"", "taken", "apart", "unit", "colour"} and free & ~FIELD == 0


@pytest.mark.clause("pb.dice.7", "pb.lose.1", "pb.lose.7")
def test_faces_stay_between_nothing_and_six() -> None:
    for face, by, floor in product(range(1, 7), range(-6, 7), range(4)):
        for slot in (0, RED, GENERAL):
            least = max(floor, 1) if slot == GENERAL else floor
            wanted = min(face + by, 6)
            if by < 0:
                wanted = max(wanted, least)
            if by:
                assert shifted(face, slot, by, floor) == wanted


@pytest.mark.clause("pb.basic.4")
def test_architecti_help_to_build_and_with_nothing_else() -> None:
    hooks = CATALOG.hooks
    helper = hooks.construct_extra_action.kinds
    assert helper.bit_count() == 1
    for card in CATALOG.commands:
        if card.type == ORDER:
            continue
        assert deploy_actions(card, 0, hooks) == card.actions
        helped = deploy_actions(card, helper, hooks)
        if card.subtypes >> CONSTRUCT & 1:
            assert helped == min(card.actions, 1) and card.actions >= helped
        else:
            assert helped == card.actions


def test_an_event_spares_the_pips_of_its_own_action() -> None:
    hooks = CATALOG.hooks
    for verb in ("muster", "consult", "motivate"):
        event = EventKind("")
        event.cheap_muster, event.cheap_consult = verb == "muster", verb == "consult"
        for other in ("muster", "consult", "motivate", "empower"):
            cheap = spared(other, event, 0, False, hooks)
            assert cheap == (other == verb and verb != "motivate"), (verb, other)
    tribune = hooks.motivate.kinds
    assert spared("motivate", EventKind(""), tribune, False, hooks)
    assert not spared("motivate", EventKind(""), tribune, True, hooks), "once a turn"
    assert not spared("empower", EventKind(""), tribune, False, hooks)


def test_what_cards_in_play_add_up_to() -> None:
    """A hook that nobody in play has adds nothing."""
    hook = CATALOG.hooks.targeted_order_tax
    assert hook.kinds and hook.total(0) == 0
    assert hook.total(hook.kinds) == sum(value for _, value in hook.given) > 0
    assert hook.total(~hook.kinds) == 0


@pytest.mark.clause("pb.team.1")
def test_whoever_is_not_of_the_team_is_an_opponent() -> None:
    for seats in (2, 3, 4):
        for seat in range(seats):
            team = {seat, seat ^ 2} if seats == 4 else {seat}
            assert set(OPPONENTS[seats][seat]) == set(range(seats)) - team


def test_cards_that_act_are_those_with_an_action_printed_on_them() -> None:
    acting = RULES.tables.acting_kinds
    for number, kind in enumerate(CATALOG.commands):
        assert bool(acting >> number & 1) == bool(kind.printed and kind.type != ORDER)
