"""What a side would think of doing: the options of a decision that are worth a look.

Most decisions follow from the plan, and then there is one; where it takes a look ahead to tell, in
battle above all, there are several. Whoever asks is a player of the position at hand, which may be
one of many that fit what he knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola import ids
from ludus.games.agricola.board import units
from ludus.games.agricola.bot import fights, levies, quarters, voyages
from ludus.games.agricola.bot.chart import Chart
from ludus.games.agricola.bot.forces import weakest
from ludus.games.agricola.bot.orders import Order, Staff
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
from ludus.games.agricola.rules.hidden import side_of
from ludus.games.agricola.rules.marching import coming, movable, stacks, supreme_place
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

Advice: TypeAlias = Callable[[Tables, Chart, State, Frame, Decision], Sequence[Action]]

MARCH_PRICE: Final = 0.15
"""What a March must gain to be worth its point, while points can be saved."""
KEPT: Final = (0, 6, 3)
"""By the turns to come, points that the Romans save for the last one: what they take then, a foe to
be feared can answer only once."""
SAVED_PRICE: Final = 1.0
ARMY: Final = 5
"""So many with the fleets are an army that goes by sea."""
MARKER_PRICE: Final = 0.1
FEW: Final = 3
"""So many are worth a call to the Supreme Leader."""
LAST_PRICE: Final = 0.05
"""Before a winter, and at the end, points come to nothing."""


class Council:
    """Names the options that are worth a look."""

    def __init__(self, tables: Tables, chart: Chart) -> None:
        self._tables = tables
        self._chart = chart

    def __call__(self, state: State, decision: Decision) -> Sequence[Action]:
        options = decision.options
        if len(options) == 1 or not state.stack:
            return options
        t = self._tables
        if decision.prompt == "interrupt":
            return [t.decline] if t.decline in options else options
        frame = state.stack[-1]
        advice = ADVICE.get(frame.phase)
        if advice is None or side_of(state, decision.seat) != frame.side:
            return options
        return advice(t, self._chart, state, frame, decision) or options


# Marches -----------------------------------------------------------------------------------------


def march_menu(
    t: Tables, chart: Chart, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """The order that gains most, if it is worth its price; free Marches cost nothing."""
    side = frame.side
    staff = Staff(t, chart, state, side)
    last = not staff.left or staff.before_winter == 1
    price = march_price(t, chart, state, side, LAST_PRICE if last else MARCH_PRICE)
    if staff.wary and 0 < staff.left < len(KEPT) and state.points[side] <= KEPT[staff.left]:
        price = max(price, SAVED_PRICE)
    found: list[tuple[float, Action]] = []
    supreme = supreme_place(t, state, side)
    free = supreme != NONE and not frame.flags & FREE_USED and t.free in decision.options
    ports = _voyages(t, chart, state, side, price, found, decision)
    for place in stacks(t, state, side):
        available = movable(t, state, side, place)
        if place in ports or (side == ROMAN and _afloat(t, state, place)):
            # Who came by sea goes on by sea.
            continue
        if place == supreme and free:
            _add(found, staff.orders(place, available, BY_SUPREME), t.free, 0.0)
            if side == ROMAN:
                # His army goes with him, and the others after it.
                continue
            available &= ~t.musters[side].supreme
        if available and state.points[side]:
            _add(found, staff.orders(place, available, PAID), t.march[place], price)
    if t.scout in decision.options and not frame.flags & SCOUTED:
        place = state.at[ROMAN][t.rome.scouts.bit_length() - 1]
        _add(found, staff.orders(place, t.rome.scouts, BY_SCOUTS), t.scout, 0.0)
    calls = free and state.points[side] and t.concentrate in decision.options
    if calls and (side == CALEDONIAN or supreme < t.board.hexes):
        gain = _gathering(t, chart, state, staff, supreme)
        found.append((gain - price, t.concentrate))
    if side == ROMAN:
        _markers(t, staff, found, decision)
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
    t: Tables, staff: Staff, found: list[tuple[float, Action]], decision: Decision
) -> None:
    """A March or a voyage that costs a marker instead of a point."""
    state = staff.state
    admiral = voyages.Admiral(t, staff.chart, state, ROMAN)
    ports = {state.at[ROMAN][unit] for unit in units(t.rome.fleets)}
    ports = {place for place in ports if place <= t.board.britannia}
    if t.play[CIRCUMNAVIGATION] in decision.options:
        for place in sorted(ports):
            voyage = admiral.voyage(place)
            if voyage is not None:
                found.append((voyage.gain - MARKER_PRICE, t.play[CIRCUMNAVIGATION]))
    if t.play[OFFICIUM] in decision.options:
        for place in stacks(t, state, ROMAN):
            available = movable(t, state, ROMAN, place)
            if available & t.rome.leaders:
                orders = staff.orders(place, available, ids.BY_OFFICIUM)
                _add(found, orders, t.play[OFFICIUM], MARKER_PRICE)


def _voyages(
    t: Tables,
    chart: Chart,
    state: State,
    side: int,
    price: float,
    found: list[tuple[float, Action]],
    decision: Decision,
) -> list[int]:
    """Where fleets lie that have somewhere to go."""
    ports: list[int] = []
    if side != ROMAN:
        return ports
    admiral = voyages.Admiral(t, chart, state, ROMAN)
    for action in decision.options:
        if action.verb not in ("sail", "free_sail"):
            continue
        free = action.verb == "free_sail"
        start = supreme_place(t, state, ROMAN) if free else action.arg
        voyage = admiral.voyage(start)
        cost = 0.0 if free else price
        if voyage is not None and voyage.gain > cost:
            found.append((voyage.gain - cost, action))
            ports.append(start)
    return ports


def march_price(t: Tables, chart: Chart, state: State, side: int, least: float) -> float:
    """What a March must gain: as much as a rally, if there is no point left for it else."""
    worths = sorted(quarters.rallies(t, chart, state, side), reverse=True)
    points = state.points[side]
    if 0 < points <= len(worths):
        return max(least, worths[points - 1])
    return least


def _gathering(t: Tables, chart: Chart, state: State, staff: Staff, supreme: int) -> float:
    """What the Supreme Leader's free March gains by those who could join him before it."""
    side = staff.side
    joining = gathered(t, state, staff, supreme)
    if joining.bit_count() < FEW:
        return 0.0
    after = state.copy()
    put_all(t, after, side, joining, supreme)
    together = Staff(t, chart, after, side)
    then = together.orders(supreme, movable(t, after, side, supreme), BY_SUPREME)
    now = staff.orders(supreme, movable(t, state, side, supreme), BY_SUPREME)
    if not then:
        return 0.0
    return then[0].gain - (max(0.0, now[0].gain) if now else 0.0)


def gathered(t: Tables, state: State, staff: Staff, supreme: int) -> int:
    """Who can come to the Supreme Leader and is not needed where he is."""
    side = staff.side
    mask = 0
    for unit in coming(t, state, side, supreme):
        twins = t.musters[side].twin
        place = state.at[side][unit]
        for other in units(movable(t, state, side, place)):
            if twins[other] == twins[unit]:
                mask |= 1 << other
    for place in staff.own:
        here = state.here[side][place]
        if here & mask and not here & ~mask and place < t.board.hexes:
            held = t.board.center_at[place] != NONE or t.board.is_fortress[place]
            if held:
                mask &= ~weakest(t, state, side, here)
    return mask & ~t.rome.trains if side == ROMAN else mask


def concentrate(
    t: Tables, chart: Chart, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Call those who are not needed where they are, one after the other."""
    wanted = gathered(t, state, Staff(t, chart, state, frame.side), frame.place) & ~frame.mask
    for action in decision.options:
        if action.verb == "come" and wanted >> action.arg & 1:
            return [action]
    return [t.done]


def _add(
    found: list[tuple[float, Action]], orders: list[Order], action: Action, price: float
) -> None:
    if orders:
        found.append((orders[0].gain - price, action))


def march(t: Tables, chart: Chart, state: State, frame: Frame, decision: Decision) -> list[Action]:
    """Leave those who are not needed, then go."""
    side = frame.side
    start = frame.place
    payment = frame.flags & PAYMENT
    if frame.used:
        return [t.halt]
    staff = Staff(t, chart, state, side)
    available = frame.mask
    if payment == PAID and not _free_used(state):
        available = available & ~t.musters[side].supreme or available
    orders = staff.orders(start, available, payment)
    if not orders:
        return [t.halt]
    order = orders[0]
    staying = frame.mask & ~order.mask
    if staying:
        action = _leaving(t, state, side, staying, decision)
        if action is not None:
            return [action]
    if t.go[order.end] in decision.options:
        return [t.go[order.end]]
    return []


def _free_used(state: State) -> bool:
    for frame in reversed(state.stack):
        if frame.phase == ids.MARCH_MENU:
            return bool(frame.flags & FREE_USED)
    return True


def _leaving(t: Tables, state: State, side: int, staying: int, decision: Decision) -> Action | None:
    """Somebody of these, or who is alike, to be left behind."""
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


def spot(t: Tables, chart: Chart, state: State, frame: Frame, decision: Decision) -> list[Action]:
    """Where a marker is put to use."""
    if frame.side == CALEDONIAN:
        return list(decision.options[:1])
    staff = voyages.Admiral(t, chart, state, ROMAN)
    best: Action | None = None
    top = -99.0
    for action in decision.options:
        gain = -99.0
        if action.verb == "march":
            available = movable(t, state, ROMAN, action.arg)
            orders = staff.orders(action.arg, available, ids.BY_OFFICIUM)
            gain = orders[0].gain if orders else gain
        elif action.verb == "sail" and len(decision.options) > 1:
            voyage = staff.voyage(action.arg)
            gain = voyage.gain if voyage is not None else gain
        if gain > top:
            best, top = action, gain
    return [best] if best is not None else list(decision.options[:1])


ADVICE: Final[dict[int, Advice]] = {
    ids.MARCH_MENU: march_menu,
    ids.MARCH: march,
    ids.SPOT: spot,
    ids.CONCENTRATE: concentrate,
    ids.FORM: voyages.form,
    ids.SAIL: voyages.sail,
    ids.LAND: voyages.land,
    ids.RECRUIT_MENU: levies.recruit_menu,
    ids.PLACE: levies.place,
    ids.DEPLOY: levies.deploy,
    ids.AP_MENU: levies.ap_menu,
    ids.TAKE: levies.take,
    ids.GIVE: levies.give,
    ids.FREE_RECRUIT: levies.free_recruit,
    ids.ALLIES: levies.free_recruit,
    ids.EMPEROR: levies.emperor,
    ids.WITHDRAW: levies.withdraw,
    ids.UNREST: levies.withdraw,
    ids.GO_HOME: levies.go_home,
    ids.WINTER: quarters.winter,
    ids.RALLY_MENU: quarters.rally_menu,
    ids.SUPPLY_MENU: quarters.supply_menu,
    ids.TRIBUTE_WINDOW: fights.tribute,
    ids.CANCEL: fights.play_it,
    ids.DRUIDS_WINDOW: fights.druids,
    ids.SIEGE_WINDOW: fights.play_it,
    ids.FURY_WINDOW: fights.fury,
    ids.RESERVE: fights.reserve,
    ids.MOVE_UP: fights.move_up,
    ids.DECLARE: fights.declare,
    ids.STAND: fights.stand,
    ids.EMBARK: fights.embark,
    ids.RETREAT_SEA: fights.sail_off,
    ids.HITS: fights.hits,
}
"""By phase, who is asked."""
