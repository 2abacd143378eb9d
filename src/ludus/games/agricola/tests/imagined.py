"""Positions imagined from a view, and what must hold in each."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.chance import SeededRng
from ludus.core.protocol import SPECTATOR
from ludus.games.agricola.ids import (
    ARRIVE,
    ATTRITION,
    BUILD,
    DRUIDS,
    FORM,
    LAND,
    MARCH,
    NONE,
    PLAYED,
    SAIL,
)
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import Scene, tables, the_box
from ludus.games.agricola.view import Agricola

T = tables()
BOARD = T.board


def the_rules() -> Agricola:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules


RULES = the_rules()


FORCES = (MARCH, FORM, SAIL, BUILD, LAND, ARRIVE, ATTRITION)
"""What is under way with some units, which only their side knows."""


def imagined(scene: Scene | State, viewer: int, draws: int = 60) -> list[State]:
    """Positions imagined by a side, or by a spectator; each is sound and looks the same."""
    state = scene.state if isinstance(scene, Scene) else scene
    seat = SPECTATOR if viewer == NONE else viewer ^ state.flip
    rng = SeededRng("scene")
    view = RULES.view(state, seat)
    before = RULES.decisions(state)
    found = [RULES.resample(view, rng) for _ in range(draws)]
    for drawn in found:
        assert not list(broken(T, drawn))
        assert RULES.view(drawn, seat) == view
        after = RULES.decisions(drawn)
        assert [(d.seat, d.prompt) for d in before] == [(d.seat, d.prompt) for d in after]
        assert all(decision.options for decision in after), "it can go on"
        for frame in drawn.stack:
            secret = frame.phase in FORCES or (frame.phase == PLAYED and frame.step == DRUIDS)
            if frame.side != viewer and not (secret and frame.side != NONE):
                assert not frame.mask, "nobody is chosen where nobody is chosen from"
    return found


def spots(found: Sequence[State], side: int, number: int) -> set[str]:
    """All places that a unit is imagined in."""
    boxes = ("B", "recruit", "fallen", "limbo", "absent")
    spots = {drawn.at[side][number] for drawn in found}
    return {BOARD.ids[p] if p < BOARD.hexes else boxes[p - BOARD.hexes] for p in spots}
