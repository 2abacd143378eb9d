"""Before the first round: the roll for the order, factions and first armies [setup]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.conqueror.board import map_for
from ludus.games.conqueror.ids import (
    ACTED_ROW,
    CAVALRY,
    CLOCK_OFF,
    FACES,
    FACTION,
    FACTIONS,
    INDEPENDENT,
    INFANTRY,
    MISSION,
    NOBODY,
    NONE,
    ORDER,
    RUNNING,
)
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

OFF = "off"


def new_state(t: Tables, seats: int, options: Mapping[str, str]) -> State:
    """The table before anything is rolled. 3 and 4 play the campaign, 5 and 6 the grand map."""
    number = map_for(seats)
    places = t.boards[number].places
    timer = options["timer"]
    limit = options["round_limit"]
    return State(
        map=number,
        seats=seats,
        time_limit=0 if timer == OFF else int(timer) * 1000,
        auto_income=options["income"] == "automatic",
        round_limit=0 if limit == OFF else int(limit),
        second_move=options["second_action"] == "any",
        faction=[NONE] * seats,
        rank=[0] * seats,
        rolls=[0] * seats,
        order=[],
        purse=[t.start_currency] * seats,
        hand=[0] * seats,
        burnt=[0] * seats,
        mission=[NONE] * seats,
        done=[0] * seats,
        ruled_out=[0] * seats,
        wins=[0] * (seats * seats),
        noted=[0] * seats,
        bids=[NONE] * seats,
        pledged=[0] * seats,
        alive=(1 << seats) - 1,
        owner=[NOBODY] * places,
        infantry=[0] * places,
        cavalry=[0] * places,
        held=[0] * seats,
        size=[0] * seats,
        acted=[0] * (places * ACTED_ROW),
        stirred=0,
        round=0,
        card=NONE,
        deck=(1 << len(t.cards)) - 1,
        turn=0,
        acting=False,
        collected=False,
        drafted=0,
        drained=0,
        bought=0,
        bribed=False,
        clock=CLOCK_OFF,
        timer=0,
        declined=0,
        claims=[NONE] * seats,
        unsettled=0,
        ended=RUNNING,
        battle=None,
        stack=[Frame(ORDER, 0)],
    )


# The roll for the order [setup.8-11] -------------------------------------------------------------


def act_order(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    roller = frame.seat
    state.rolls[roller] = FACES[action.arg]
    if emit is not None:
        emit(Event("order_roll", {"seat": roller, "face": FACES[action.arg]}))
    waiting = [other for other in range(state.seats) if state.rolls[other] == 0]
    if waiting:
        frame.seat = waiting[0]
        return
    keys = [(state.rank[other], -state.rolls[other]) for other in range(state.seats)]
    # A place is the number of those ahead, so tied players share it and keep their room.
    state.rank = [sum(1 for key in keys if key < mine) for mine in keys]
    tied = [other for other in range(state.seats) if state.rank.count(state.rank[other]) > 1]
    if tied:
        state.rolls = [0 if other in tied else NONE for other in range(state.seats)]
        frame.seat = tied[0]
        if emit is not None:
            for rank in sorted({state.rank[other] for other in tied}):
                level = tuple(other for other in tied if state.rank[other] == rank)
                emit(Event("order_tie", {"seats": level}))
        return
    state.order = sorted(range(state.seats), key=state.rank.__getitem__)
    if emit is not None:
        emit(Event("order", {"seats": tuple(state.order)}))
    state.stack = [Frame(FACTION, state.order[0])]


# Factions and first armies [setup.1-7, setup.12-29] ----------------------------------------------


def decide_faction(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    actions = t.actions["faction"]
    options = [
        actions[faction]
        for faction in range(len(FACTIONS))
        if state.seats in t.faction_seats[faction] and faction not in state.faction
    ]
    return (Decision(frame.seat, "faction", options),)


def act_faction(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    state.faction[frame.seat] = action.arg
    if emit is not None:
        emit(Event("faction", {"seat": frame.seat, "faction": action.arg}))
    following = state.order.index(frame.seat) + 1
    if following < state.seats:
        frame.seat = state.order[following]
        return
    place_armies(t, state)
    if emit is not None:
        emit(Event("armies", {"map": state.map}))
    state.stack = [Frame(MISSION, state.order[0])]


def place_armies(t: Tables, state: State) -> None:
    """First armies of the factions played, and the independents by player count."""
    board = t.boards[state.map]
    for row in t.garrisons:
        if state.seats not in row.seats:
            continue
        if row.faction != NONE:
            if row.faction in state.faction:
                place = board.place(row.place)
                seat = state.faction.index(row.faction)
                army.take(state, seat, place)
                army.add(state, seat, place, INFANTRY, row.infantry)
                army.add(state, seat, place, CAVALRY, row.cavalry)
            continue
        places = [board.place(row.place)] if row.place else []
        places += [board.home[faction] for faction in row.unplayed if faction not in state.faction]
        for place in places:
            state.owner[place] = INDEPENDENT
            state.infantry[place] = row.infantry
            state.cavalry[place] = row.cavalry
    state.unsettled = 0
