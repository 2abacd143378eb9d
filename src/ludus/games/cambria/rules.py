"""The rules of Cambria: who chooses what, and what follows from it.

Numbers in brackets name the clauses in `clauses.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import CHANCE, Decision, Emit, Event, Outcome, Seat
from ludus.games.cambria.board import (
    BOATS,
    EAGLE,
    FACES,
    LAST_FORTS,
    NUMBERS,
    PAIR_ODDS,
    PAIRS,
    WARRIORS,
    Board,
)
from ludus.games.cambria.scoring import award, final_claims, leader_and_second, outcome_of
from ludus.games.cambria.state import (
    ACT,
    BOARD,
    BY_FORTS,
    BY_PASSES,
    DICE,
    DONE,
    DUMMY,
    DUMMY_DIE,
    DUMMY_PLACE,
    GONE,
    LAND,
    LIFT,
    NO_TOKEN,
    NONE,
    ON_BOARD,
    OPENING,
    OPENING_DIE,
    OPENING_PLACE,
    RUNNING,
    STANDARD,
    START,
    TURN,
    Frame,
    State,
)

Decide: TypeAlias = Callable[[State, Frame], Sequence[Decision]]
Act: TypeAlias = Callable[[State, Frame, Action, Emit | None], None]

Choices: TypeAlias = tuple[tuple[int, Action], ...]
"""Roads as bits, each with what can be done there."""

MAX_SEATS: Final = 5


class CambriaRules:
    """The rules on both sides of the board. Holds tables only; a game in progress is a State."""

    def __init__(self, boards: Mapping[str, Board]) -> None:
        self.boards: Final = tuple(boards.values())
        roads = max(board.roads for board in self.boards)
        self.actions: Final = ActionSpace(
            {
                "roll": 0,
                "pass": 0,
                "place": roads,
                "replace": roads,
                "legion": roads,
                "sail": BOATS,
                "board": BOATS,
                "stay": 0,
                "end": 0,
                "lift": roads + BOATS,
                "dice": len(PAIRS),
                "die": len(FACES),
            }
        )
        space = self.actions
        self._place: Final = space["place"]
        self._replace: Final = space["replace"]
        self._legion: Final = space["legion"]
        self._sail: Final = space["sail"]
        self._board: Final = space["board"]
        self._lift: Final = space["lift"]
        self._places: Final = [_by_dice(board, self._place) for board in self.boards]
        self._replaces: Final = [_by_dice(board, self._replace) for board in self.boards]
        self._lifts: Final = [_with_bits(range(board.roads), self._lift) for board in self.boards]
        self._end: Final = space.the("end")
        self._stay: Final = space.the("stay")
        roll = space.the("roll")
        dice = [_one(Decision(CHANCE, "dice", space["dice"], PAIR_ODDS))] * MAX_SEATS
        die = [_one(Decision(CHANCE, "die", space["die"]))] * MAX_SEATS
        # Decisions that depend on nothing but the seat are built once.
        self._always: Final[dict[int, list[Sequence[Decision]]]] = {
            START: dice,
            OPENING: _for_each_seat("opening", [roll]),
            OPENING_DIE: die,
            DUMMY: _for_each_seat("dummy", [roll]),
            DUMMY_DIE: die,
            TURN: _for_each_seat("turn", [roll, space.the("pass")]),
            DICE: dice,
        }
        self._deciders: Final[dict[int, Decide]] = {
            OPENING_PLACE: self._decide_opening_place,
            DUMMY_PLACE: self._decide_dummy_place,
            ACT: self._decide_act,
            LAND: self._decide_land,
            BOARD: self._decide_board,
            LIFT: self._decide_lift,
        }
        self._actors: Final[dict[int, Act]] = {
            START: self._act_start,
            OPENING: self._act_opening,
            OPENING_DIE: self._act_opening_die,
            OPENING_PLACE: self._act_opening_place,
            DUMMY: self._act_dummy,
            DUMMY_DIE: self._act_dummy_die,
            DUMMY_PLACE: self._act_dummy_place,
            TURN: self._act_turn,
            DICE: self._act_dice,
            ACT: self._act_act,
            LAND: self._act_land,
            BOARD: self._act_board,
            LIFT: self._act_lift,
        }

    # The protocol --------------------------------------------------------------------------------

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        """Forts, tokens and supplies in place, the legion on its standard [setup.1-8]."""
        side = [board.key for board in self.boards].index(options["side"])
        board = self.boards[side]
        players = 3 if seats == 2 else seats
        return State(
            side=side,
            boat_doubles=options["boat_can_make_doubles"] == "on",
            seats=seats,
            players=players,
            held=[0] * players,
            supply=[WARRIORS] * players,
            aboard=[NONE] * BOATS,
            legion=STANDARD,
            captor=[ON_BOARD] * board.sites,
            second=[ON_BOARD if points else NO_TOKEN for points in board.victory],
            touched=0,
            rolls=[0] * seats,
            start=NONE,
            latest=[0] * seats,
            turn=0,
            passes=0,
            die_a=0,
            die_b=0,
            ended=RUNNING,
            stack=[Frame(START, 0)],
        )

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.stack:
            return ()
        frame = state.stack[-1]
        phase = frame.phase
        if phase in self._always:
            return self._always[phase][frame.seat]
        return self._deciders[phase](state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        frame = state.stack[-1]
        self._actors[frame.phase](state, frame, action, emit)
        top = state.stack[-1]
        if top.phase == DONE:
            self._end_turn(state, top, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(state, self.boards[state.side])

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        return False

    def check(self, state: State) -> Iterable[str]:
        """Pieces are neither made nor lost, and a road holds one of them [components.6-7]."""
        seen = 0 if state.legion == STANDARD else 1 << state.legion
        for player in range(state.players):
            if seen & state.held[player]:
                yield f"player {player} shares a road with another piece"
            seen |= state.held[player]
            out = state.held[player].bit_count() + state.aboard.count(player)
            if state.supply[player] < 0 or state.supply[player] + out != WARRIORS:
                yield f"player {player} has {state.supply[player]} + {out} warriors"
        for site, taken in enumerate(state.second):
            if taken == ON_BOARD and state.captor[site] not in (ON_BOARD, GONE):
                yield f"site {site} has a victory point token but no fort"
        if bool(state.stack) == bool(state.ended):
            yield "the game is over and goes on"

    # The roll for the start [setup.9-12] ---------------------------------------------------------

    def _act_start(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        a, b = PAIRS[action.arg]
        state.rolls[frame.seat] = a + b
        if emit is not None:
            emit(Event("start_roll", {"seat": frame.seat, "a": a, "b": b}))
        waiting = [seat for seat, roll in enumerate(state.rolls) if roll == 0]
        if waiting:
            frame.seat = waiting[0]
            return
        lowest = min(roll for roll in state.rolls if roll != NONE)
        tied = [seat for seat, roll in enumerate(state.rolls) if roll == lowest]
        if len(tied) > 1:
            state.rolls = [0 if seat in tied else NONE for seat in range(state.seats)]
            frame.seat = tied[0]
            if emit is not None:
                emit(Event("start_tie", {"seats": tuple(tied)}))
            return
        state.start = tied[0]
        if emit is not None:
            emit(Event("start", {"seat": state.start}))
        _reset(frame, OPENING, state.start)

    # The opening [opening.1-7] -------------------------------------------------------------------

    def _act_opening(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        frame.phase = OPENING_DIE

    def _act_opening_die(
        self, state: State, frame: Frame, action: Action, emit: Emit | None
    ) -> None:
        face = FACES[action.arg]
        if emit is not None:
            emit(Event("opening_die", {"seat": frame.seat, "face": face}))
        # An eagle is rolled again; so is a number without a free road, which needs a strange map.
        if face != EAGLE and self._free_roads(state, face):
            frame.die = face
            frame.phase = OPENING_PLACE

    def _decide_opening_place(self, state: State, frame: Frame) -> Sequence[Decision]:
        options = [self._place[road] for road in self._free_roads(state, frame.die)]
        return (Decision(frame.seat, "opening_place", options),)

    def _act_opening_place(
        self, state: State, frame: Frame, action: Action, emit: Emit | None
    ) -> None:
        self._bring(state, frame.seat, frame.player, action.arg, emit)
        following = (frame.seat + 1) % state.seats
        if following == state.start:
            self._begin_turn(state, frame, following, emit)
        else:
            _reset(frame, OPENING, following)

    # The dummy of a table of two [two.1-23] ------------------------------------------------------

    def _act_dummy(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        frame.phase = DUMMY_DIE

    def _act_dummy_die(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        frame.die = FACES[action.arg]
        frame.phase = DUMMY_PLACE
        if emit is not None:
            emit(Event("dummy_die", {"seat": frame.seat, "face": frame.die}))
        if not self._dummy_roads(state, frame.die):
            state.stack.pop()

    def _decide_dummy_place(self, state: State, frame: Frame) -> Sequence[Decision]:
        options = [self._place[road] for road in self._dummy_roads(state, frame.die)]
        return (Decision(frame.seat, "dummy_place", options),)

    def _dummy_roads(self, state: State, die: int) -> list[int]:
        """Free roads of the number; any free road on an eagle or where there is none."""
        roads = [] if die == EAGLE else self._free_roads(state, die)
        if roads:
            return roads
        taken = self._taken(state)
        return [road for road in range(self.boards[state.side].roads) if not taken >> road & 1]

    def _act_dummy_place(
        self, state: State, frame: Frame, action: Action, emit: Emit | None
    ) -> None:
        state.stack.pop()
        self._bring(state, frame.seat, frame.player, action.arg, emit)

    # A turn [turn.1-10] --------------------------------------------------------------------------

    def _begin_turn(self, state: State, frame: Frame, seat: int, emit: Emit | None) -> None:
        state.turn += 1
        state.latest[seat] = state.turn
        state.die_a = 0
        state.die_b = 0
        if emit is not None:
            emit(Event("turn", {"seat": seat, "number": state.turn}))
        _reset(frame, TURN, seat)
        if state.players > state.seats:
            state.stack.append(Frame(DUMMY, seat, state.seats))

    def _act_turn(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        if action.verb == "roll":
            state.passes = 0
            frame.phase = DICE
            return
        state.passes += 1
        frame.phase = DONE
        if emit is not None:
            emit(Event("pass", {"seat": frame.seat}))

    def _act_dice(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        state.die_a, state.die_b = PAIRS[action.arg]
        if emit is not None:
            emit(Event("dice", {"seat": frame.seat, "a": state.die_a, "b": state.die_b}))
        frame.phase = ACT
        reach = self.boards[state.side].reach[state.die_a][state.die_b]
        # A free road in reach is the usual case and quick to see; only else ask for the options.
        if not reach & ~self._taken(state) and not self._act_options(state, frame):
            frame.phase = DONE
            if emit is not None:
                emit(Event("nothing", {"seat": frame.seat}))

    def _decide_act(self, state: State, frame: Frame) -> Sequence[Decision]:
        return (Decision(frame.seat, "act", self._act_options(state, frame)),)

    def _act_options(self, state: State, frame: Frame) -> list[Action]:
        """What the dice allow [place, doubles, eagle, legion, subst]. PAIRS puts an eagle first."""
        board = self.boards[state.side]
        a = state.die_a
        b = state.die_b
        standing = state.legion
        legion = self._legion
        if b == EAGLE:
            return [legion[road] for road in range(board.roads) if road != standing]
        taken = self._taken(state)
        options = [action for bit, action in self._places[state.side][a][b] if not taken & bit]
        if a == b:
            foreign = taken & ~state.held[frame.seat]
            options += [action for bit, action in self._replaces[state.side][a][b] if foreign & bit]
        elif a == EAGLE:
            options += [legion[road] for road in board.roads_of[b] if road != standing]
        if frame.seat in state.aboard:
            dry = not options
            for boat in range(BOATS):
                if state.aboard[boat] == frame.seat and self._can_land(
                    state, frame.seat, boat, taken
                ):
                    options.append(self._sail[boat])
            # A boat need not be used, so with nothing else to do the turn may be ended [subst.8].
            if dry and options:
                options.append(self._end)
        return options

    def _act_act(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        verb = action.verb
        if verb == "legion":
            self._move_legion(state, frame.seat, action.arg, emit)
            frame.phase = BOARD if NONE in state.aboard else DONE
        elif verb == "sail":
            frame.phase = LAND
            frame.target = action.arg
        elif verb == "end":
            frame.phase = DONE
            if emit is not None:
                emit(Event("end", {"seat": frame.seat}))
        else:
            frame.phase = DONE
            self._bring(state, frame.seat, frame.seat, action.arg, emit)

    # Boats [boat, subst] -------------------------------------------------------------------------

    def _can_land(self, state: State, seat: int, boat: int, taken: int) -> bool:
        """Whether `_landings` has anything, seen at once by masks."""
        number = NUMBERS[boat]
        reach = self.boards[state.side].reach[number][number]
        if reach & ~taken:
            return True
        return self._doubles_with(state, number) and bool(reach & taken & ~state.held[seat])

    def _doubles_with(self, state: State, number: int) -> bool:
        """Whether a boat of this number and the die that is kept make doubles.

        The number exchanged leaves the other die; rolled doubles of the same number stay.
        """
        a = state.die_a
        b = state.die_b
        return number in (a, b) and (a == b or state.boat_doubles)

    def _landings(self, state: State, seat: int, boat: int) -> list[Action]:
        """Where the warrior on a boat may go: free roads of its number, and with doubles others."""
        number = NUMBERS[boat]
        taken = self._taken(state)
        places = self._places[state.side][number][number]
        options = [action for bit, action in places if not taken & bit]
        if self._doubles_with(state, number):
            foreign = taken & ~state.held[seat]
            replaces = self._replaces[state.side][number][number]
            options += [action for bit, action in replaces if foreign & bit]
        return options

    def _decide_land(self, state: State, frame: Frame) -> Sequence[Decision]:
        return (Decision(frame.seat, "land", self._landings(state, frame.seat, frame.target)),)

    def _act_land(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        roads = self.boards[state.side].roads
        frame.phase = DONE
        self._move(state, frame.seat, roads + frame.target, action.arg, emit)

    def _decide_board(self, state: State, frame: Frame) -> Sequence[Decision]:
        options = [self._board[boat] for boat in range(BOATS) if state.aboard[boat] == NONE]
        options.append(self._stay)
        return (Decision(frame.seat, "board", options),)

    def _act_board(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        frame.phase = DONE
        if action.verb == "board":
            slot = self.boards[state.side].roads + action.arg
            self._bring(state, frame.seat, frame.seat, slot, emit)
        elif emit is not None:
            emit(Event("stay", {"seat": frame.seat}))

    # Warriors and the legion [supply, doubles.10-12, eagle.5-7, legion.4-7] ----------------------

    def _taken(self, state: State) -> int:
        """The roads with a piece on them."""
        taken = 0 if state.legion == STANDARD else 1 << state.legion
        for roads in state.held:
            taken |= roads
        return taken

    def _free_roads(self, state: State, number: int) -> list[int]:
        taken = self._taken(state)
        roads = self.boards[state.side].roads_of[number]
        return [road for road in roads if not taken >> road & 1]

    def _bring(self, state: State, seat: int, player: int, slot: int, emit: Emit | None) -> None:
        """Put a warrior on a slot: from supply, or with none there by asking which to lift."""
        if state.supply[player]:
            self._move(state, player, NONE, slot, emit)
        else:
            state.stack.append(Frame(LIFT, seat, player, 0, slot))

    def _decide_lift(self, state: State, frame: Frame) -> Sequence[Decision]:
        roads = self.boards[state.side].roads
        held = state.held[frame.player]
        options = [action for bit, action in self._lifts[state.side] if held & bit]
        options += [
            self._lift[roads + boat] for boat in range(BOATS) if state.aboard[boat] == frame.player
        ]
        prompt = "lift" if frame.player == frame.seat else "dummy_lift"
        return (Decision(frame.seat, prompt, options),)

    def _act_lift(self, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
        state.stack.pop()
        self._move(state, frame.player, action.arg, frame.target, emit)

    def _move(self, state: State, player: int, source: int, slot: int, emit: Emit | None) -> None:
        """Take a warrior from supply (NONE) or a slot, and put it on a slot."""
        roads = self.boards[state.side].roads
        if source == NONE:
            state.supply[player] -= 1
        elif source < roads:
            state.held[player] &= ~(1 << source)
        else:
            state.aboard[source - roads] = NONE
        if slot < roads:
            bit = 1 << slot
            self._clear(state, slot, bit, emit)
            state.held[player] |= bit
        else:
            state.aboard[slot - roads] = player
        if emit is not None:
            emit(Event("place", {"player": player, "slot": slot, "source": source}))

    def _clear(self, state: State, road: int, bit: int, emit: Emit | None) -> None:
        """Send home whatever stands on a road, to make room for another piece."""
        state.touched |= bit
        if state.legion == road:
            state.legion = STANDARD
            if emit is not None:
                emit(Event("legion_home", {"road": road}))
        for player in range(state.players):
            if state.held[player] & bit:
                state.held[player] &= ~bit
                state.supply[player] += 1
                if emit is not None:
                    emit(Event("displaced", {"player": player, "road": road}))

    def _move_legion(self, state: State, seat: int, road: int, emit: Emit | None) -> None:
        source = state.legion
        self._clear(state, road, 1 << road, emit)
        state.legion = road
        if emit is not None:
            emit(Event("legion", {"seat": seat, "road": road, "source": source}))

    # The end of a turn [capture, vp, end] --------------------------------------------------------

    def _end_turn(self, state: State, frame: Frame, emit: Emit | None) -> None:
        """Every ringed fort with a leader falls, all judged on the same position; then go on.

        A fort none of whose roads changed was judged before, so it need not be looked at again.
        """
        board = self.boards[state.side]
        captor = state.captor
        touched = state.touched
        if touched:
            state.touched = 0
            empty = board.every
            for roads in state.held:
                empty &= ~roads
            for site, ring in enumerate(board.ring):
                if ring & touched and not ring & empty and captor[site] == ON_BOARD:
                    leader, second = leader_and_second(state, ring)
                    if leader != NONE:
                        award(state, board, site, leader, second, "capture", emit)
        if captor.count(ON_BOARD) <= LAST_FORTS:
            self._end_game(state, board, BY_FORTS, emit)
        elif state.passes >= 2 * state.seats:
            self._end_game(state, board, BY_PASSES, emit)
        else:
            self._begin_turn(state, frame, (frame.seat + 1) % state.seats, emit)

    def _end_game(self, state: State, board: Board, reason: int, emit: Emit | None) -> None:
        state.ended = reason
        state.stack = []
        if emit is not None:
            emit(Event("game_end", {"reason": reason}))
        final_claims(state, board, emit)


def _one(decision: Decision) -> Sequence[Decision]:
    return (decision,)


def _for_each_seat(prompt: str, options: Sequence[Action]) -> list[Sequence[Decision]]:
    return [_one(Decision(seat, prompt, options)) for seat in range(MAX_SEATS)]


def _with_bits(roads: Iterable[int], actions: Sequence[Action]) -> Choices:
    return tuple((1 << road, actions[road]) for road in roads)


def _by_dice(board: Board, actions: Sequence[Action]) -> list[list[Choices]]:
    """The actions on the roads that one number or the other reaches."""
    return [[_with_bits(roads, actions) for roads in row] for row in board.either]


def _reset(frame: Frame, phase: int, seat: int) -> None:
    """Turn a frame that is done with into the next seat's question."""
    frame.phase = phase
    frame.seat = seat
    frame.player = seat
    frame.die = 0
    frame.target = NONE
