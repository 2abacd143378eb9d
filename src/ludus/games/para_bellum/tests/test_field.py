"""The field of cells and the slots between them; small rules about single dice and cards."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.board import (
    CELLS,
    COLUMNS,
    GENERAL,
    RED,
    SEAMS,
    SLOTS,
    START_CELL,
    slot_name,
)
from ludus.games.para_bellum.rules.army import put_die, remove_die
from ludus.games.para_bellum.tests.scene import CATALOG, Scene, cell_at, k


@pytest.mark.clause("pb.legion.1", "pb.basic.10")
def test_cards_side_by_side_share_one_gray_slot() -> None:
    for one in range(CELLS):
        for other in range(one):
            beside = one - other == 1 and one // COLUMNS == other // COLUMNS
            assert (SEAMS[one] & SEAMS[other]).bit_count() == beside, (one, other)


@pytest.mark.clause("pb.cent.1", "pb.legion.1")
def test_every_slot_has_a_name_of_its_own_and_holds_a_die() -> None:
    assert len({slot_name(slot) for slot in range(SLOTS)}) == SLOTS
    assert slot_name(0) == "A1/B1" and slot_name(RED) == "A1/A2"
    assert slot_name(GENERAL) == slot_name(SLOTS - 1) == "E2" and cell_at(0, 0) == START_CELL
    for slot in (0, 1, RED - 1, RED, RED + 1):
        player = Scene().player()
        put_die(player, slot, 4)
        assert player.grays | player.reds << RED == 1 << slot
        remove_die(player, slot)
        assert player.grays == player.reds == player.dice[slot] == 0
        assert player.lost == 1 << slot


@pytest.mark.clause("pb.event.desertions")
def test_the_highest_gray_die_is_lowered_wherever_it_stands() -> None:
    scene = Scene().army({(1, 0): "azure", (2, 0): "azure", (0, 1): "gold", (1, 1): "gold"})
    scene.dice({k(0, 1): 2, k(0, 0): 3, k(1, 0): 5}).turn().reveal("desertions")
    assert (scene.face(k(0, 1)), scene.face(k(0, 0)), scene.face(k(1, 0))) == (2, 3, 4)


@pytest.mark.clause("pb.card.castra")
def test_the_card_that_took_the_loss_is_named() -> None:
    scene = Scene().army({(1, 0): "crimson", (2, 0): "crimson"}, seat=1)
    scene.dice({k(0, 0): 5, k(1, 0): 4}, seat=1).perms("castra", seat=1).commands("raid").act()
    scene.picks(("command", "raid"), ("die", k(0, 0)))
    assert scene.last("shielded") == {
        "seat": 1,
        "slot": cell_at(0, 0),
        "kind": CATALOG.command("castra"),
    }


@pytest.mark.clause("pb.obj.5", "pb.team.3")
def test_an_ally_keeps_its_own_objective_face_down() -> None:
    scene = Scene(4, objectives="by_choice").coins(6).coins(6, seat=2)
    scene.goals("full_coffers", "high_spirits").goals("great_host", "high_spirits", seat=2)
    scene.act().pick("claim", "full_coffers")
    assert scene.player(0).goal_up == [True, False]
    assert scene.player(2).goal_up == [False, False], "only the shared one is turned up for both"


@pytest.mark.clause("pb.order.5")
def test_army_cards_are_not_drawn_from_an_empty_deck() -> None:
    """An Order that could only draw them is offered while there are some, whatever the line has."""
    full = Scene().commands("reinforcements").deck("gold").line().act()
    assert full.options("command") == ["reinforcements"]
    assert not Scene().commands("reinforcements").deck().act().options("command")
