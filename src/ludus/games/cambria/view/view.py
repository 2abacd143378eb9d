"""What a seat may know of a game: everything, for nothing in it is secret [turn.10]."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Seat
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FREE, LEGION, ROLLING, STANDARD
from ludus.games.cambria.rules.scoring import points_and_tokens
from ludus.games.cambria.state import State


@dataclass(frozen=True, slots=True)
class Question:
    """An open question, as in the state's frame."""

    phase: int
    seat: int
    player: int
    die: int
    target: int


@dataclass(frozen=True, slots=True)
class View:
    """The position as it lies on the table. Lists go by player, road, boat or site."""

    viewer: Seat
    waiting: tuple[Seat, ...]
    side: str
    boat_can_make_doubles: bool
    eagle_can_make_doubles: bool
    decline_after_rolling: bool
    dummy_may_stay: bool
    seats: int
    players: int
    roads: tuple[int, ...]
    boats: tuple[int, ...]
    supply: tuple[int, ...]
    legion: int
    captor: tuple[int, ...]
    second: tuple[int, ...]
    touched: int
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    start: int
    start_rolls: tuple[int, ...]
    latest_turn: tuple[int, ...]
    turn: int
    passes: int
    dice: tuple[int, ...]
    ended: int
    questions: tuple[Question, ...]

    @property
    def question(self) -> Question | None:
        """The question that is asked now."""
        return self.questions[-1] if self.questions else None


def view_of(board: Board, state: State, viewer: Seat) -> View:
    """The view of any viewer."""
    roads = [FREE] * board.roads
    for player, held in enumerate(state.held):
        while held:
            lowest = held & -held
            roads[lowest.bit_length() - 1] = player
            held ^= lowest
    if state.legion != STANDARD:
        roads[state.legion] = LEGION
    scores = [points_and_tokens(state, board, player) for player in range(state.players)]
    return View(
        viewer=viewer,
        waiting=_waiting(state),
        side=board.key,
        boat_can_make_doubles=state.boat_doubles,
        eagle_can_make_doubles=state.eagle_doubles,
        decline_after_rolling=state.may_decline,
        dummy_may_stay=state.dummy_may_stay,
        seats=state.seats,
        players=state.players,
        roads=tuple(roads),
        boats=tuple(state.aboard),
        supply=tuple(state.supply),
        legion=state.legion,
        captor=tuple(state.captor),
        second=tuple(state.second),
        touched=state.touched,
        points=tuple(forts + victory for forts, victory, _ in scores),
        tokens=tuple(tokens for _, _, tokens in scores),
        start=state.start,
        start_rolls=tuple(state.rolls),
        latest_turn=tuple(state.latest),
        turn=state.turn,
        passes=state.passes,
        dice=(state.die_a, state.die_b) if state.die_a else (),
        ended=state.ended,
        questions=tuple(Question(f.phase, f.seat, f.player, f.die, f.target) for f in state.stack),
    )


def _waiting(state: State) -> tuple[Seat, ...]:
    """The seat that has to choose now, seen without listing its choices."""
    if not state.stack or state.stack[-1].phase in ROLLING:
        return ()
    return (state.stack[-1].seat,)
