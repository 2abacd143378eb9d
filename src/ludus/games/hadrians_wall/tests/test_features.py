"""What learners are told of a position: all of it that matters, and nothing that is always zero."""

from __future__ import annotations

from ludus.games.hadrians_wall.ids import BUILDINGS, CELLS
from ludus.games.hadrians_wall.tests.scenes import Scene, opened
from ludus.lab.research.features import Features


def told(scene: Scene) -> dict[str, int]:
    box, seats = opened(), scene.table.view(0).seats
    return Features(box, seats, box.options(seats, {})).named(scene.table.view(0))


def test_items_on_neutral_cards_are_told() -> None:
    scene = Scene(seats=1)
    scene.state.neutral_cards = [3, 5]
    scene.state.neutral_items = [0, 2, 1, 0]
    found = told(scene)
    assert [found[f"neutral_items.{n}"] for n in range(4)] == [0, 2, 1, 0]


def test_an_attack_of_more_than_twelve_cards_is_told_in_full() -> None:
    scene = Scene(seats=1)
    scene.state.attack = [*range(0, 45, 3)]
    found = told(scene)
    cards = [card for card in range(48) if found[f"attack.{card}"]]
    assert cards == scene.state.attack and len(cards) == 15


def test_masks_have_as_many_bits_as_there_are_things() -> None:
    found = told(Scene(seats=1))
    for mask, size in (("map", CELLS), ("built", len(BUILDINGS))):
        bits = [name for name in found if name.startswith(f"sheets.0.{mask}.")]
        assert len(bits) == size
