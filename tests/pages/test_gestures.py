"""Gestures in the action bar: what has buttons there, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pages.models import played, table_model

from ludus.core.models import Gesture, Pick, Shortcut, Target
from ludus.web.live.models import TableModel
from ludus.web.pages.table.gestures import gesture

GOAL = Target("hex-1", "Alauna")


@pytest.fixture(scope="module")
def model() -> TableModel:
    return table_model(played(1))


def shown(model: TableModel, *gestures: Gesture) -> str:
    return str(gesture(replace(model, gestures=gestures, may=frozenset(("act",))), gestures))


@pytest.mark.parametrize(
    ("start", "targets", "hidden"),
    [(0, (GOAL,), True), (1, (GOAL,), False), (0, (), False)],
    ids=["a card to be placed", "taken from the start", "goes nowhere"],
)
def test_a_single_piece_needs_no_button_if_a_click_takes_it(
    model: TableModel, start: int, targets: tuple[Target, ...], hidden: bool
) -> None:
    one = Gesture("go", "Go", "Go", (Pick("0", "Ala I", start=start),), targets, docked=True)
    assert ("of-pieces" in shown(model, one)) == hidden


def test_what_needs_no_hand_is_one_button_beside_the_others(model: TableModel) -> None:
    units = (Pick("0", "Ala I"), Pick("1", "Ala II"))
    some = Gesture("winter", "Who goes", "Go", units, (GOAL,), (Shortcut("None", ()),))
    drawn = shown(model, some, Gesture("nearest", "All", "All to the nearest"))
    assert drawn.count("data-gesture-now") == 1 and "gesture-tabs" not in drawn
