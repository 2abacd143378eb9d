"""Steps lost: units disrupted and eliminated, and the death of a Supreme Leader [16.2, 22.1]."""

from __future__ import annotations

from ludus.core.protocol import EVERYONE, Emit, Event
from ludus.games.agricola.ids import FOR_SWORD, NONE, OPPIDUM, ROLL, ROMAN
from ludus.games.agricola.rules.action_points import add_points
from ludus.games.agricola.rules.centers import remove_counter
from ludus.games.agricola.rules.forces import be_sure, put, vacated
from ludus.games.agricola.rules.hidden import who_sees
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State


def lose_step(
    t: Tables, state: State, side: int, unit: int, emit: Emit | None, hidden: bool = False
) -> None:
    """A hit: Good Order becomes Disrupted, Disrupted or one-step units are eliminated [16.2]."""
    bit = 1 << unit
    if t.musters[side].two_step & bit and not state.disrupted[side] & bit:
        disrupt(t, state, side, unit, emit, hidden)
        return
    eliminate(t, state, side, unit, emit)


def disrupt(t: Tables, state: State, side: int, unit: int, emit: Emit | None, hidden: bool) -> None:
    state.disrupted[side] |= 1 << unit
    if emit is not None:
        place = state.at[side][unit]
        facts = {"side": side, "unit": unit, "place": place}
        audience = who_sees(t, state, side, place) if hidden else EVERYONE
        emit(Event("disrupted", facts, audience))


def eliminate(t: Tables, state: State, side: int, unit: int, emit: Emit | None) -> None:
    """Take a unit off the map, to the box it belongs in [11.2]. Everybody sees which one it is."""
    bit = 1 << unit
    muster = t.musters[side]
    place = state.at[side][unit]
    before = state.known[1 - side]
    state.disrupted[side] &= ~bit
    if side == ROMAN:
        state.aboard[unit] = NONE
    if muster.oppida & bit:
        center = unit - t.first_oppidum
        remove_counter(t, state, center)
        state.spare[OPPIDUM] += 1
    elif muster.elite & bit:
        put(t, state, side, unit, t.board.fallen)
    else:
        put(t, state, side, unit, t.board.recruit)
        if side == ROMAN and muster.legionaries & bit:
            state.fallen |= bit
    be_sure(state, 1 - side, before | bit & ~muster.static)
    if emit is not None:
        facts = {"side": side, "unit": unit, "place": place}
        facts["vacated"] = vacated(t, state, side, place)
        emit(Event("eliminated", facts))
    battle = state.battle
    if battle is not None:
        battle.force[side] &= ~bit
        if muster.legates & bit:
            battle.eagles += 1
    if muster.supreme & bit:
        # Fall on your sword [22.1]: the loss is rolled for before anything else goes on.
        state.stack.append(Frame(ROLL, side, step=FOR_SWORD, value=1))


def rolled_sword(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """A Supreme Leader fell: his side loses the roll [22.1]."""
    die = frame.dice[0]
    if emit is not None:
        emit(Event("sword", {"side": frame.side, "die": die}))
    add_points(t, state, frame.side, -die, emit)
