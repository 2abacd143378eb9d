"""Hourglass: grab before the sand has run through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import by_points, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import Box
from ludus.core.protocol import CLOCK, Decision, Emit, Outcome, Rng, Seat


@dataclass(slots=True)
class GlassState:
    left: int
    grabbed: list[bool]
    points: list[int]

    def copy(self) -> GlassState:
        return GlassState(self.left, self.grabbed[:], self.points[:])


@dataclass(frozen=True, slots=True)
class GlassView:
    left: int
    grabbed: tuple[bool, ...]
    points: tuple[int, ...]


class Hourglass:
    """The first to grab gets the most; the clock ends a round."""

    def __init__(self) -> None:
        self.actions = ActionSpace({"grab": 0, "ring": 0})

    def setup(self, seats: int, options: Mapping[str, str]) -> GlassState:
        return GlassState(3, [False] * seats, [0] * seats)

    def decisions(self, state: GlassState) -> Sequence[Decision]:
        if not state.left:
            return ()
        grab, ring = self.actions.the("grab"), self.actions.the("ring")
        found = [
            Decision(seat, "grab", (grab,)) for seat, done in enumerate(state.grabbed) if not done
        ]
        return [*found, Decision(CLOCK, "sand", (ring,), wait=5000, timer=state.left)]

    def apply(
        self, state: GlassState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        if action.verb == "grab":
            state.points[seat] += state.grabbed.count(False)
            state.grabbed[seat] = True
            tell(emit, "grabbed", {"seat": seat})
        if action.verb == "ring" or all(state.grabbed):
            state.left -= 1
            state.grabbed = [False] * len(state.grabbed)
            tell(emit, "round", {"left": state.left})

    def outcome(self, state: GlassState) -> Outcome | None:
        return None if state.left else by_points(state.points, "sand")

    def copy(self, state: GlassState) -> GlassState:
        return state.copy()

    def view(self, state: GlassState, viewer: Seat) -> GlassView:
        return GlassView(state.left, tuple(state.grabbed), tuple(state.points))

    def resample(self, view: GlassView, rng: Rng) -> GlassState:
        return GlassState(view.left, list(view.grabbed), list(view.points))

    def check(self, state: GlassState) -> Iterable[str]:
        if state.left < 0:
            yield "the sand ran on"

    def teams(self, state: GlassState) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(len(state.points)))

    def parallel(self, state: GlassState) -> bool:
        return False


def hourglass(rules: Hourglass | None = None) -> Box[GlassState, GlassView]:
    return toy_box("hourglass", rules or Hourglass(), (2, 3), secrets=False)
