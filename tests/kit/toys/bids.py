"""Sealed bids: all bid at once, and nobody sees a bid before the last one is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import NONE, by_points, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import Box
from ludus.core.options import Option
from ludus.core.protocol import CHANCE, EVERYONE, Decision, Emit, Outcome, Rng, Seat, only


@dataclass(slots=True)
class BidState:
    rounds: int
    purses: list[int]
    bids: list[int]
    points: list[int]
    tied: list[int]

    def copy(self) -> BidState:
        return BidState(self.rounds, self.purses[:], self.bids[:], self.points[:], self.tied[:])


@dataclass(frozen=True, slots=True)
class BidView:
    viewer: Seat
    rounds: int
    purses: tuple[int, ...]
    sealed: tuple[bool, ...]
    own: int
    points: tuple[int, ...]
    tied: tuple[int, ...]


class Bids:
    """Seats bid in secret for a point a round; a tie is settled by lot."""

    PURSE = 4

    def __init__(self) -> None:
        self.actions = ActionSpace({"bid": self.PURSE + 1, "lot": 4})

    def setup(self, seats: int, options: Mapping[str, str]) -> BidState:
        rounds = int(options["rounds"])
        return BidState(rounds, [self.PURSE] * seats, [NONE] * seats, [0] * seats, [])

    def decisions(self, state: BidState) -> Sequence[Decision]:
        if state.tied:
            return [Decision(CHANCE, "lot", [self.actions["lot"][seat] for seat in state.tied])]
        if not state.rounds:
            return ()
        return [
            Decision(seat, "bid", self.actions["bid"][: state.purses[seat] + 1])
            for seat, bid in enumerate(state.bids)
            if bid == NONE
        ]

    def apply(self, state: BidState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if action.verb == "lot":
            self.award(state, action.arg, emit)
            return
        state.bids[seat] = action.arg
        self.seal(seat, action.arg, emit)
        if NONE in state.bids:
            return
        self.reveal(state, emit)
        top = max(state.bids)
        tied = [seat for seat, bid in enumerate(state.bids) if bid == top]
        for seat, bid in enumerate(state.bids):
            state.purses[seat] -= bid
        state.bids = [NONE] * len(state.bids)
        if len(tied) > 1:
            state.tied = tied
        else:
            self.award(state, tied[0], emit)

    def seal(self, seat: Seat, bid: int, emit: Emit | None) -> None:
        tell(emit, "sealed", {"seat": seat})
        tell(emit, "own", {"bid": bid}, only(seat))

    def reveal(self, state: BidState, emit: Emit | None) -> None:
        tell(emit, "bids", {"bids": tuple(state.bids)}, bars=EVERYONE)

    def award(self, state: BidState, seat: Seat, emit: Emit | None) -> None:
        state.tied = []
        state.points[seat] += 1
        state.rounds -= 1
        tell(emit, "won", {"seat": seat})

    def outcome(self, state: BidState) -> Outcome | None:
        return None if state.rounds else by_points(state.points, "rounds")

    def copy(self, state: BidState) -> BidState:
        return state.copy()

    def view(self, state: BidState, viewer: Seat) -> BidView:
        return BidView(
            viewer,
            state.rounds,
            tuple(state.purses),
            tuple(bid != NONE for bid in state.bids),
            state.bids[viewer] if viewer >= 0 else NONE,
            tuple(state.points),
            tuple(state.tied),
        )

    def resample(self, view: BidView, rng: Rng) -> BidState:
        bids = [
            rng.below(view.purses[seat] + 1) if sealed else NONE
            for seat, sealed in enumerate(view.sealed)
        ]
        if view.viewer >= 0:
            bids[view.viewer] = view.own
        return BidState(view.rounds, list(view.purses), bids, list(view.points), list(view.tied))

    def check(self, state: BidState) -> Iterable[str]:
        if any(bid > purse for bid, purse in zip(state.bids, state.purses, strict=True)):
            yield "a bid is above the purse"

    def teams(self, state: BidState) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(len(state.bids)))

    def parallel(self, state: BidState) -> bool:
        return True


ROUNDS = Option("rounds", ("2", "3"), "2", "toy.1")


def bids(rules: Bids | None = None) -> Box[BidState, BidView]:
    return toy_box("bids", rules or Bids(), (2, 3), options=(ROUNDS,))
