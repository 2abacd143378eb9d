"""Choices about recruits, stratagem markers and events: what to buy, place, take and give up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola.board import units
from ludus.games.agricola.bot.battle_choices import shown_leader
from ludus.games.agricola.bot.lookups import NO_WINTER, Lookups
from ludus.games.agricola.bot.march_plans import MarchPlanner
from ludus.games.agricola.bot.stacks import stack_of
from ludus.games.agricola.ids import (
    AT_SET_UP,
    AUXILIARY,
    CALEDONIAN,
    CIRCUMNAVIGATION,
    DRUIDS,
    FLEET,
    FURY,
    IMPERIUM,
    LEADERS,
    LEGIONARY,
    NONE,
    NOVAE_GENTES,
    OFFICIUM,
    PAID,
    PRAEFECTUS,
    PRAESIDIUM,
    ROMAN,
    SIEGE_ATTACK,
    SPEECH,
    TREACHERY,
    TRIBUTE,
    UNITE,
)
from ludus.games.agricola.rules.marching import movable, stacks
from ludus.games.agricola.rules.recruiting import current_unit, praesidium_sites
from ludus.games.agricola.rules.stratagems import imperium_limit
from ludus.games.agricola.rules.supply import rallying
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

MARKERS_BY_USE: Final = (
    (IMPERIUM, OFFICIUM, TRIBUTE, TREACHERY, SPEECH, SIEGE_ATTACK, CIRCUMNAVIGATION),
    (UNITE, NOVAE_GENTES, FURY, SPEECH, TREACHERY, DRUIDS, TRIBUTE),
)
"""Per side, the markers to choose, best first."""
GOOD_TARGET: Final = 6
MARKER_POINTS: Final = (5, 4)
"""With so many points a side buys a stratagem marker."""
FEW_HELD: Final = 2
"""The tribes hold so many at most."""
FEW_MARKERS: Final = 3
GOOD_MARCH: Final = 0.5
MARCHES_EACH: Final = 3
"""Marches that an army needs in the last turn if it can take something."""
WORTH_A_RALLY: Final = 2
SPARE: Final = 3
"""Praesidia kept for centers while a winter is to come."""
FULL_CENTER: Final = 3


def _camp_worth(planner: MarchPlanner, place: int) -> float:
    """What a Praesidium in a place gains."""
    board = planner.t.board
    if planner.wary and planner.before_winter > 1 and not board.is_site[place]:
        return 0.0
    if board.center_at[place] != NONE:
        if planner.before_winter == NO_WINTER:
            return 0.3
        return 2.4 if planner.before_winter <= 1 else 1.0
    if board.is_site[place]:
        return 1.0 if planner.before_winter == NO_WINTER or _camps_left(planner) > SPARE else 0.0
    return 0.0


def _camps_left(planner: MarchPlanner) -> int:
    t = planner.t
    here = planner.state.here[ROMAN]
    return ((here[t.board.recruit] | here[t.board.limbo]) & t.rome.praesidia).bit_count()


def recruit_menu(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    planner = MarchPlanner(t, lookups, state, frame.side)
    if frame.side == ROMAN:
        return [_roman_buys(t, state, planner, decision)]
    return [_tribal_buys(t, state, planner, decision)]


class Offers:
    """What the Recruiting phase offers the Romans, one of each kind."""

    __slots__ = ("camp", "fallen", "legion", "marker", "other")

    def __init__(self, t: Tables, state: State, decision: Decision) -> None:
        self.camp: Action | None = None
        self.fallen: Action | None = None
        self.legion: Action | None = None
        self.other: Action | None = None
        """Units that can be placed at a Praesidium at the front."""
        self.marker: Action | None = None
        for action in decision.options:
            if action.verb == "recruit":
                self._sort(t, state, action)
            elif action.verb == "stratagems" and action.arg == 1:
                self.marker = action

    def _sort(self, t: Tables, state: State, action: Action) -> None:
        kind = t.rome.type[action.arg]
        if kind == PRAESIDIUM:
            self.camp = action
        elif kind == LEGIONARY:
            if state.fallen >> action.arg & 1:
                self.fallen = action
            else:
                self.legion = action
        elif kind not in LEADERS and kind != FLEET:
            # Auxiliaries first: they pass wilderness without a stop.
            known = self.other
            if known is None or (kind == AUXILIARY and t.rome.type[known.arg] != AUXILIARY):
                self.other = action


def _roman_buys(t: Tables, state: State, planner: MarchPlanner, decision: Decision) -> Action:
    """Praesidia that will be needed, then eliminated legionaries, then other units; points for
    Marches are kept unless they would be lost."""
    points = state.points[ROMAN]
    last = planner.before_winter == 1
    offers = Offers(t, state, decision)
    if offers.camp is not None:
        worth = max(
            (_camp_worth(planner, place) for place in praesidium_sites(t, state)), default=0
        )
        keep = 0 if last or planner.before_winter == 2 else 2 if planner.left else 1
        if worth >= 1.0 and points - 1 >= keep:
            return offers.camp
    if last:
        return _spend_all(t, state, offers) if points > _rallies(t, state) else t.next
    spare = points - MARCHES_EACH * _good_marches(t, state, planner)
    if not planner.left:
        enough = spare >= t.charts.recruit.legionary
        return offers.fallen if enough and offers.fallen is not None else t.next
    saving = planner.wary and planner.left == 1
    if points >= MARKER_POINTS[ROMAN] and offers.marker is not None and not saving:
        return offers.marker
    return t.next


def _good_marches(t: Tables, state: State, planner: MarchPlanner) -> int:
    """Marches that gain more than recruiting an eliminated legionary, half a point each."""
    count = 0
    for place in stacks(t, state, ROMAN):
        available = movable(t, state, ROMAN, place) & ~t.rome.supreme
        if available:
            plans = planner.plans(place, available, PAID)
            count += bool(plans) and plans[0].gain > GOOD_MARCH
    return count


def _rallies(t: Tables, state: State) -> int:
    """Places where a point spent on a rally does more than a recruit."""
    worn = state.disrupted[ROMAN] & ~t.rome.fleets
    places = {state.at[ROMAN][unit] for unit in units(worn)}
    return sum(
        1
        for place in places
        if (rallying(t, state, ROMAN, place) & worn).bit_count() >= WORTH_A_RALLY
    )


def _spend_all(t: Tables, state: State, offers: Offers) -> Action:
    """Spend all points, as they are lost in winter."""
    if offers.fallen is not None:
        return offers.fallen
    if offers.marker is not None and state.hand[ROMAN].bit_count() < FEW_MARKERS:
        return offers.marker
    return offers.other or offers.legion or t.next


def _tribal_buys(t: Tables, state: State, planner: MarchPlanner, decision: Decision) -> Action:
    """Recruit for all but a point or two; at the end one unit per empty center."""
    points = state.points[CALEDONIAN]
    novae = t.play[NOVAE_GENTES]
    if novae in decision.options:
        return novae
    empty = sum(
        1
        for place in t.board.center_hex
        if not state.here[ROMAN][place] and not state.here[CALEDONIAN][place]
    )
    held = state.hand[CALEDONIAN].bit_count()
    if points >= MARKER_POINTS[CALEDONIAN] and planner.left and held < FEW_HELD:
        for action in decision.options:
            if action.verb == "stratagems" and action.arg == 1:
                return action
    levies = [action for action in decision.options if action.verb == "levy"]
    if levies:
        if not planner.left:
            wanted = empty
        elif planner.before_winter == 1:
            wanted = points
        elif planner.left == 1:
            wanted = max(points - 4, min(points, empty))
        else:
            wanted = points - 1
        if wanted > 0:
            return levies[min(wanted, len(levies)) - 1]
    return t.next


def place(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """Where to place a unit."""
    side = frame.side
    unit = current_unit(t, state, frame)
    planner = MarchPlanner(t, lookups, state, side)
    best = decision.options[0]
    top = -99.0
    for action in decision.options:
        if action.verb != "place":
            continue
        if side == ROMAN:
            worth = _roman_spot(t, lookups, state, planner, unit, action.arg)
        else:
            worth = _tribal_spot(t, lookups, state, planner, unit, action.arg, frame.step)
        if worth > top:
            best, top = action, worth
    return [best]


def _roman_spot(
    t: Tables, lookups: Lookups, state: State, planner: MarchPlanner, unit: int, place: int
) -> float:
    kind = t.rome.type[unit]
    if kind == PRAESIDIUM:
        stack = planner.own.get(place)
        return _camp_worth(planner, place) + 0.2 * planner.risk(place, stack)
    if kind in (FLEET, PRAEFECTUS):
        return 1.0 if place == t.board.britannia else 0.0
    best = 0.0
    for goal in planner.prizes:
        center = t.board.center_at[goal] if goal < t.board.hexes else NONE
        if center != NONE:
            best = max(best, lookups.near[ROMAN][center][place])
    return best


def _tribal_spot(
    t: Tables,
    lookups: Lookups,
    state: State,
    planner: MarchPlanner,
    unit: int,
    place: int,
    rule: int,
) -> float:
    """The safest empty center first; then the main army, or the least threatened center."""
    here = state.here[CALEDONIAN][place] & ~t.tribes.static
    stack = stack_of(t, lookups, state, CALEDONIAN, place, here | 1 << unit)
    risk = 0.0 if rule == AT_SET_UP else planner.risk(place, stack)
    supreme = bool(t.tribes.supreme >> unit & 1)
    far = (
        -lookups.near[ROMAN][t.board.center_at[place]][t.board.fortress_hex[0]]
        if (t.board.center_at[place] != NONE)
        else -1.0
    )
    if supreme:
        return far - risk
    if not here:
        return 3.0 + far - risk
    return min(here.bit_count(), FULL_CENTER) * 0.2 + 0.5 * far - risk


def _seaborne(t: Tables) -> int:
    """Units that wait in Britannia for the fleets: Agricola with two legions and the Batavians."""
    *_, second, legate = units(t.rome.legates)
    legions = t.rome.legion_mates[second] | t.rome.legion_mates[legate]
    return 1 << legate | legions | t.rome.auxiliaries & t.rome.elite | t.rome.supreme


def deploy(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """To the fortress nearest to the enemy; a small garrison elsewhere would be loot."""
    limbo = state.here[ROMAN][t.board.limbo]
    if limbo & -limbo & _seaborne(t):
        return [t.place[t.board.britannia]]
    front = t.board.fortress_hex[0]
    return [t.place[front]] if limbo & _seaborne(t) else [t.every[front]]


def ap_menu(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    if frame.side == ROMAN:
        if t.play[IMPERIUM] in decision.options and imperium_limit(t, state) >= GOOD_TARGET:
            return [t.play[IMPERIUM]]
        return [t.next]
    held = sum(1 for place in t.board.center_hex if state.here[ROMAN][place])
    if held >= GOOD_TARGET - 1:
        return [shown_leader(lookups, decision) or t.next]
    return [t.next]


def take(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    row = MARKERS_BY_USE[frame.side]
    return [min(decision.options, key=lambda action: row.index(action.arg))]


def give(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    row = MARKERS_BY_USE[frame.side]
    return [max(decision.options, key=lambda action: row.index(action.arg))]


def free_recruit(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """The best unit that is free."""
    return [max(decision.options, key=lambda action: lookups.whole[ROMAN][action.arg])]


def emperor(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """Before the roll for Action Points there are few, so a refusal costs little."""
    return [t.refuse] if state.points[ROMAN] <= 3 else [t.accept]


def withdraw(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """The unit whose loss costs least: ships, and units far from the front."""
    return [min(decision.options, key=lambda action: _missed(t, lookups, state, ROMAN, action.arg))]


def go_home(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    options = decision.options
    return [min(options, key=lambda action: _missed(t, lookups, state, CALEDONIAN, action.arg))]


def _missed(t: Tables, lookups: Lookups, state: State, side: int, unit: int) -> float:
    worth = lookups.whole[side][unit]
    place = state.at[side][unit]
    if side == ROMAN:
        if t.rome.trains >> unit & 1:
            return worth + 0.8
        if t.rome.type[unit] == FLEET:
            return worth - 1.0
        if place >= t.board.hexes:
            return worth - 0.6
    if place < t.board.hexes and t.board.center_at[place] != NONE:
        alone = not state.here[side][place] & ~(1 << unit)
        if alone:
            worth += 2.0
    return worth
