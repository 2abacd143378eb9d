"""What a seat may know of a game of Cambria: everything, for nothing in it is secret [turn.10]."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Rng, Seat
from ludus.games.cambria.rules import CambriaRules
from ludus.games.cambria.scoring import points_and_tokens
from ludus.games.cambria.state import NONE, STANDARD, Frame, State

FREE = -1
LEGION = -2
"""What a road holds, besides a player's warrior."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for its answer, as in the state's frame."""

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


class Cambria(CambriaRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
        board = self.boards[state.side]
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
            waiting=tuple(d.seat for d in self.decisions(state) if d.seat >= 0),
            side=board.key,
            boat_can_make_doubles=state.boat_doubles,
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
            questions=tuple(
                Question(f.phase, f.seat, f.player, f.die, f.target) for f in state.stack
            ),
        )

    def resample(self, view: View, rng: Rng) -> State:
        """The position itself: a view leaves nothing open."""
        held = [0] * view.players
        for road, piece in enumerate(view.roads):
            if piece >= 0:
                held[piece] |= 1 << road
        die_a, die_b = view.dice or (0, 0)
        return State(
            side=[board.key for board in self.boards].index(view.side),
            boat_doubles=view.boat_can_make_doubles,
            seats=view.seats,
            players=view.players,
            held=held,
            supply=list(view.supply),
            aboard=list(view.boats),
            legion=view.legion,
            captor=list(view.captor),
            second=list(view.second),
            touched=view.touched,
            rolls=list(view.start_rolls),
            start=view.start,
            latest=list(view.latest_turn),
            turn=view.turn,
            passes=view.passes,
            die_a=die_a,
            die_b=die_b,
            ended=view.ended,
            stack=[Frame(q.phase, q.seat, q.player, q.die, q.target) for q in view.questions],
        )


__all__ = ["FREE", "LEGION", "NONE", "Cambria", "Question", "View"]
