"""Fog: one seat hides traps, the other walks into them, and the first may shift them unseen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import NONE, by_points, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import Box
from ludus.core.protocol import EVERYONE, Decision, Emit, Outcome, Rng, Seat, only

SAFE, TRAP = 0, 1
SPOTS = 4


@dataclass(slots=True)
class FogState:
    hidden: list[int]
    """Per spot what lies there; fewer than SPOTS while they are being laid."""
    found: list[bool]
    stirring: bool
    over: bool
    points: list[int]

    def copy(self) -> FogState:
        return FogState(self.hidden[:], self.found[:], self.stirring, self.over, self.points[:])


@dataclass(frozen=True, slots=True)
class FogView:
    viewer: Seat
    laid: int
    spots: tuple[int, ...]
    """NONE for a spot that the viewer does not know."""
    found: tuple[bool, ...]
    stirring: bool
    over: bool
    points: tuple[int, ...]


class Fog:
    """Two of the four spots hold a trap."""

    def __init__(self) -> None:
        self.actions = ActionSpace(
            {"lay": 2, "enter": SPOTS, "leave": 0, "hold": 0, "swap": SPOTS - 1}
        )

    def setup(self, seats: int, options: Mapping[str, str]) -> FogState:
        return FogState([], [False] * SPOTS, False, False, [0, 0])

    def decisions(self, state: FogState) -> Sequence[Decision]:
        space = self.actions
        if state.over:
            return ()
        if len(state.hidden) < SPOTS:
            kinds = [kind for kind in (SAFE, TRAP) if state.hidden.count(kind) < 2]
            return [Decision(0, "lay", [space["lay"][kind] for kind in kinds])]
        if state.stirring:
            return self.reaction(state)
        enter = [space["enter"][spot] for spot in range(SPOTS) if not state.found[spot]]
        return [Decision(1, "walk", [*enter, space.the("leave")])]

    def reaction(self, state: FogState) -> Sequence[Decision]:
        """Asked every time, whether or not there is anything worth a move."""
        found = state.found
        swaps = [spot for spot in range(SPOTS - 1) if not (found[spot] or found[spot + 1])]
        options = [self.actions["swap"][spot] for spot in swaps]
        return [Decision(0, "stir", [self.actions.the("hold"), *options])]

    def apply(self, state: FogState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if action.verb == "lay":
            state.hidden.append(action.arg)
            tell(emit, "laid", {})
            tell(emit, "own", {"kind": action.arg}, only(0))
        elif action.verb == "enter":
            self.enter(state, action.arg, emit)
        elif action.verb == "leave":
            state.over = True
            tell(emit, "left", {"spots": tuple(state.hidden)}, bars=EVERYONE)
        else:
            self.stir(state, action, emit)

    def enter(self, state: FogState, spot: int, emit: Emit | None) -> None:
        kind = state.hidden[spot]
        state.found[spot] = True
        state.points[0 if kind == TRAP else 1] += 2 if kind == TRAP else 1
        tell(emit, "found", {"spot": spot, "kind": kind}, bars=only(1))
        state.over = all(state.found)
        state.stirring = not state.over

    def stir(self, state: FogState, action: Action, emit: Emit | None) -> None:
        state.stirring = False
        if action.verb == "swap":
            a, b = action.arg, action.arg + 1
            state.hidden[a], state.hidden[b] = state.hidden[b], state.hidden[a]
        tell(emit, "stirred", {})
        tell(emit, "own_stir", {"swap": action.number}, only(0))

    def outcome(self, state: FogState) -> Outcome | None:
        return by_points(state.points, "walked") if state.over else None

    def copy(self, state: FogState) -> FogState:
        return state.copy()

    def view(self, state: FogState, viewer: Seat) -> FogView:
        return FogView(
            viewer,
            len(state.hidden),
            tuple(
                kind if viewer == 0 or state.over or state.found[spot] else NONE
                for spot, kind in enumerate(state.hidden)
            ),
            tuple(state.found),
            state.stirring,
            state.over,
            tuple(state.points),
        )

    def resample(self, view: FogView, rng: Rng) -> FogState:
        hidden = list(view.spots)
        pool = [kind for kind in (SAFE, TRAP) for _ in range(2 - hidden.count(kind))]
        for spot, kind in enumerate(hidden):
            if kind == NONE:
                hidden[spot] = pool.pop(rng.below(len(pool)))
        return FogState(hidden, list(view.found), view.stirring, view.over, list(view.points))

    def check(self, state: FogState) -> Iterable[str]:
        if max(state.hidden.count(SAFE), state.hidden.count(TRAP)) > 2:
            yield f"too many of a kind: {state.hidden}"

    def teams(self, state: FogState) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))

    def parallel(self, state: FogState) -> bool:
        return False


def fog(rules: Fog | None = None) -> Box[FogState, FogView]:
    return toy_box("fog", rules or Fog(), (2,))
