"""The set-up: bids, center counters, and the units of both sides [6.0, 33.2]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, EVERYONE, Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ALL_MARKERS,
    ASK_ALL,
    AT_SET_UP,
    BID,
    CALEDONIAN,
    CIRCUMNAVIGATION,
    COUNTER_TYPES,
    DEAL,
    DEPLOY,
    DRAW,
    GAME,
    NONE,
    PLACE,
    ROMAN,
    RUNNING,
    SETUP,
)
from ludus.games.agricola.rules.action_points import add_points
from ludus.games.agricola.rules.centers import set_counter
from ludus.games.agricola.rules.forces import put, put_all, vacated
from ludus.games.agricola.rules.hidden import emit_placed, only_side, seat_of
from ludus.games.agricola.rules.markers import remove_marker
from ludus.games.agricola.rules.recruiting import take, takeable, taken
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

# Steps of the set-up.
BIDS: Final = 0
COUNTERS: Final = 1
TRIBES_DRAWN: Final = 2
TRIBES_PLACED: Final = 3
ROMANS_PLACED: Final = 4


def new_state(t: Tables, options: Mapping[str, str]) -> State:
    """The table before anything is dealt."""
    board = t.board
    at = [[board.recruit] * muster.count for muster in t.musters]
    state = State(
        special=options["special_units"] == "on",
        roads=options["roads"] == "on",
        lines=options["battle_lines"] == "on",
        looting=options["looting"] == "on",
        siege_rules=options["siege"] == "on",
        balanced=options["balanced_points"] == "on",
        bidding=options["bidding"] == "on",
        short=not t.contents.full,
        south=t.south,
        ships_stop=options["ships_at_centers"] == "stop",
        hex_rally=options["rally_supply"] == "hex",
        flip=0,
        bids=[NONE, NONE],
        at=at,
        here=[[0] * board.places for _ in t.musters],
        disrupted=[0, 0],
        aboard=[NONE] * t.rome.count,
        loading=NONE,
        fallen=0,
        center=[NONE] * len(board.center_hex),
        center_up=0,
        spare=list(t.contents.counters),
        road=0,
        pillaged=[],
        sieges=[],
        points=list(t.start),
        bin=[ALL_MARKERS & ~absent for absent in t.contents.absent],
        hand=[0, 0],
        # What a pack leaves out is known to be out of the game.
        gone=list(t.contents.absent),
        shelved=[ALL_MARKERS & ~absent for absent in t.contents.absent],
        asks=[ASK_ALL, ASK_ALL],
        peek=[NONE, NONE],
        known=[0, 0],
        sighted=[[NONE] * t.tribes.count, [NONE] * t.rome.count],
        turn=0,
        active=NONE,
        event=NONE,
        tribes_home=False,
        supplied=NONE,
        declined=False,
        moved=False,
        ended=RUNNING,
        winner=NONE,
        battle=None,
        stack=[Frame(SETUP)],
    )
    for side, muster in enumerate(t.musters):
        state.here[side][board.recruit] = muster.all
    put_all(t, state, CALEDONIAN, t.tribes.oppida, board.absent)
    if state.short:
        # Thule lies beyond its map [short.6].
        remove_marker(state, ROMAN, CIRCUMNAVIGATION)
    return state


def step_setup(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """The Caledonians set up first, then the Romans."""
    step = frame.step
    frame.step += 1
    board = t.board
    if step == BIDS:
        if state.bidding:
            state.stack.append(Frame(BID))
    elif step == COUNTERS:
        state.stack.append(Frame(DEAL, CALEDONIAN, value=len(board.dealt)))
    elif step == TRIBES_DRAWN:
        for unit in units(t.tribes.supreme):
            put(t, state, CALEDONIAN, unit, board.limbo)
        state.stack.append(Frame(DRAW, CALEDONIAN, value=t.contents.drawn, place=board.limbo))
    elif step == TRIBES_PLACED:
        state.stack.append(Frame(PLACE, CALEDONIAN, step=AT_SET_UP))
    elif step == ROMANS_PLACED:
        _arrayed(t, state, CALEDONIAN, emit)
        _begin_deploy(t, state, emit)
    else:
        _arrayed(t, state, ROMAN, emit)
        state.stack[-1] = Frame(GAME)
        state.turn = 1
    return False


def _arrayed(t: Tables, state: State, side: int, emit: Emit | None) -> None:
    """A side is set up: both players see where its stacks are, not how many units."""
    if emit is not None:
        last = t.board.britannia
        places = sorted({place for place in state.at[side] if place <= last})
        shown = tuple(place for place in places if not vacated(t, state, side, place))
        emit(Event("arrayed", {"side": side, "places": shown}))


def _begin_deploy(t: Tables, state: State, emit: Emit | None) -> None:
    """Some Roman units start in a fixed place; the Romans place the others."""
    board = t.board
    starts = {"base": board.limbo, "britannia": board.britannia, "brigantes": board.brigantes}
    for unit in t.rome.units:
        if unit.start in starts:
            put(t, state, ROMAN, unit.number, starts[unit.start])
    if emit is not None:
        emit(Event("roman_setup", {"side": ROMAN}))
    state.stack.append(Frame(DEPLOY, ROMAN))


# Bids [33.2] -------------------------------------------------------------------------------------


def decide_bid(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return [Decision(seat, "bid", t.bid) for seat in (0, 1) if state.bids[seat] == NONE]


def act_bid(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Both bid in secret; the higher bid leads Rome, and the tribes get it in points."""
    state.bids[seat] = action.arg
    if emit is not None:
        emit(Event("bid_made", {"seat": seat}))
    if NONE in state.bids:
        return
    first, second = state.bids
    if emit is not None:
        emit(Event("bids", {"bids": (first, second)}, bars=EVERYONE))
    if first == second:
        state.bids = [NONE, NONE]
        return
    state.stack.pop()
    state.flip = 0 if first > second else 1
    add_points(t, state, CALEDONIAN, max(first, second), emit)


# Center counters ---------------------------------------------------------------------------------


def decide_deal(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    kinds = [kind for kind in range(COUNTER_TYPES) if state.spare[kind]]
    options = [t.deal[kind] for kind in kinds]
    return (Decision(CHANCE, "deal", options, [state.spare[kind] for kind in kinds]),)


def act_deal(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """A counter from the Available box, face down on the next center or on the one named."""
    center = frame.place
    if center == NONE:
        center = t.board.dealt[len(t.board.dealt) - frame.value]
    state.spare[action.arg] -= 1
    set_counter(t, state, center, action.arg)
    if emit is not None:
        emit(Event("counter_laid", {"center": center}))
        facts = {"center": center, "type": action.arg}
        emit(Event("counter_known", facts, only_side(state, CALEDONIAN)))
    frame.value -= 1
    if not frame.value:
        state.stack.pop()


# The Roman units ---------------------------------------------------------------------------------


def decide_deploy(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """One unit after another in any order, several in one go, or all that are left."""
    places = [*t.board.fortress_hex, t.board.britannia]
    limbo = state.here[ROMAN][t.board.limbo]
    several = limbo.bit_count() > 1
    options = takeable(t, frame, limbo) if several else []
    options += [t.place[place] for place in sorted(places)]
    if several:
        options += [t.every[place] for place in sorted(places)]
    return (Decision(seat_of(state, ROMAN), "deploy", options),)


def act_deploy(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "unit":
        take(state, frame, action.arg, emit)
        return
    limbo = state.here[ROMAN][t.board.limbo]
    chosen = limbo if action.verb == "all" else taken(frame, limbo)
    frame.mask = 0
    for unit in units(chosen):
        put(t, state, ROMAN, unit, action.arg)
        emit_placed(t, state, ROMAN, unit, emit, quietly=True)
    if chosen == limbo:
        state.stack.pop()
