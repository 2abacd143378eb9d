"""Choices in the March phase: which March to make, with whom, and where to use a marker."""

from __future__ import annotations

from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola import ids
from ludus.games.agricola.board import units
from ludus.games.agricola.bot import supply_choices, voyage_choices
from ludus.games.agricola.bot.lookups import Lookups
from ludus.games.agricola.bot.march_plans import MarchPlan, MarchPlanner, weakest
from ludus.games.agricola.ids import (
    BY_SCOUTS,
    BY_SUPREME,
    CALEDONIAN,
    CAPACITY,
    CIRCUMNAVIGATION,
    FREE_USED,
    NONE,
    OFFICIUM,
    PAID,
    PAYMENT,
    ROMAN,
    SCOUTED,
)
from ludus.games.agricola.rules.forces import put_all
from ludus.games.agricola.rules.marching import coming, movable, stacks, supreme_place
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

MARCH_PRICE: Final = 0.15
"""What a March must gain to be worth its point, while points can be saved."""
KEPT: Final = (0, 6, 3)
"""By the turns left, points that the Romans save for the last one: a dangerous enemy can answer
only once what they take then."""
SAVED_PRICE: Final = 1.0
ARMY: Final = 5
"""With so many units the fleets carry an army."""
MARKER_PRICE: Final = 0.1
FEW: Final = 3
"""Concentrating on the Supreme Leader is worth it for so many units."""
LAST_PRICE: Final = 0.05
"""The same before a winter and at the end, when saved points are lost."""


# Marches -----------------------------------------------------------------------------------------


def march_menu(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """The March that gains most, if it is worth its price; free Marches cost nothing."""
    side = frame.side
    planner = MarchPlanner(t, lookups, state, side)
    last = not planner.left or planner.before_winter == 1
    price = march_price(t, lookups, state, side, LAST_PRICE if last else MARCH_PRICE)
    if planner.wary and 0 < planner.left < len(KEPT) and state.points[side] <= KEPT[planner.left]:
        price = max(price, SAVED_PRICE)
    found: list[tuple[float, Action]] = []
    supreme = supreme_place(t, state, side)
    free = supreme != NONE and not frame.flags & FREE_USED and t.free in decision.options
    ports = _voyages(t, lookups, state, side, price, found, decision)
    for place in stacks(t, state, side):
        available = movable(t, state, side, place)
        if place in ports or (side == ROMAN and _afloat(t, state, place)):
            # An army that came by sea goes on by sea.
            continue
        if place == supreme and free:
            _add(found, planner.plans(place, available, BY_SUPREME), t.free, 0.0)
            if side == ROMAN:
                # His army goes with him, and the others after it.
                continue
            available &= ~t.musters[side].supreme
        if available and state.points[side]:
            _add(found, planner.plans(place, available, PAID), t.march[place], price)
    if t.scout in decision.options and not frame.flags & SCOUTED:
        place = state.at[ROMAN][t.rome.scouts.bit_length() - 1]
        _add(found, planner.plans(place, t.rome.scouts, BY_SCOUTS), t.scout, 0.0)
    calls = free and state.points[side] and t.concentrate in decision.options
    if calls and (side == CALEDONIAN or supreme < t.board.hexes):
        gain = _gathering(t, lookups, state, planner, supreme)
        found.append((gain - price, t.concentrate))
    if side == ROMAN:
        _markers(t, planner, found, decision)
    best = t.next
    top = 0.0
    for gain, action in found:
        if gain > top:
            best, top = action, gain
    return [best]


def _afloat(t: Tables, state: State, place: int) -> bool:
    """Whether an army is with the fleets that can carry it."""
    here = state.here[ROMAN][place]
    crew = (here & t.rome.land).bit_count()
    return ARMY <= crew <= CAPACITY * (here & t.rome.fleets).bit_count()


def _markers(
    t: Tables, planner: MarchPlanner, found: list[tuple[float, Action]], decision: Decision
) -> None:
    """A March or a voyage that costs a marker instead of a point."""
    state = planner.state
    voyage_planner = voyage_choices.VoyagePlanner(t, planner.lookups, state, ROMAN)
    ports = {state.at[ROMAN][unit] for unit in units(t.rome.fleets)}
    ports = {place for place in ports if place <= t.board.britannia}
    if t.play[CIRCUMNAVIGATION] in decision.options:
        for place in sorted(ports):
            voyage = voyage_planner.voyage(place)
            if voyage is not None:
                found.append((voyage.gain - MARKER_PRICE, t.play[CIRCUMNAVIGATION]))
    if t.play[OFFICIUM] in decision.options:
        for place in stacks(t, state, ROMAN):
            available = movable(t, state, ROMAN, place)
            if available & t.rome.leaders:
                plans = planner.plans(place, available, ids.BY_OFFICIUM)
                _add(found, plans, t.play[OFFICIUM], MARKER_PRICE)


def _voyages(
    t: Tables,
    lookups: Lookups,
    state: State,
    side: int,
    price: float,
    found: list[tuple[float, Action]],
    decision: Decision,
) -> list[int]:
    """Add the voyages worth making; the ports that they start from."""
    ports: list[int] = []
    if side != ROMAN:
        return ports
    voyage_planner = voyage_choices.VoyagePlanner(t, lookups, state, ROMAN)
    for action in decision.options:
        if action.verb not in ("sail", "free_sail"):
            continue
        free = action.verb == "free_sail"
        start = supreme_place(t, state, ROMAN) if free else action.arg
        voyage = voyage_planner.voyage(start)
        cost = 0.0 if free else price
        if voyage is not None and voyage.gain > cost:
            found.append((voyage.gain - cost, action))
            ports.append(start)
    return ports


def march_price(t: Tables, lookups: Lookups, state: State, side: int, least: float) -> float:
    """What a March must gain: as much as the rally that its point could pay for."""
    worths = sorted(supply_choices.rallies(t, lookups, state, side), reverse=True)
    points = state.points[side]
    if 0 < points <= len(worths):
        return max(least, worths[points - 1])
    return least


def _gathering(
    t: Tables, lookups: Lookups, state: State, planner: MarchPlanner, supreme: int
) -> float:
    """What the Supreme Leader's free March gains if units join him first."""
    side = planner.side
    joining = gathered(t, state, planner, supreme)
    if joining.bit_count() < FEW:
        return 0.0
    after = state.copy()
    put_all(t, after, side, joining, supreme)
    together = MarchPlanner(t, lookups, after, side)
    then = together.plans(supreme, movable(t, after, side, supreme), BY_SUPREME)
    now = planner.plans(supreme, movable(t, state, side, supreme), BY_SUPREME)
    if not then:
        return 0.0
    return then[0].gain - (max(0.0, now[0].gain) if now else 0.0)


def gathered(t: Tables, state: State, planner: MarchPlanner, supreme: int) -> int:
    """Units that can join the Supreme Leader and are not needed where they are."""
    side = planner.side
    mask = 0
    for unit in coming(t, state, side, supreme):
        twins = t.musters[side].twin
        place = state.at[side][unit]
        for other in units(movable(t, state, side, place)):
            if twins[other] == twins[unit]:
                mask |= 1 << other
    for place in planner.own:
        here = state.here[side][place]
        if here & mask and not here & ~mask and place < t.board.hexes:
            held = t.board.center_at[place] != NONE or t.board.is_fortress[place]
            if held:
                mask &= ~weakest(t, state, side, here)
    return mask & ~t.rome.trains if side == ROMAN else mask


def concentrate(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Choose the units that are not needed where they are, one after the other."""
    wanted = (
        gathered(t, state, MarchPlanner(t, lookups, state, frame.side), frame.place) & ~frame.mask
    )
    for action in decision.options:
        if action.verb == "come" and wanted >> action.arg & 1:
            return [action]
    return [t.done]


def _add(
    found: list[tuple[float, Action]], plans: list[MarchPlan], action: Action, price: float
) -> None:
    if plans:
        found.append((plans[0].gain - price, action))


def march(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Leave the units that are not needed, then go."""
    side = frame.side
    start = frame.place
    payment = frame.flags & PAYMENT
    if frame.used:
        return [t.halt]
    planner = MarchPlanner(t, lookups, state, side)
    available = frame.mask
    if payment == PAID and not _free_used(state):
        available = available & ~t.musters[side].supreme or available
    plans = planner.plans(start, available, payment)
    if not plans:
        return [t.halt]
    plan = plans[0]
    staying = frame.mask & ~plan.mask
    if staying:
        action = _leaving(t, state, side, staying, decision)
        if action is not None:
            return [action]
    if t.go[plan.end] in decision.options:
        return [t.go[plan.end]]
    return []


def _free_used(state: State) -> bool:
    for frame in reversed(state.stack):
        if frame.phase == ids.MARCH_MENU:
            return bool(frame.flags & FREE_USED)
    return True


def _leaving(t: Tables, state: State, side: int, staying: int, decision: Decision) -> Action | None:
    """An option to leave one of these units, or one that is alike."""
    muster = t.musters[side]
    disrupted = state.disrupted[side]
    wanted = {
        (muster.twin[unit], disrupted >> unit & 1)
        for unit in range(muster.count)
        if staying >> unit & 1
    }
    for action in decision.options:
        if action.verb == "leave":
            unit = action.arg
            if (muster.twin[unit], disrupted >> unit & 1) in wanted:
                return action
    return None


def spot(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Where to use a marker."""
    if frame.side == CALEDONIAN:
        return list(decision.options[:1])
    planner = voyage_choices.VoyagePlanner(t, lookups, state, ROMAN)
    best: Action | None = None
    top = -99.0
    for action in decision.options:
        gain = -99.0
        if action.verb == "march":
            available = movable(t, state, ROMAN, action.arg)
            plans = planner.plans(action.arg, available, ids.BY_OFFICIUM)
            gain = plans[0].gain if plans else gain
        elif action.verb == "sail" and len(decision.options) > 1:
            voyage = planner.voyage(action.arg)
            gain = voyage.gain if voyage is not None else gain
        if gain > top:
            best, top = action, gain
    return [best] if best is not None else list(decision.options[:1])
