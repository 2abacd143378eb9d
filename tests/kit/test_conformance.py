"""Conformance passes what keeps its promises, and catches each planted bug."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest
from tests.kit.toys import (
    TOYS,
    Bids,
    BidState,
    BidView,
    Fog,
    FogState,
    Hands,
    HandState,
    Hourglass,
    Sheets,
    SheetState,
    Toll,
    TollState,
    bids,
    fog,
    hands,
    hourglass,
    sheets,
    toll,
)
from tests.kit.toys.common import planted, tell
from tests.kit.toys.hourglass import GlassState

from ludus.core.actions import Action, ActionSpace
from ludus.core.chance import SeededRng
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Decision, Emit, Outcome, Seat
from ludus.kit.audit import Audit
from ludus.kit.broken import Broken
from ludus.kit.conformance import conformance
from ludus.kit.protocol_checks import Scoring
from ludus.kit.tables import Setting


@pytest.mark.parametrize("toy", TOYS)
def test_passes_what_keeps_its_promises(toy: Callable[[], AnyBox]) -> None:
    seen = conformance(toy(), games=8)
    assert seen.prompts and seen.verbs and seen.events and seen.reasons


# Decisions ---------------------------------------------------------------------------------------


class NoOptions(Hourglass):
    def decisions(self, state: GlassState) -> Sequence[Decision]:
        return [Decision(0, "grab", ())] if state.left else ()


class NoWayOut(Toll):
    def decisions(self, state: TollState) -> Sequence[Decision]:
        """What declines the question is not among its options."""
        jeer = (self.actions.the("jeer"),)
        return [
            Decision(d.seat, d.prompt, d.options, declines=jeer) if d.prompt == "toll" else d
            for d in super().decisions(state)
        ]


class OptionalClock(Hourglass):
    def decisions(self, state: GlassState) -> Sequence[Decision]:
        return [
            Decision(d.seat, d.prompt, d.options, (), d.wait, d.timer, d.options)
            if d.seat == CLOCK
            else d
            for d in super().decisions(state)
        ]


class Unsorted(Bids):
    def decisions(self, state: BidState) -> Sequence[Decision]:
        found = super().decisions(state)
        return [replaced(d, tuple(reversed(d.options))) for d in found]


class Repeated(Bids):
    def decisions(self, state: BidState) -> Sequence[Decision]:
        return [replaced(d, (d.options[0], *d.options)) for d in super().decisions(state)]


class Forged(Bids):
    def decisions(self, state: BidState) -> Sequence[Decision]:
        forged = Action("bid", 0, 0, "bid:0")
        return [replaced(d, (forged, *d.options[1:])) for d in super().decisions(state)]


class AskedTwice(Bids):
    def decisions(self, state: BidState) -> Sequence[Decision]:
        found = super().decisions(state)
        return [*found, *found]


class BadOdds(Hands):
    def decisions(self, state: HandState) -> Sequence[Decision]:
        found = super().decisions(state)
        if found and found[0].seat == CHANCE:
            return [Decision(CHANCE, "deal", found[0].options, [1] * (len(found[0].options) + 1))]
        return found


class NoOdds(Hands):
    def decisions(self, state: HandState) -> Sequence[Decision]:
        found = super().decisions(state)
        if found and found[0].seat == CHANCE:
            odds = [0, *found[0].weights[1:], 1]
            return [Decision(CHANCE, "deal", found[0].options, odds[: len(found[0].options)])]
        return found


class WrongSeat(Hourglass):
    def decisions(self, state: GlassState) -> Sequence[Decision]:
        found = super().decisions(state)
        return [*found, Decision(7, "grab", (self.actions.the("grab"),))] if found else found


class Crashes(Bids):
    """Offers a bid above the purse, which then fails."""

    def decisions(self, state: BidState) -> Sequence[Decision]:
        found = super().decisions(state)
        return [d if d.seat < 0 else replaced(d, self.actions["bid"]) for d in found]


# States ------------------------------------------------------------------------------------------


class ShallowCopy(Sheets):
    def copy(self, state: SheetState) -> SheetState:
        return SheetState(state.marks[:], state.gifts[:], state.done[:], state.points[:])


class SharedList(Hourglass):
    def copy(self, state: GlassState) -> GlassState:
        return GlassState(state.left, state.grabbed, state.points[:])


class ForgetfulCopy(Hands):
    def copy(self, state: HandState) -> HandState:
        copy = state.copy()
        copy.dealing = False
        return copy


class Restless(Bids):
    """Remembers something of the game in the rules."""

    def __init__(self) -> None:
        super().__init__()
        self._moves = 0

    def award(self, state: BidState, seat: Seat, emit: Emit | None) -> None:
        self._moves += 1
        super().award(state, (seat + self._moves) % len(state.bids), emit)


class Listener(Hourglass):
    """Plays otherwise when nobody listens."""

    def apply(
        self, state: GlassState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        super().apply(state, seat, action, emit)
        if emit is not None and seat >= 0:
            state.points[seat] += 1


class ChangesOnLooking(Fog):
    def decisions(self, state: FogState) -> Sequence[Decision]:
        state.points[0] += 1
        return super().decisions(state)


class LostInJson(Sheets):
    """Keeps a part of the position outside the fields that are written."""

    def __init__(self) -> None:
        super().__init__()
        self._spent: dict[int, int] = {}

    def apply(
        self, state: SheetState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        super().apply(state, seat, action, emit)
        if action.verb == "mark":
            self._spent[id(state)] = self._spent.get(id(state), 0) + 1
            state.points[seat] += self._spent[id(state)] % 2


class LostPiece(Hands):
    def bury(self, state: HandState, card: int, emit: Emit | None) -> None:
        super().bury(state, card, emit)
        state.buried_by.pop()


class LiveView(Bids):
    """The view holds a list of the state, and so changes with it."""

    def view(self, state: BidState, viewer: Seat) -> BidView:
        return replace(super().view(state, viewer), points=state.points)  # type: ignore[arg-type]  # The planted bug.


# The end -----------------------------------------------------------------------------------------


class Endless(Hourglass):
    def apply(
        self, state: GlassState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        super().apply(state, seat, action, emit)
        state.left = 3


class EarlyOutcome(Hourglass):
    def outcome(self, state: GlassState) -> Outcome | None:
        return Outcome((0,) * len(state.points), (1,) * len(state.points), "early")


class NoOutcome(Hourglass):
    def outcome(self, state: GlassState) -> Outcome | None:
        return None


class NoWinner(Hourglass):
    def outcome(self, state: GlassState) -> Outcome | None:
        if state.left:
            return None
        return Outcome(tuple(state.points), (2,) * len(state.points), "sand")


class WrongPlaces(Hourglass):
    def outcome(self, state: GlassState) -> Outcome | None:
        if state.left:
            return None
        return Outcome(tuple(state.points), tuple(range(1, len(state.points) + 1)), "sand")


class WrongParts(Hourglass):
    def outcome(self, state: GlassState) -> Outcome | None:
        found = super().outcome(state)
        if found is None:
            return None
        parts = tuple({"sand": score + 1} for score in found.scores)
        return Outcome(found.scores, found.ranks, found.reason, found.decided_by, parts)


class PartnersApart(Hands):
    def outcome(self, state: HandState) -> Outcome | None:
        found = super().outcome(state)
        if found is None or not state.partners:
            return found
        return Outcome(found.scores, (1, 2, 3, 4), found.reason)


# Events and the record ---------------------------------------------------------------------------


class TextFact(Hourglass):
    def apply(
        self, state: GlassState, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        super().apply(state, seat, action, emit)
        tell(emit, "said", {"what": "hello"})  # type: ignore[dict-item]  # The planted bug.


class TwoTexts(Hourglass):
    """Two actions with one text: the text no longer names the action."""

    def __init__(self) -> None:
        super().__init__()
        self.actions = ActionSpace({"grab": 0, "ring": 0})
        self.actions.all.append(Action("grab", 0, 2, "grab"))


class LyingList(list[Action]):
    def __contains__(self, action: object) -> bool:
        return True


class TakesAnything(Sheets):
    def decisions(self, state: SheetState) -> Sequence[Decision]:
        return [replaced(d, LyingList(d.options)) for d in super().decisions(state)]


class NoCheck(Hands):
    def check(self, state: HandState) -> Iterable[str]:
        return ["something is wrong"] if state.bottom else []


@pytest.mark.parametrize(
    ("box", "words"),
    [
        (hourglass(NoOptions()), "no options"),
        (toll(NoWayOut()), "declined by 'jeer', which is not on offer"),
        (hourglass(OptionalClock()), "can be declined, but only a player's"),
        (bids(Unsorted()), "against the action space's order"),
        (bids(Repeated()), "offered twice"),
        (bids(Forged()), "not taken from the action space"),
        (bids(AskedTwice()), "has 2 decisions at once"),
        (hands(BadOdds()), "odds for"),
        (hands(NoOdds()), "odds must be above 0"),
        (hourglass(WrongSeat()), "no seat at a table"),
        (bids(Crashes()), "above the purse"),
        (sheets(ShallowCopy()), "made twice|changed"),
        (hourglass(SharedList()), "made twice|changed"),
        (hands(ForgetfulCopy()), "made twice|differs|different decisions"),
        (bids(Restless()), "rules that remember"),
        (hourglass(Listener()), "depends on its listener"),
        (fog(ChangesOnLooking()), "changed by looking"),
        (sheets(LostInJson()), "does not survive"),
        (hands(LostPiece()), "made or lost"),
        (bids(LiveView()), "view taken after move .* has changed"),
        (hourglass(Endless()), "no end after"),
        (hourglass(EarlyOutcome()), "outcome while somebody still has"),
        (hourglass(NoOutcome()), "there is no outcome"),
        (hourglass(NoWinner()), "nobody is in first place"),
        (hourglass(WrongPlaces()), "worse place|points are said"),
        (hourglass(WrongParts()), "its parts are"),
        (hands(PartnersApart()), "is ranked"),
        (hourglass(TextFact()), "must be a number"),
        (hourglass(TwoTexts()), "parses as|has number"),
        (sheets(TakesAnything()), "not on offer"),
        (hands(NoCheck()), "something is wrong"),
    ],
    ids=planted,
)
def test_catches(box: AnyBox, words: str) -> None:
    with pytest.raises(Broken, match=words) as caught:
        conformance(box, games=12, scoring=Scoring(), bound=300)
    assert box.meta.name in str(caught.value)


def test_a_game_that_need_not_end_is_left() -> None:
    audit = Audit(hourglass(Endless()), Setting(2, {}, endless=True), SeededRng(1))
    audit.run(bound=60)
    assert len(audit.table.moves) == 60


def test_a_failure_names_table_and_moves() -> None:
    with pytest.raises(Broken) as caught:
        conformance(hands(LostPiece()), seats=[4])
    assert "table: hands, 4 seats, partners=" in str(caught.value)
    record = caught.value.record
    assert record is not None
    assert f"after {len(record.moves)} moves, the latest:" in str(caught.value)
    assert "made or lost" in caught.value.what


def replaced(decision: Decision, options: Sequence[Action]) -> Decision:
    return Decision(
        decision.seat, decision.prompt, options, decision.weights, decision.wait, decision.timer
    )
