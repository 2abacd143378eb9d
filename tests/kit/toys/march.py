"""March: a camp, a hill and a ford. Units go one by one; a hand may send many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import ToyFace, by_points, said, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.face import Choice, Line, Motion, Scene
from ludus.core.game import Box
from ludus.core.models import Gesture, Pick, Shortcut, Target, Wish
from ludus.core.protocol import Decision, Emit, Event, Outcome, Rng, Seat
from ludus.core.svg import el, picture
from ludus.core.text import seat_bit

KINDS = ("foot", "horse")
LANDS = ("hill", "ford")
TURNS = 4


@dataclass(slots=True)
class MarchState:
    camps: list[list[int]]
    """How many of each kind every seat has in camp."""
    lands: list[int]
    points: list[int]
    turn: int = 0

    def copy(self) -> MarchState:
        return MarchState(
            [camp[:] for camp in self.camps], self.lands[:], self.points[:], self.turn
        )


@dataclass(frozen=True, slots=True)
class MarchView:
    camps: tuple[tuple[int, ...], ...]
    lands: tuple[int, ...]
    points: tuple[int, ...]
    turn: int

    @property
    def mover(self) -> Seat:
        return self.turn % len(self.camps)


class March:
    """Every unit that is sent is a point."""

    def __init__(self) -> None:
        self.actions = ActionSpace({"foot": 2, "horse": 2, "end": 0})

    def setup(self, seats: int, options: Mapping[str, str]) -> MarchState:
        return MarchState([[4, 1] for _ in range(seats)], [0, 0], [0] * seats)

    def decisions(self, state: MarchState) -> Sequence[Decision]:
        if state.turn >= TURNS:
            return ()
        seat = state.turn % len(state.camps)
        options = [
            self.actions[kind][land]
            for index, kind in enumerate(KINDS)
            if state.camps[seat][index]
            for land in range(len(LANDS))
        ]
        return [Decision(seat, "march", [*options, self.actions.the("end")])]

    def apply(
        self, state: MarchState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        if action.verb == "end":
            state.turn += 1
            tell(emit, "ended", {"seat": seat})
            return
        kind = KINDS.index(action.verb)
        state.camps[seat][kind] -= 1
        state.lands[action.arg] += 1
        state.points[seat] += 1
        tell(emit, "sent", {"seat": seat, "kind": kind, "land": action.arg})

    def outcome(self, state: MarchState) -> Outcome | None:
        return by_points(state.points, "ended") if state.turn >= TURNS else None

    def copy(self, state: MarchState) -> MarchState:
        return state.copy()

    def view(self, state: MarchState, viewer: Seat) -> MarchView:
        camps = tuple(tuple(camp) for camp in state.camps)
        return MarchView(camps, tuple(state.lands), tuple(state.points), state.turn)

    def resample(self, view: MarchView, rng: Rng) -> MarchState:
        camps = [list(camp) for camp in view.camps]
        return MarchState(camps, list(view.lands), list(view.points), view.turn)

    def check(self, state: MarchState) -> Iterable[str]:
        if min(count for camp in state.camps for count in camp) < 0:
            yield "a unit was sent twice"

    def teams(self, state: MarchState) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(len(state.camps)))

    def parallel(self, state: MarchState) -> bool:
        return False


class MarchFace(ToyFace):
    """A drawn map; foot is counted, the horse is one piece, and both go to a land."""

    def scenes(
        self,
        view: object,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        assert isinstance(view, MarchView)
        foot, horse = view.camps[view.mover]
        drawn = (
            _land("camp-foot", 40, 60, f"foot {foot}"),
            _land("camp-horse", 40, 220, f"horse {horse}"),
            _land("hill", 400, 60, f"hill {view.lands[0]}"),
            _land("ford", 400, 220, f"ford {view.lands[1]}"),
        )
        shown = picture(*drawn, name="march", title="March", view_box=(0, 0, 600, 360), tones={})
        return [Scene("map", "Map", shown)]

    def choices(self, view: object, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return [
            Choice(option, "End the turn")
            if option.verb == "end"
            else Choice(
                option, f"One {option.verb} to the {LANDS[option.arg]}", places=(LANDS[option.arg],)
            )
            for option in decision.options
        ]

    def gestures(
        self, view: object, decision: Decision, choices: Sequence[Choice], names: Sequence[str]
    ) -> Sequence[Gesture]:
        assert isinstance(view, MarchView)
        foot, horse = view.camps[view.mover]
        picks = [
            Pick(kind, kind.capitalize(), most=count, places=(f"camp-{kind}",))
            for kind, count in zip(KINDS, (foot, horse), strict=True)
            if count
        ]
        if not picks:
            return []
        targets = (
            Target("hill", "the hill", said("safe"), "good"),
            Target("ford", "the ford", said("11 %"), "bad"),
        )
        everyone = Shortcut("Everyone", (("foot", foot), ("horse", horse)))
        return [Gesture("march", "The camp", "March", tuple(picks), targets, (everyone,))]

    def follow(
        self,
        view: object,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        if wish.gesture != "march" or wish.target not in LANDS:
            return "They cannot go there."
        land = LANDS.index(wish.target)
        for kind in KINDS:
            gone = sum(action.verb == kind for action in done)
            if gone >= wish.picks.get(kind, 0):
                continue
            for option in decision.options:
                if option.verb == kind and option.arg == land:
                    return option
            return f"Only {gone} {kind} went."
        return None

    def tell(self, view: object, event: Event, names: Sequence[str]) -> Line | None:
        who = seat_bit(event.number("seat"), names[event.number("seat")])
        if event.kind == "ended":
            return Line((who, *said(" ends the turn.")))
        kind, land = KINDS[event.number("kind")], LANDS[event.number("land")]
        motion = Motion(f"camp-{kind}", land)
        return Line((who, *said(f" sends one {kind} to the {land}.")), motions=(motion,))


def _land(key: str, x: int, y: int, words: str) -> str:
    return el(
        "g",
        el("rect", x=x, y=y, width=140, height=80, rx=10, fill="#e8d9b0", stroke="#2b2118"),
        el("text", words, x=x + 70, y=y + 46, text_anchor="middle"),
        id=key,
    )


def march() -> Box[MarchState, MarchView]:
    return toy_box("march", March(), (2,), secrets=False, face=MarchFace())
