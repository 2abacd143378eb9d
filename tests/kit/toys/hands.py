"""Hidden hands: a bag of cards, a bottom of the deck known to those who buried there, partners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.kit.toys.common import NONE, by_points, tell, toy_box

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import Box
from ludus.core.options import Option
from ludus.core.protocol import CHANCE, Decision, Emit, Outcome, Rng, Seat, only


@dataclass(slots=True)
class HandState:
    partners: bool
    left: int
    turn: int
    dealing: bool
    bag: list[int]
    bottom: list[int]
    buried_by: list[int]
    hands: list[list[int]]
    points: list[int]

    def copy(self) -> HandState:
        return HandState(
            self.partners,
            self.left,
            self.turn,
            self.dealing,
            self.bag[:],
            self.bottom[:],
            self.buried_by[:],
            [hand[:] for hand in self.hands],
            self.points[:],
        )


@dataclass(frozen=True, slots=True)
class HandView:
    viewer: Seat
    partners: bool
    left: int
    turn: int
    dealing: bool
    bag: int
    bottom: tuple[int, ...]
    """NONE for a card that the viewer does not know."""
    buried_by: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Empty for hands that the viewer does not know."""
    sizes: tuple[int, ...]
    played: tuple[int, ...]
    points: tuple[int, ...]


class Hands:
    """Draw, play a card for its points, or bury one at the bottom of the deck."""

    KINDS = 4
    COPIES = 2

    def __init__(self) -> None:
        kinds = self.KINDS
        self.actions = ActionSpace({"draw": 0, "play": kinds, "bury": kinds, "deal": kinds})

    def setup(self, seats: int, options: Mapping[str, str]) -> HandState:
        none = [0] * self.KINDS
        return HandState(
            partners=options.get("partners") == "on",
            left=8 * seats,
            turn=0,
            dealing=False,
            bag=[self.COPIES] * self.KINDS,
            bottom=[],
            buried_by=[],
            hands=[none[:] for _ in range(seats)],
            points=[0] * seats,
        )

    def friends(self, partners: bool, seat: Seat) -> tuple[Seat, ...]:
        return (seat % 2, seat % 2 + 2) if partners else (seat,)

    def decisions(self, state: HandState) -> Sequence[Decision]:
        space = self.actions
        if state.dealing:
            kinds = [kind for kind in range(self.KINDS) if state.bag[kind]]
            odds = [state.bag[kind] for kind in kinds]
            return [Decision(CHANCE, "deal", [space["deal"][kind] for kind in kinds], odds)]
        if not state.left:
            return ()
        options = [space.the("draw")] if any(state.bag) or state.bottom else []
        held = [kind for kind in range(self.KINDS) if state.hands[state.turn][kind]]
        options += [space["play"][kind] for kind in held]
        options += [space["bury"][kind] for kind in held]
        return [Decision(state.turn, "turn", options)]

    def apply(self, state: HandState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        turn = state.turn
        if action.verb == "draw":
            if any(state.bag):
                state.dealing = True
                tell(emit, "draws", {"seat": turn})
                return
            state.buried_by.pop(0)
            self.take(state, state.bottom.pop(0), emit)
        elif action.verb == "deal":
            state.dealing = False
            state.bag[action.arg] -= 1
            self.take(state, action.arg, emit)
        elif action.verb == "play":
            state.hands[turn][action.arg] -= 1
            state.points[turn] += action.arg + 1
            tell(emit, "played", {"seat": turn, "card": action.arg})
        else:
            self.bury(state, action.arg, emit)
        self.next_turn(state)

    def take(self, state: HandState, card: int, emit: Emit | None) -> None:
        """A card from the deck; of a buried one its taker may learn something."""
        us = only(*self.friends(state.partners, state.turn))
        state.hands[state.turn][card] += 1
        tell(emit, "took", {"seat": state.turn})
        tell(emit, "card", {"card": card}, us, bars=us)

    def bury(self, state: HandState, card: int, emit: Emit | None) -> None:
        state.hands[state.turn][card] -= 1
        state.bottom.append(card)
        state.buried_by.append(state.turn)
        tell(emit, "buried", {"seat": state.turn})
        tell(emit, "bottom", {"card": card}, only(*self.friends(state.partners, state.turn)))

    def next_turn(self, state: HandState) -> None:
        state.left -= 1
        state.turn = (state.turn + 1) % len(state.hands)
        empty = not (any(state.bag) or state.bottom)
        if empty and not any(state.hands[state.turn]):
            state.left = 0

    def outcome(self, state: HandState) -> Outcome | None:
        if state.left or state.dealing:
            return None
        points = state.points
        if state.partners:
            points = [points[seat] + points[(seat + 2) % 4] for seat in range(4)]
        return by_points(points, "cards")

    def copy(self, state: HandState) -> HandState:
        return state.copy()

    def view(self, state: HandState, viewer: Seat) -> HandView:
        friends = self.friends(state.partners, viewer) if viewer >= 0 else ()
        return HandView(
            viewer=viewer,
            partners=state.partners,
            left=state.left,
            turn=state.turn,
            dealing=state.dealing,
            bag=sum(state.bag),
            bottom=tuple(
                card if by in friends else NONE
                for card, by in zip(state.bottom, state.buried_by, strict=True)
            ),
            buried_by=tuple(state.buried_by),
            hands=tuple(
                tuple(hand) if seat in friends else () for seat, hand in enumerate(state.hands)
            ),
            sizes=tuple(sum(hand) for hand in state.hands),
            played=tuple(self.played(state)),
            points=tuple(state.points),
        )

    def played(self, state: HandState) -> list[int]:
        """Cards per kind that lie open: all that are nowhere else."""
        return [
            self.COPIES
            - state.bag[kind]
            - state.bottom.count(kind)
            - sum(hand[kind] for hand in state.hands)
            for kind in range(self.KINDS)
        ]

    def resample(self, view: HandView, rng: Rng) -> HandState:
        unseen = [
            kind
            for kind in range(self.KINDS)
            for _ in range(
                self.COPIES
                - view.played[kind]
                - view.bottom.count(kind)
                - sum(hand[kind] for hand in view.hands if hand)
            )
        ]
        for index in range(len(unseen) - 1, 0, -1):
            other = rng.below(index + 1)
            unseen[index], unseen[other] = unseen[other], unseen[index]
        bottom = [unseen.pop() if card == NONE else card for card in view.bottom]
        hands: list[list[int]] = []
        for size, known in zip(view.sizes, view.hands, strict=True):
            hands.append(list(known) or [0] * self.KINDS)
            for _ in range(0 if known else size):
                hands[-1][unseen.pop()] += 1
        return HandState(
            view.partners,
            view.left,
            view.turn,
            view.dealing,
            [unseen.count(kind) for kind in range(self.KINDS)],
            bottom,
            list(view.buried_by),
            hands,
            list(view.points),
        )

    def check(self, state: HandState) -> Iterable[str]:
        if min(self.played(state)) < 0 or len(state.bottom) != len(state.buried_by):
            yield f"cards were made or lost: {self.played(state)} lie open"

    def teams(self, state: HandState) -> tuple[tuple[Seat, ...], ...]:
        if state.partners:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(len(state.hands)))

    def parallel(self, state: HandState) -> bool:
        return False


PARTNERS = Option("partners", ("off", "on"), "off", "toy.2", seats=(4,))


def hands(rules: Hands | None = None) -> Box[HandState, HandView]:
    return toy_box("hands", rules or Hands(), (2, 4), options=(PARTNERS,))
