"""Toll: whoever crosses may be asked for toll, and jeered at before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import NONE, by_points, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import Box
from ludus.core.protocol import Decision, Emit, Outcome, Rng, Seat


@dataclass(slots=True)
class TollState:
    turns: int
    turn: int
    asked: int
    """Who is asked whether to take toll, or NONE while somebody has to cross."""
    hushed: list[bool]
    tokens: list[int]
    points: list[int]

    def copy(self) -> TollState:
        return TollState(
            self.turns, self.turn, self.asked, self.hushed[:], self.tokens[:], self.points[:]
        )


@dataclass(frozen=True, slots=True)
class TollView:
    turns: int
    turn: int
    asked: int
    hushed: tuple[bool, ...]
    tokens: tuple[int, ...]
    points: tuple[int, ...]


class Toll:
    """In turn one must cross; meanwhile the others may jeer. After it, one of them may take toll:
    the game waits for that answer."""

    def __init__(self) -> None:
        self.actions = ActionSpace({"cross": 2, "hush": 0, "jeer": 0, "let": 0, "take": 0})

    def setup(self, seats: int, options: Mapping[str, str]) -> TollState:
        return TollState(6, 0, NONE, [False] * seats, [1] * seats, [0] * seats)

    def decisions(self, state: TollState) -> Sequence[Decision]:
        if not state.turns:
            return ()
        space = self.actions
        if state.asked != NONE:
            let = (space.the("let"),)
            take = (space.the("take"),) if state.tokens[state.asked] else ()
            return [Decision(state.asked, "toll", (*let, *take), declines=let)]
        hush = (space.the("hush"),)
        offers = [
            Decision(seat, "jeer", (*hush, space.the("jeer")), declines=hush)
            for seat, hushed in enumerate(state.hushed)
            if seat != state.turn and not hushed
        ]
        return [Decision(state.turn, "cross", space["cross"]), *offers]

    def apply(self, state: TollState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if action.verb in ("hush", "jeer"):
            state.hushed[seat] = True
            if action.verb == "jeer":
                tell(emit, "jeered", {"seat": seat})
            return
        if action.verb == "cross":
            state.points[seat] += 1
            state.asked = (seat + 1) % len(state.points)
            tell(emit, "crossed", {"seat": seat})
            return
        if action.verb == "take":
            state.tokens[seat] -= 1
            state.points[seat] += 2
            tell(emit, "took", {"seat": seat})
        state.asked = NONE
        state.turns -= 1
        state.turn = (state.turn + 1) % len(state.points)
        state.hushed = [False] * len(state.points)

    def outcome(self, state: TollState) -> Outcome | None:
        return None if state.turns else by_points(state.points, "crossed")

    def copy(self, state: TollState) -> TollState:
        return state.copy()

    def view(self, state: TollState, viewer: Seat) -> TollView:
        return TollView(
            state.turns,
            state.turn,
            state.asked,
            tuple(state.hushed),
            tuple(state.tokens),
            tuple(state.points),
        )

    def resample(self, view: TollView, rng: Rng) -> TollState:
        return TollState(
            view.turns,
            view.turn,
            view.asked,
            list(view.hushed),
            list(view.tokens),
            list(view.points),
        )

    def check(self, state: TollState) -> Iterable[str]:
        if min(state.tokens) < 0:
            yield "toll was taken too often"

    def teams(self, state: TollState) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(len(state.points)))

    def parallel(self, state: TollState) -> bool:
        return False


def toll(rules: Toll | None = None) -> Box[TollState, TollView]:
    return toy_box("toll", rules or Toll(), (2, 3), secrets=False)
