"""What all parts of the rules share: tables, the shape of a phase, units, points and markers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import CHANCE, EVERYONE, Audience, Decision, Emit, Event, Seat, only
from ludus.games.agricola.board import (
    CALEDONIAN,
    COUNTER_TYPES,
    FLEET,
    LEADER,
    LEGATE,
    LEGIONARY,
    MARKERS,
    OPPIDUM,
    PRAEFECTUS,
    PRAESIDIUM,
    PRAETORIAN,
    ROMAN,
    SINGULARES,
    Walk,
    units,
)
from ludus.games.agricola.content import Contents
from ludus.games.agricola.state import (
    DRAW,
    FOR_SWORD,
    NONE,
    PICK,
    ROLL,
    Frame,
    State,
)

INTERRUPT: Final = 7
"""Besides the markers, what a side can choose to be asked about: stepping in out of turn."""
ASK_ALL: Final = (1 << (MARKERS + 1)) - 1
DICE: Final = 3
"""Dice that chance rolls in one go at most."""
MOST_REROLLS: Final = 64
MOST_BID: Final = 9


class Machine:
    """The tables that the rules look things up in; nothing of a game in progress."""

    def __init__(self, contents: Contents) -> None:
        self.contents: Final = contents
        self.board: Final = contents.board
        self.musters: Final = contents.musters
        self.rome: Final = contents.musters[ROMAN]
        self.tribes: Final = contents.musters[CALEDONIAN]
        self.tables: Final = contents.tables
        self.most: Final = contents.tables.points.most
        self.fortresses: Final = contents.tables.victory.fortresses
        self.first_oppidum: Final = min(units(self.tribes.oppida))
        self.actions: Final = ActionSpace(_verbs(contents))
        space = self.actions
        self.dice: Final[tuple[tuple[Decision, ...], ...]] = (
            (),
            (Decision(CHANCE, "dice", space["die"]),),
            (Decision(CHANCE, "dice", space["pair"]),),
            (Decision(CHANCE, "dice", space["triple"]),),
        )
        self.faces: Final = {
            "die": [[face] for face in range(1, 7)],
            "pair": [[a, b] for a in range(1, 7) for b in range(1, 7)],
            "triple": [[a, b, c] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)],
        }
        self.place: Final = space["place"]
        self.every: Final = space["all"]
        self.take: Final = space["take"]
        self.give: Final = space["give"]
        self.accept: Final = space.the("accept")
        self.refuse: Final = space.the("refuse")
        self.unit: Final = space["unit"]
        self.recruit: Final = space["recruit"]
        self.dismantle: Final = space["dismantle"]
        self.levy: Final = space["levy"]
        self.stratagems: Final = space["stratagems"]
        self.monolith: Final = space["monolith"]
        self.play: Final = space["play"]
        self.betray: Final = space["betray"]
        self.reveal: Final = space["reveal"]
        self.march: Final = space["march"]
        self.free: Final = space.the("free")
        self.scout: Final = space.the("scout")
        self.sail: Final = space["sail"]
        self.free_sail: Final = space.the("free_sail")
        self.concentrate: Final = space.the("concentrate")
        self.build: Final = space.the("build")
        self.assault: Final = space["assault"]
        self.sortie: Final = space["sortie"]
        self.leave: Final = space["leave"]
        self.go: Final = space["go"]
        self.step: Final = space["step"]
        self.board_ship: Final = space["board"]
        self.cast: Final = space.the("cast")
        self.land: Final = space["land"]
        self.ashore: Final = space.the("ashore")
        self.come: Final = space["come"]
        self.rally: Final = space["rally"]
        self.tribute: Final = space["tribute"]
        self.besiege: Final = space.the("besiege")
        self.attack: Final = space.the("attack")
        self.declare: Final = space["declare"]
        self.fight: Final = space.the("fight")
        self.retreat: Final = space["retreat"]
        self.withdraw: Final = space.the("withdraw")
        self.reserve: Final = space["reserve"]
        self.up: Final = space["up"]
        self.hit: Final = space["hit"]
        self.reroll: Final = space["reroll"]
        self.halt: Final = space.the("halt")
        self.done: Final = space.the("done")
        self.decline: Final = space.the("decline")
        self.quiet: Final = space["quiet"]
        self.wake: Final = space["wake"]
        self.next: Final = space.the("next")
        self.bid: Final = space["bid"]
        self.deal: Final = space["deal"]
        self.pick: Final = space["pick"]
        self.marker: Final = space["marker"]
        recruit = contents.tables.recruit
        by_type = {
            LEADER: recruit.leader,
            LEGATE: recruit.leader,
            PRAEFECTUS: recruit.fleet,
            LEGIONARY: recruit.legionary,
            FLEET: recruit.fleet,
            PRAESIDIUM: recruit.praesidium,
        }
        self.cost: Final = [by_type.get(kind, recruit.other) for kind in self.rome.type]
        guards = (PRAETORIAN, SINGULARES)
        self.guard_cost: Final = [
            recruit.guard if kind in guards else cost
            for kind, cost in zip(self.rome.type, self.cost, strict=True)
        ]
        """Costs where section 28 is in use."""
        # What the map alone decides, worked out when it is first asked for.
        places = self.board.places
        self.walks: Final[list[list[Walk | None]]] = [[None] * places for _ in range(4)]
        """Per side, wary or not, and place."""
        self.rides: Final[list[list[list[int] | None]]] = [
            [None] * places for _ in self.board.route
        ]
        """Per length of the new road, and place."""
        self.voyages: Final[list[bytes | None]] = [None] * places
        self.unbarred: Final = [int(place == self.board.britannia) for place in range(places)]
        """Where movement ends on the empty map."""


def _verbs(contents: Contents) -> dict[str, int]:
    """All actions by verb; the order is the order of options."""
    hexes = contents.board.hexes
    places = hexes + 1
    most_units = max(muster.count for muster in contents.musters)
    centers = len(contents.board.center_hex)
    return {
        "die": 6,
        "pair": 36,
        "triple": 216,
        "deal": COUNTER_TYPES,
        "pick": most_units,
        "marker": MARKERS,
        "bid": MOST_BID + 1,
        "accept": 0,
        "refuse": 0,
        "take": MARKERS,
        "give": MARKERS,
        "unit": most_units,
        "recruit": most_units,
        "dismantle": hexes,
        "levy": contents.tables.points.most + 1,
        "stratagems": MARKERS + 1,
        "monolith": centers,
        "march": places,
        "free": 0,
        "scout": 0,
        "sail": places,
        "free_sail": 0,
        "concentrate": 0,
        "build": 0,
        "assault": hexes,
        "sortie": hexes,
        "leave": most_units,
        "go": places,
        "step": places,
        "board": most_units,
        "cast": 0,
        "land": most_units,
        "ashore": 0,
        "come": most_units,
        "rally": places,
        "besiege": 0,
        "attack": 0,
        "declare": 4,
        "fight": 0,
        "retreat": places,
        "withdraw": 0,
        "reserve": most_units,
        "up": most_units,
        "hit": most_units,
        "reroll": MOST_REROLLS,
        "place": places,
        "all": places,
        "tribute": hexes,
        "play": MARKERS,
        "betray": hexes,
        "reveal": centers,
        "halt": 0,
        "done": 0,
        "decline": 0,
        "quiet": MARKERS + 1,
        "wake": MARKERS + 1,
        "next": 0,
    }


Decide: TypeAlias = Callable[[Machine, State, Frame], Sequence[Decision]]
Act: TypeAlias = Callable[[Machine, State, Frame, int, Action, "Emit | None"], None]
"""Carries out the answer of a side."""
Step: TypeAlias = Callable[[Machine, State, Frame, "Emit | None"], bool]
"""Goes on with the topmost frame by itself; True if it has to ask first."""


def seat_of(state: State, side: int) -> Seat:
    return side ^ state.flip


def side_of(state: State, seat: Seat) -> int:
    return seat ^ state.flip


def own(state: State, side: int) -> Audience:
    """The audience of one side alone."""
    return only(side ^ state.flip)


def watching(m: Machine, state: State, side: int, *places: int) -> Audience:
    """Who sees which units of a side do something in these places [20.0].

    Its own side; the Caledonians in center hexes; whoever was shown the hex; and everybody where
    both sides stand.
    """
    enemy = 1 - side
    audience = only(side ^ state.flip)
    for place in places:
        if place >= m.board.hexes:
            continue
        if place in state.sieges or (state.here[ROMAN][place] and state.here[CALEDONIAN][place]):
            return EVERYONE
        center = enemy == CALEDONIAN and m.board.center_at[place] != NONE
        if center or state.peek[enemy] == place:
            audience |= only(enemy ^ state.flip)
    return audience


# Points ----------------------------------------------------------------------------------------


def add_points(m: Machine, state: State, side: int, count: int, emit: Emit | None) -> None:
    """Change an index; never above nine nor below zero [10.2]."""
    before = state.points[side]
    after = min(m.most, max(0, before + count))
    state.points[side] = after
    if emit is not None and count:
        emit(Event("points", {"side": side, "by": after - before, "now": after}))


def pay(m: Machine, state: State, side: int, count: int, emit: Emit | None) -> None:
    if count:
        add_points(m, state, side, -count, emit)


# Units -----------------------------------------------------------------------------------------


def put(m: Machine, state: State, side: int, unit: int, place: int) -> None:
    """Set a unit down in a place.

    Whoever remembered the units of the old place no longer knows which one left, unless he saw it:
    then the caller says so (rules/memory.py).
    """
    bit = 1 << unit
    here = state.here[side]
    old = state.at[side][unit]
    here[old] &= ~bit
    here[place] |= bit
    state.at[side][unit] = place
    state.moved = True
    known = state.known[1 - side]
    if known and not m.musters[side].static & bit:
        state.known[1 - side] = known & ~(bit | here[old])


def put_all(m: Machine, state: State, side: int, mask: int, place: int) -> None:
    """Set units down in a place, all that come from the same one at once."""
    here = state.here[side]
    at = state.at[side]
    mobile = ~m.musters[side].static
    while mask:
        old = at[(mask & -mask).bit_length() - 1]
        group = here[old] & mask
        here[old] &= ~group
        here[place] |= group
        for unit in units(group):
            at[unit] = place
        if group & mobile:
            state.known[1 - side] &= ~(group | here[old])
        mask &= ~group
    state.moved = True


def vacated(m: Machine, state: State, side: int, place: int) -> int:
    """1 if no mobile unit of the side is in the place any more, as everybody can see."""
    return 0 if state.here[side][place] & ~m.musters[side].static else 1


def strength_of(m: Machine, state: State, side: int, unit: int) -> int:
    """The printed strength of the side that lies up."""
    muster = m.musters[side]
    if state.disrupted[side] >> unit & 1:
        return muster.back[unit]
    return muster.strength[unit]


def total_strength(m: Machine, state: State, side: int, mask: int) -> int:
    return sum(strength_of(m, state, side, unit) for unit in units(mask))


def standing(state: State, side: int, place: int) -> bool:
    """Whether the side has a unit there; only an Oppidum among center counters is one."""
    return state.here[side][place] != 0


def alike(m: Machine, state: State, side: int, mask: int) -> list[int]:
    """The units of a mask, but only the first of those that are alike."""
    twins = m.musters[side].twins
    disrupted = state.disrupted[side]
    aboard = state.aboard
    parted = side == ROMAN and aboard.count(NONE) < len(aboard)
    found: list[int] = []
    while mask:
        low = mask & -mask
        unit = low.bit_length() - 1
        found.append(unit)
        same = twins[unit] & mask & (disrupted if disrupted & low else ~disrupted)
        mask ^= same
        if parted:
            # Aboard another ship is not alike.
            for other in units(same):
                if aboard[other] != aboard[unit]:
                    mask |= 1 << other
    return found


def lose_step(
    m: Machine, state: State, side: int, unit: int, emit: Emit | None, hidden: bool = False
) -> None:
    """A hit: Good Order becomes Disrupted, Disrupted or one-step units are eliminated [16.2]."""
    bit = 1 << unit
    if m.musters[side].two_step & bit and not state.disrupted[side] & bit:
        disrupt(m, state, side, unit, emit, hidden)
        return
    eliminate(m, state, side, unit, emit)


def disrupt(
    m: Machine, state: State, side: int, unit: int, emit: Emit | None, hidden: bool
) -> None:
    state.disrupted[side] |= 1 << unit
    if emit is not None:
        place = state.at[side][unit]
        facts = {"side": side, "unit": unit, "place": place}
        audience = watching(m, state, side, place) if hidden else EVERYONE
        emit(Event("disrupted", facts, audience))


def eliminate(m: Machine, state: State, side: int, unit: int, emit: Emit | None) -> None:
    """Take a unit off the map, to the box it belongs in [11.2]. Everybody sees which one it is."""
    bit = 1 << unit
    muster = m.musters[side]
    place = state.at[side][unit]
    before = state.known[1 - side]
    state.disrupted[side] &= ~bit
    if side == ROMAN:
        state.aboard[unit] = NONE
    if muster.oppida & bit:
        center = unit - m.first_oppidum
        remove_counter(m, state, center)
        state.spare[OPPIDUM] += 1
    elif muster.elite & bit:
        put(m, state, side, unit, m.board.fallen)
    else:
        put(m, state, side, unit, m.board.recruit)
        if side == ROMAN and muster.legionaries & bit:
            state.fallen |= bit
    state.known[1 - side] = before | bit & ~muster.static
    if emit is not None:
        facts = {"side": side, "unit": unit, "place": place}
        facts["vacated"] = vacated(m, state, side, place)
        emit(Event("eliminated", facts))
    battle = state.battle
    if battle is not None:
        battle.force[side] &= ~bit
        battle.reserve &= ~bit if side == ROMAN else -1
        if muster.legates & bit:
            battle.eagles += 1
    if muster.supreme & bit:
        # Fall on your sword [22.1]: the loss is rolled for before anything else goes on.
        state.stack.append(Frame(ROLL, side, step=FOR_SWORD, value=1))


def withdraw_unit(
    m: Machine, state: State, side: int, unit: int, place: int, emit: Emit | None
) -> None:
    """Lift a unit from the map to a box or base: no movement, no elimination [11.6]."""
    start = state.at[side][unit]
    before = state.known[1 - side]
    if side == ROMAN:
        state.aboard[unit] = NONE
        if m.rome.fleets >> unit & 1:
            # Whoever was aboard stays behind, ashore.
            for other in units(passengers(state, m, unit)):
                state.aboard[other] = NONE
    put(m, state, side, unit, place)
    # Who might have gone was forgotten before anybody went; of the others the enemy is still sure.
    seen = watching(m, state, side, start, place) >> seat_of(state, 1 - side) & 1
    state.known[1 - side] = before | 1 << unit if seen else before & ~(1 << unit)
    if place == m.board.recruit:
        state.disrupted[side] &= ~(1 << unit)
    tell_transfer(m, state, side, unit, start, place, emit)


def tell_transfer(
    m: Machine, state: State, side: int, unit: int, start: int, end: int, emit: Emit | None
) -> None:
    """A unit was lifted from one place to another.

    The owner hears which; the others only what a look at the map tells: a place that is empty now,
    and one that was empty before.
    """
    if emit is None:
        return
    mobile = ~m.musters[side].static
    here = state.here[side]
    gone = NONE if here[start] & mobile else start
    came = end if (here[end] & mobile).bit_count() == 1 or end > m.board.britannia else NONE
    if gone != NONE or came != NONE:
        emit(Event("withdrawn", {"side": side, "place": gone, "to": came}))
    facts = {"side": side, "unit": unit, "place": start, "to": end}
    emit(Event("withdrawn_unit", facts, watching(m, state, side, start, end)))


def tell_placed(
    m: Machine, state: State, side: int, unit: int, emit: Emit | None, quietly: bool = False
) -> None:
    """A unit was set down; the others hear of it only if the place was empty before."""
    if emit is None:
        return
    place = state.at[side][unit]
    alone = (state.here[side][place] & ~m.musters[side].static).bit_count() == 1
    fixed = bool(m.musters[side].static >> unit & 1)
    if (alone or fixed) and not quietly:
        emit(Event("placed", {"side": side, "place": place}))
    facts = {"side": side, "unit": unit, "place": place}
    emit(Event("placed_unit", facts, watching(m, state, side, place)))


def remove_counter(m: Machine, state: State, center: int) -> None:
    """Take a center counter off the map; the caller says where it goes."""
    if state.center[center] == OPPIDUM:
        put(m, state, CALEDONIAN, m.first_oppidum + center, m.board.absent)
    state.center[center] = NONE
    state.center_up &= ~(1 << center)


def set_counter(m: Machine, state: State, center: int, kind: int) -> None:
    """Lay a counter face down on a center."""
    state.center[center] = kind
    if kind == OPPIDUM:
        put(m, state, CALEDONIAN, m.first_oppidum + center, m.board.center_hex[center])


def oppidum_at(m: Machine, state: State, place: int) -> bool:
    center = m.board.center_at[place]
    return center != NONE and state.center[center] == OPPIDUM


def face_down(m: Machine, state: State, place: int) -> bool:
    """Whether a center counter lies face down in the hex."""
    center = m.board.center_at[place]
    return center != NONE and state.center[center] != NONE and not state.center_up >> center & 1


def ashore_at(state: State, m: Machine, place: int) -> int:
    """Roman land units in a place that are not aboard a fleet."""
    mask = state.here[ROMAN][place] & m.rome.land
    if m.board.is_sea[place]:
        return 0
    if m.board.coastal[place]:
        for unit in units(mask):
            if state.aboard[unit] != NONE:
                mask &= ~(1 << unit)
    return mask


def passengers(state: State, m: Machine, fleet: int) -> int:
    """The units aboard a fleet."""
    mask = 0
    for unit in units(state.here[ROMAN][state.at[ROMAN][fleet]] & m.rome.land):
        if state.aboard[unit] == fleet:
            mask |= 1 << unit
    return mask


def draw_units(state: State, side: int, count: int, place: int) -> None:
    """Have so many Caledonian units picked from the Recruit box and set down in a place."""
    if count > 0:
        state.stack.append(Frame(DRAW, side, value=count, place=place))


def draw_markers(state: State, side: int, count: int) -> None:
    if count > 0:
        state.stack.append(Frame(PICK, side, value=count))


def roll(state: State, side: int, purpose: int, dice: int = 1, place: int = NONE) -> None:
    """Have dice rolled; what they are for goes on when they lie."""
    state.stack.append(Frame(ROLL, side, step=purpose, value=dice, place=place))


# Markers ---------------------------------------------------------------------------------------


def possible(state: State, side: int, kind: int) -> bool:
    """Whether the side is to be asked about a marker, by what everybody knows.

    It holds something, the marker is not known to lie elsewhere, and it wants to be asked. What is
    really in the hand must not matter, or the pause would tell.
    """
    if not state.hand[side]:
        return False
    if (state.shelved[side] | state.gone[side]) >> kind & 1:
        return False
    return bool(state.asks[side] >> kind & 1)


def holds(state: State, side: int, kind: int) -> bool:
    return bool(state.hand[side] >> kind & 1)


def shelve(state: State, side: int, kind: int) -> None:
    """A marker that was played goes back to its bin, as everybody sees [21.3]."""
    bit = 1 << kind
    state.hand[side] &= ~bit
    state.bin[side] |= bit
    state.shelved[side] |= bit


def remove_marker(state: State, side: int, kind: int) -> None:
    """A marker that was played leaves the game."""
    bit = 1 << kind
    state.bin[side] &= ~bit
    state.shelved[side] &= ~bit
    state.gone[side] |= bit


def window(
    m: Machine, state: State, side: int, prompt: str, kind: int, options: list[Action]
) -> Sequence[Decision]:
    """A question about one marker: play it if it is there, pass, or ask no more."""
    options.append(m.decline)
    options.append(m.quiet[kind])
    return (Decision(seat_of(state, side), prompt, options),)


def hush(state: State, side: int, kind: int, emit: Emit | None) -> None:
    """The side does not want to be asked about this any more; everybody may know."""
    state.asks[side] &= ~(1 << kind)
    if emit is not None:
        emit(Event("quiet", {"side": side, "marker": kind}, bars=own(state, side)))


def passes(state: State, side: int, kind: int, emit: Emit | None) -> None:
    """The game goes on, and how it does may tell something: passing cannot be taken back."""
    if emit is not None:
        emit(Event("passes", {"side": side, "marker": kind}, bars=own(state, side)))


def wakes(m: Machine, state: State, side: int) -> list[Action]:
    """What the side has stopped being asked about, to be asked again."""
    silent = ASK_ALL & ~state.asks[side]
    return [m.wake[kind] for kind in units(silent)] if silent else []
