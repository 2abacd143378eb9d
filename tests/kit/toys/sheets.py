"""Sheets: everyone marks a sheet of their own at the same time; some marks are gifts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import ToyFace, by_points, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.face import Choice
from ludus.core.game import Box
from ludus.core.models import Gesture, Pick, Target, Wish
from ludus.core.protocol import EVERYONE, Decision, Emit, Outcome, Rng, Seat, only


@dataclass(slots=True)
class SheetState:
    marks: list[list[bool]]
    gifts: list[int]
    done: list[bool]
    points: list[int]

    def copy(self) -> SheetState:
        marks = [sheet[:] for sheet in self.marks]
        return SheetState(marks, self.gifts[:], self.done[:], self.points[:])


@dataclass(frozen=True, slots=True)
class SheetView:
    marks: tuple[tuple[bool, ...], ...]
    gifts: tuple[int, ...]
    done: tuple[bool, ...]
    points: tuple[int, ...]


class Sheets:
    """Four marks each; the last one gives the neighbour something to spend."""

    def __init__(self) -> None:
        self.actions = ActionSpace({"mark": 4, "spend": 0, "stop": 0})

    def setup(self, seats: int, options: Mapping[str, str]) -> SheetState:
        sheets = [[False] * 4 for _ in range(seats)]
        return SheetState(sheets, [0] * seats, [False] * seats, [0] * seats)

    def decisions(self, state: SheetState) -> Sequence[Decision]:
        found: list[Decision] = []
        for seat, sheet in enumerate(state.marks):
            if state.done[seat]:
                continue
            options = [self.actions["mark"][cell] for cell in range(4) if not sheet[cell]]
            if state.gifts[seat]:
                options.append(self.actions.the("spend"))
            found.append(Decision(seat, "sheet", [*options, self.actions.the("stop")]))
        return found

    def apply(
        self, state: SheetState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        if action.verb == "stop":
            state.done[seat] = True
            tell(emit, "stopped", {"seat": seat})
            if all(state.done):
                tell(emit, "over", {}, bars=EVERYONE)
        elif action.verb == "spend":
            state.gifts[seat] -= 1
            state.points[seat] += 3
            tell(emit, "spent", {"seat": seat})
        else:
            state.marks[seat][action.arg] = True
            state.points[seat] += 1
            tell(emit, "marked", {"seat": seat, "cell": action.arg})
            if action.arg == 3:
                self.give(state, (seat + 1) % len(state.marks), emit)

    def give(self, state: SheetState, seat: Seat, emit: Emit | None) -> None:
        state.gifts[seat] += 1
        tell(emit, "gift", {"seat": seat}, bars=only(seat))

    def outcome(self, state: SheetState) -> Outcome | None:
        return by_points(state.points, "stopped") if all(state.done) else None

    def copy(self, state: SheetState) -> SheetState:
        return state.copy()

    def view(self, state: SheetState, viewer: Seat) -> SheetView:
        return SheetView(
            tuple(tuple(sheet) for sheet in state.marks),
            tuple(state.gifts),
            tuple(state.done),
            tuple(state.points),
        )

    def resample(self, view: SheetView, rng: Rng) -> SheetState:
        marks = [list(sheet) for sheet in view.marks]
        return SheetState(marks, list(view.gifts), list(view.done), list(view.points))

    def check(self, state: SheetState) -> Iterable[str]:
        if min(state.gifts) < 0:
            yield "a gift was spent twice"

    def teams(self, state: SheetState) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(len(state.marks)))

    def parallel(self, state: SheetState) -> bool:
        return True


class SheetFace(ToyFace):
    """Several marks can be made in one movement, and then one may stop."""

    def gestures(
        self, view: object, decision: Decision, choices: Sequence[Choice], names: Sequence[str]
    ) -> Sequence[Gesture]:
        cells = [option.arg for option in decision.options if option.verb == "mark"]
        picks = tuple(Pick(f"cell-{cell}", f"Cell {cell}") for cell in cells)
        return [Gesture("marks", "Mark", "Mark them", picks, (Target("stop", "Stop"),))]

    def follow(
        self,
        view: object,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        if wish.gesture != "marks":
            return "There is no such gesture."
        wanted = {key for key, count in wish.picks.items() if count}
        wanted -= {f"cell-{action.arg}" for action in done if action.verb == "mark"}
        for option in decision.options:
            if option.verb == "mark" and f"cell-{option.arg}" in wanted:
                return option
        if wanted:
            return f"{', '.join(sorted(wanted))} cannot be marked."
        stopped = any(action.verb == "stop" for action in done)
        return decision.options[-1] if wish.target == "stop" and not stopped else None


def sheets(rules: Sheets | None = None) -> Box[SheetState, SheetView]:
    return toy_box("sheets", rules or Sheets(), (2, 3), secrets=False, face=SheetFace())
