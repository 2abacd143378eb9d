"""The rules: who chooses what, and what follows from it.

Names in brackets are clauses in `clauses.toml`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.machine import Phase, PhaseTable
from ludus.core.protocol import Decision, Emit, Event, Outcome, Seat
from ludus_latrunculi.content import Board
from ludus_latrunculi.ids import EMPTY, NONE, PLACE, TARGET, TURN
from ludus_latrunculi.mechanics import Grid, caught, held, targets
from ludus_latrunculi.state import Frame, State


class Tables:
    """What the rules look things up in."""

    def __init__(self, board: Board) -> None:
        self.grid: Final = Grid(board)
        self.patience: Final = board.patience
        size = self.grid.size
        self.actions: Final = ActionSpace({"place": size, "take": size, "pick": size, "to": size})


def decide_place(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    empty = [t.actions["place"][at] for at, who in enumerate(state.squares) if who == EMPTY]
    return (Decision(frame.seat, "place", empty),)


def act_place(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """One soldier each in turn, and nobody is bound [place.1, place.2]."""
    state.squares[action.arg] = seat
    state.supply[seat] -= 1
    if emit is not None:
        emit(Event("placed", {"seat": seat, "square": action.arg}))
    frame.seat = 1 - seat
    if not any(state.supply):
        frame.phase = TURN


def step_turn(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Somebody has to choose, unless the game is over [end.1-3]."""
    single = [seat for seat in (0, 1) if state.squares.count(seat) == 1]
    if single:
        state.ended, state.loser = "captured", single[0]
    elif state.quiet >= t.patience:
        state.ended = "quiet"
    elif not _turn_options(t, state, frame.seat):
        state.ended, state.loser = "shut_in", frame.seat
    if not state.ended:
        return True
    state.stack.clear()
    return False


def decide_turn(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(frame.seat, "turn", _turn_options(t, state, frame.seat)),)


def _turn_options(t: Tables, state: State, seat: Seat) -> list[Action]:
    """Bound enemies to take, and free soldiers that can go somewhere [take.1, bind.3]."""
    take = [t.actions["take"][at] for at in state.bound if state.squares[at] != seat]
    pick = [
        t.actions["pick"][at]
        for at, who in enumerate(state.squares)
        if who == seat and at not in state.bound and targets(t.grid, state.squares, at)
    ]
    return take + pick


def act_turn(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "pick":
        state.stack.append(Frame(TARGET, seat, action.arg))
        return
    state.squares[action.arg] = EMPTY
    state.bound.remove(action.arg)
    state.quiet = 0
    if emit is not None:
        emit(Event("taken", {"seat": seat, "square": action.arg}))
    _release(t, state, emit)
    frame.seat = 1 - seat


def decide_target(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    found = targets(t.grid, state.squares, frame.square)
    return (Decision(frame.seat, "target", [t.actions["to"][at] for at in found]),)


def act_target(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Move, bind those who now stand between two, free those who no longer do [bind.1-4]."""
    start, end = frame.square, action.arg
    state.stack.pop()
    state.squares[start], state.squares[end] = EMPTY, seat
    state.quiet += 1
    if emit is not None:
        emit(Event("moved", {"seat": seat, "start": start, "end": end}))
    for square in caught(t.grid, state.squares, state.bound, end):
        state.bound.append(square)
        if emit is not None:
            emit(Event("bound", {"seat": 1 - seat, "square": square}))
    _release(t, state, emit)
    state.stack[-1].seat = 1 - seat


def _release(t: Tables, state: State, emit: Emit | None) -> None:
    """Free soldiers until all bound ones are held; a freed one may hold another."""
    state.bound.sort()
    while True:
        free = [at for at in state.bound if not held(t.grid, state.squares, state.bound, at)]
        if not free:
            return
        state.bound.remove(free[0])
        if emit is not None:
            emit(Event("freed", {"seat": state.squares[free[0]], "square": free[0]}))


PHASES: Final = PhaseTable[Tables, State, Frame](
    3,
    {
        PLACE: Phase(decide_place, act_place),
        TURN: Phase(decide_turn, act_turn, step_turn),
        TARGET: Phase(decide_target, act_target),
    },
)


class LatrunculiRules:
    """The rules on one board. Holds tables only; a game in progress is a State."""

    def __init__(self, board: Board) -> None:
        self.tables: Final = Tables(board)
        self.actions: Final = self.tables.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        """An empty board, and all soldiers to be placed [board.1, board.2]."""
        squares = [EMPTY] * self.tables.grid.size
        return State(squares, [], [int(options["soldiers"])] * 2, 0, "", NONE, [Frame(PLACE, 0)])

    def decisions(self, state: State) -> Sequence[Decision]:
        return PHASES.decisions(self.tables, state)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        PHASES.apply(self.tables, state, seat, action, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        soldiers = tuple(state.squares.count(seat) for seat in (0, 1))
        if state.loser == NONE:
            ranks = tuple(1 + (max(soldiers) > mine) for mine in soldiers)
        else:
            ranks = (2, 1) if state.loser == 0 else (1, 2)
        parts = tuple({"soldiers": mine} for mine in soldiers)
        decided = "shared" if ranks == (1, 1) else "soldiers"
        return Outcome(soldiers, ranks, state.ended, decided, parts)

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))

    def parallel(self, state: State) -> bool:
        return False

    def check(self, state: State) -> Iterable[str]:
        for square in state.bound:
            if not held(self.tables.grid, state.squares, state.bound, square):
                yield f"the soldier on square {square} is bound by nobody"
