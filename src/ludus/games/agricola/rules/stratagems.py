"""What the stratagem markers do once nobody has cancelled them [21.0, stratagem.*]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact, Seat, only
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ATTRITION,
    BY_CIRCUMNAVIGATION,
    BY_OFFICIUM,
    CALEDONIAN,
    CIRCUMNAVIGATION,
    DEAL,
    DRUIDS,
    FIRE,
    FOR_ADVANTAGE,
    FOR_CIRCUMNAVIGATION,
    FOR_IMPERIUM,
    FOR_IMPERIUM_POINTS,
    FOR_NOVAE,
    FOR_OFFICIUM,
    FOR_ROMAN_TRIBUTE,
    FOR_TRIBUTE_UNITS,
    FOR_UNITE,
    FOR_UNITE_UNITS,
    FURY,
    IMPERIUM,
    NONE,
    NOVAE_GENTES,
    OFFICIUM,
    ROMAN,
    SIEGE_ATTACK,
    SPEECH,
    SPOT,
    TAKE,
    TREACHERY,
    TRIBUTE,
    UNITE,
)
from ludus.games.agricola.mechanics import imperium_target, lowest, unite_target
from ludus.games.agricola.rules.action_points import add_points
from ludus.games.agricola.rules.centers import face_down, turn_up
from ludus.games.agricola.rules.chance import draw_units, roll
from ludus.games.agricola.rules.forces import on_map, places_of
from ludus.games.agricola.rules.hidden import only_side, remember, seat_of
from ludus.games.agricola.rules.marching import (
    begin_march,
    begin_voyage,
    officium_places,
    officium_ports,
)
from ludus.games.agricola.rules.markers import (
    CANCELLED,
    holds,
    let_pass,
    play_marker,
    remove_marker,
    stop_asking,
    window,
)
from ludus.games.agricola.rules.recruiting import new_homes, praesidium_hexes
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

Effect: TypeAlias = Callable[[Tables, State, Frame, "Emit | None"], None]


def step_played(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """The marker takes effect, unless Treachery has sent it back."""
    state.stack.pop()
    if not frame.flags & CANCELLED:
        if t.goes[frame.side][frame.step] == "removed":
            remove_marker(state, frame.side, frame.step)
        EFFECTS[frame.side][frame.step](t, state, frame, emit)
    return False


# Both sides --------------------------------------------------------------------------------------


def _speech(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    if state.battle is not None:
        state.battle.speech[frame.side] = True


def _treachery(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Show all enemy units of a hex; center counters too, but an Ambush comes to nothing."""
    side = frame.side
    place = frame.place
    seen = state.here[1 - side][place] & ~t.musters[1 - side].static
    state.peek[side] = place if seen else NONE
    remember(state, side, seen)
    if emit is not None:
        facts: dict[str, Fact] = {"side": side, "place": place, "units": tuple(units(seen))}
        facts["worn"] = tuple(units(seen & state.disrupted[1 - side]))
        emit(Event("seen", facts, only_side(state, side), bars=only(seat_of(state, side))))
        emit(Event("looked", {"side": side, "place": place}))
    if face_down(t, state, place):
        turn_up(t, state, t.board.center_at[place], emit)


# Roman -------------------------------------------------------------------------------------------


def _circumnavigation(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    state.stack.append(Frame(SPOT, ROMAN, step=FOR_CIRCUMNAVIGATION))


def _imperium(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    roll(state, ROMAN, FOR_IMPERIUM, 2)


def imperium_limit(t: Tables, state: State) -> int:
    """What Imperium must roll at most."""
    tribes = places_of(state, CALEDONIAN, on_map(t, state, CALEDONIAN))
    return imperium_target(t.board, tribes, praesidium_hexes(t, state))


def rolled_imperium(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    total = sum(frame.dice)
    target = imperium_limit(t, state)
    if emit is not None:
        emit(Event("imperium", {"total": total, "target": target}))
    if total > target:
        return
    if t.goes[ROMAN][IMPERIUM] != "returned":
        remove_marker(state, ROMAN, IMPERIUM)
    if state.bin[ROMAN]:
        state.stack.append(Frame(TAKE, ROMAN))
    roll(state, ROMAN, FOR_IMPERIUM_POINTS)


def rolled_imperium_points(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    add_points(t, state, ROMAN, frame.dice[0], emit)


def _officium(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """A free March with a leader; in the Supply phase a force that is fed where it is."""
    if frame.value:
        state.supplied = frame.place
    else:
        state.stack.append(Frame(SPOT, ROMAN, step=FOR_OFFICIUM))


def _siege_attack(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    if state.battle is not None:
        state.battle.stormed = True


def _roman_tribute(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    roll(state, ROMAN, FOR_ROMAN_TRIBUTE, place=frame.place)


# Caledonian --------------------------------------------------------------------------------------


def _unite(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    roll(state, CALEDONIAN, FOR_UNITE, 2, place=frame.place)


def rolled_unite(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Against the number of centers that Romans occupy."""
    total = sum(frame.dice)
    target = unite_target(t.board, places_of(state, ROMAN, on_map(t, state, ROMAN)))
    if emit is not None:
        emit(Event("unite", {"total": total, "target": target, "place": frame.place}))
    if total > target:
        return
    if t.goes[CALEDONIAN][UNITE] != "returned":
        remove_marker(state, CALEDONIAN, UNITE)
    if state.bin[CALEDONIAN]:
        state.stack.append(Frame(TAKE, CALEDONIAN))
    roll(state, CALEDONIAN, FOR_UNITE_UNITS, 2, place=frame.place)


def rolled_unite_units(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    draw_units(state, CALEDONIAN, sum(frame.dice), frame.place)


def _fury(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    if state.battle is not None:
        state.battle.fury = True


def _druids(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Roll again what lies below: one die of many, or the whole of a total."""
    below = state.stack[-1]
    again = frame.mask - 1
    if below.phase == FIRE:
        battle = state.battle
        assert battle is not None
        # The unit whose die it was rolls last now.
        if emit is not None:
            emit(Event("rolls_again", {"unit": battle.rollers[again]}))
        battle.rolled.pop(again)
        battle.rollers.append(battle.rollers.pop(again))
    elif below.phase == ATTRITION:
        rolled = below.dice
        unit = list(units(below.mask))[again]
        state.stack.append(Frame(ATTRITION, CALEDONIAN, mask=1 << unit, rolled=[], flags=1))
        below.mask &= ~(1 << unit)
        below.rolled = rolled[:again] + rolled[again + 1 :]
    elif below.step == FOR_ADVANTAGE:
        below.rolled = below.dice[:1]
    else:
        below.rolled = []


def _novae_gentes(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    if new_homes(t, state):
        state.stack.append(Frame(SPOT, CALEDONIAN, step=FOR_NOVAE))


def _caledonian_tribute(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """The leader who was named and the Oppidum are shown; then tribesmen come."""
    place = frame.place
    center = t.board.center_at[place]
    if not state.center_up >> center & 1:
        turn_up(t, state, center, emit)
    leaders = state.here[CALEDONIAN][place] & t.tribes.leaders
    # In a position that others have imagined nobody was named.
    named = frame.mask & leaders or leaders & -leaders
    remember(state, ROMAN, named)
    if emit is not None and named:
        emit(Event("leader_shown", {"unit": lowest(named), "place": place}))
    roll(state, CALEDONIAN, FOR_TRIBUTE_UNITS, place=place)


def rolled_tribute_units(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    die = frame.dice[0]
    if emit is not None:
        emit(Event("tribute_roll", {"side": CALEDONIAN, "die": die, "place": frame.place}))
    draw_units(state, CALEDONIAN, die, frame.place)


EFFECTS: Final[tuple[dict[int, Effect], dict[int, Effect]]] = (
    {
        CIRCUMNAVIGATION: _circumnavigation,
        IMPERIUM: _imperium,
        OFFICIUM: _officium,
        SIEGE_ATTACK: _siege_attack,
        SPEECH: _speech,
        TREACHERY: _treachery,
        TRIBUTE: _roman_tribute,
    },
    {
        UNITE: _unite,
        FURY: _fury,
        DRUIDS: _druids,
        NOVAE_GENTES: _novae_gentes,
        SPEECH: _speech,
        TREACHERY: _treachery,
        TRIBUTE: _caledonian_tribute,
    },
)


# Choosing a place for a marker -------------------------------------------------------------------


def decide_spot(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options: list[Action]
    if frame.step == FOR_NOVAE:
        places = sorted(t.board.center_hex[center] for center in new_homes(t, state))
        options = [t.place[place] for place in places]
    elif frame.step == FOR_OFFICIUM:
        options = [t.march[place] for place in officium_places(t, state)]
        options += [t.sail[place] for place in officium_ports(t, state)]
    else:
        at = state.at[ROMAN]
        ports = {at[unit] for unit in units(t.rome.fleets) if at[unit] <= t.board.britannia}
        options = [t.sail[place] for place in sorted(ports)]
    prompt = ("novae_gentes", "officium", "circumnavigation")[frame.step]
    return (Decision(seat_of(state, frame.side), prompt, options or [t.done]),)


def act_spot(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "place":
        center = t.board.center_at[action.arg]
        if emit is not None:
            emit(Event("new_center", {"center": center}))
        state.stack.append(Frame(DEAL, CALEDONIAN, value=1, place=center))
    elif action.verb == "march":
        begin_march(t, state, ROMAN, action.arg, BY_OFFICIUM, emit)
    elif action.verb == "sail":
        by = BY_OFFICIUM if frame.step == FOR_OFFICIUM else BY_CIRCUMNAVIGATION
        begin_voyage(t, state, action.arg, by, emit)
    elif emit is not None:
        emit(Event("passes", {"side": frame.side, "marker": OFFICIUM}))


# Druids ------------------------------------------------------------------------------------------


def decide_druids(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Of a total all dice are rolled again; of many single dice, one."""
    options: list[Action] = []
    if holds(state, CALEDONIAN, DRUIDS):
        below = state.stack[-2]
        if below.phase == FIRE:
            battle = state.battle
            assert battle is not None
            options += t.reroll[: len(battle.rolled)]
        elif below.phase == ATTRITION:
            options += t.reroll[: len(below.dice)]
        else:
            options.append(t.play[DRUIDS])
    return window(t, state, CALEDONIAN, "druids", DRUIDS, options)


def act_druids(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = frame.side
    state.stack.pop()
    if action.verb == "quiet":
        stop_asking(state, side, DRUIDS, emit)
    elif action.verb == "decline":
        let_pass(state, side, DRUIDS, emit)
    else:
        again = action.arg + 1 if action.verb == "reroll" else 0
        play_marker(t, state, CALEDONIAN, DRUIDS, emit, secret=again)
