"""Choices about winter quarters, supply and rally."""

from __future__ import annotations

from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola.board import units
from ludus.games.agricola.bot.lookups import FAR, Lookups
from ludus.games.agricola.bot.march_plans import MarchPlanner
from ludus.games.agricola.bot.stacks import stack_of
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.supply import rallying, unsupplied
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.winter import homeless
from ludus.games.agricola.state import Frame, State

NEAREST: Final = 3
CROWD: Final = 400.0
REACH: Final = 130.0
CREW: Final = 9
SAILING: Final = 7.0
RALLY_PRICE: Final = 0.45
LAST_PRICE: Final = 0.02
STEP_BACK: Final = 0.12
"""A step regained."""


def winter(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Romans go where most can be taken in spring; tribes fill their centers, then gather."""
    side = frame.side
    if side == CALEDONIAN:
        return _tribal_winter(t, state, decision)
    mask = homeless(t, state, side)
    goals = [
        number for number, place in enumerate(t.board.center_hex) if not state.here[ROMAN][place]
    ]
    if mask & t.rome.fleets:
        return [_harbour(t, lookups, state, goals, decision)]
    best: Action | None = None
    top = -1.0
    for action in decision.options:
        if action.verb != "place":
            continue
        place = action.arg
        near = sorted(max(0.0, REACH - lookups.cost[ROMAN][goal][place]) for goal in goals)[
            -NEAREST:
        ]
        here = state.here[ROMAN][place] & t.rome.land
        strength = stack_of(t, lookups, state, ROMAN, place, here).mobile if here else 0
        worth = sum(near) / (CROWD + strength)
        if worth > top:
            best, top = action, worth
    return [best] if best is not None else []


def _harbour(
    t: Tables, lookups: Lookups, state: State, goals: list[int], decision: Decision
) -> Action:
    """The port nearest to units that the fleets can carry to a center."""
    best = t.place[t.board.britannia]
    top = -1.0
    for action in decision.options:
        if action.verb != "place" or action.arg == t.board.britannia:
            continue
        place = action.arg
        land = state.here[ROMAN][place] & t.rome.land & ~t.rome.supreme
        near = min((lookups.sea[goal][place] for goal in goals), default=FAR)
        worth = float(min(land.bit_count(), CREW)) - near / SAILING
        if worth > top:
            best, top = action, worth
    return best


def _tribal_winter(t: Tables, state: State, decision: Decision) -> list[Action]:
    best: Action | None = None
    top = -1
    for action in decision.options:
        if action.verb != "place":
            continue
        here = state.here[CALEDONIAN][action.arg]
        count = 100 if not here else here.bit_count()
        if count > top:
            best, top = action, count
    return [best] if best is not None else []


def supply_menu(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Officium for the force that would lose most."""
    hungry = unsupplied(t, state, ROMAN)
    best = t.decline
    top = 2
    for action in decision.options:
        if action.verb == "place":
            count = (hungry & state.here[ROMAN][action.arg]).bit_count()
            if count > top:
                best, top = action, count
    return [best]


def rally_menu(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    side = frame.side
    planner = MarchPlanner(t, lookups, state, side)
    last = not planner.left or planner.before_winter == 1
    top = LAST_PRICE if last else RALLY_PRICE
    best = t.next
    for action in decision.options:
        if action.verb == "rally":
            worth = rally_worth(t, lookups, state, side, action.arg)
            if worth > top:
                best, top = action, worth
    return [best]


def rally_worth(t: Tables, lookups: Lookups, state: State, side: int, place: int) -> float:
    """Value of the steps that a rally in a place restores."""
    worth = 0.0
    for unit in units(rallying(t, state, side, place) & ~t.musters[side].fleets):
        worth += STEP_BACK + lookups.whole[side][unit] - lookups.worn[side][unit]
    return worth


def rallies(t: Tables, lookups: Lookups, state: State, side: int) -> list[float]:
    """Value of each rally that is possible now."""
    if not state.turn or state.turn >= t.charts.turns.last:
        return []
    at = state.at[side]
    places = {at[unit] for unit in units(state.disrupted[side]) if at[unit] < t.board.hexes}
    return [rally_worth(t, lookups, state, side, place) for place in sorted(places)]
