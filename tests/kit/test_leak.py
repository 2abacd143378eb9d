"""The leak test passes what keeps its secrets, and catches each planted leak."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from tests.kit.toys import (
    TOYS,
    Bids,
    BidState,
    BidView,
    Fog,
    FogState,
    FogView,
    Hands,
    HandState,
    HandView,
    Sheets,
    SheetState,
    bids,
    fog,
    hands,
    sheets,
)
from tests.kit.toys.common import NONE, by_points, planted, tell
from tests.kit.toys.fog import TRAP
from tests.kit.toys.sheets import SheetView

from ludus.core.actions import Action
from ludus.core.errors import PlayerError
from ludus.core.game import AnyBox
from ludus.core.protocol import CLOCK, EVERYONE, Decision, Emit, Outcome, Rng, Seat, only
from ludus.kit.broken import Broken
from ludus.kit.leak import Effort, leak


@pytest.mark.parametrize("toy", TOYS)
def test_passes_what_keeps_its_secrets(toy: Callable[[], AnyBox]) -> None:
    box = toy()
    tally = leak(box, games=10)
    assert tally.resamples > 0
    if box.meta.secrets:
        assert tally.pairs > 0 and tally.different > 0 and tally.steps > 0


# By the view -------------------------------------------------------------------------------------


class OpenBids(Bids):
    """The view tells a bid before all are in."""

    def view(self, state: BidState, viewer: Seat) -> BidView:
        return replace(super().view(state, viewer), own=max(state.bids))


class OpenHand(Hands):
    """Everyone sees the hand of seat 0."""

    def view(self, state: HandState, viewer: Seat) -> HandView:
        view = super().view(state, viewer)
        return replace(view, hands=(tuple(state.hands[0]), *view.hands[1:]))


class OpenBottom(Hands):
    """Spectators see what was buried."""

    def view(self, state: HandState, viewer: Seat) -> HandView:
        view = super().view(state, viewer)
        return view if viewer >= 0 else replace(view, bottom=tuple(state.bottom))


class TellingSum(Fog):
    """A number made from hidden things gives them away by and by."""

    def view(self, state: FogState, viewer: Seat) -> FogView:
        view = super().view(state, viewer)
        near = sum(spot * kind for spot, kind in enumerate(state.hidden))
        return replace(view, points=(*view.points, near))


# By options, by being asked, by the clock ---------------------------------------------------------


class TellingOptions(Fog):
    """The walker is not offered a spot with a trap."""

    def decisions(self, state: FogState) -> Sequence[Decision]:
        found = super().decisions(state)
        if found and found[0].prompt == "walk":
            options = [
                option
                for option in found[0].options
                if option.verb == "leave" or state.hidden[option.arg] != TRAP
            ]
            return [Decision(1, "walk", options)]
        return found


class TellingPrompt(Fog):
    """The walker reads by the prompt whether spot 0 is a trap."""

    def decisions(self, state: FogState) -> Sequence[Decision]:
        found = super().decisions(state)
        if found and found[0].prompt == "walk" and state.hidden[0] == TRAP:
            return [Decision(1, "beware", found[0].options)]
        return found


class AskedOnlyWithTraps(Fog):
    """That the other seat is asked shows that there is a trap next door."""

    def enter(self, state: FogState, spot: int, emit: Emit | None) -> None:
        super().enter(state, spot, emit)
        state.stirring = state.stirring and state.hidden[spot - 1] == TRAP


class TellingQuestion(Fog):
    """What the other seat is asked is shown, and depends on what is hidden."""

    def reaction(self, state: FogState) -> Sequence[Decision]:
        (found,) = super().reaction(state)
        return [Decision(0, "stir" if state.hidden[0] else "stir_gently", found.options)]


class TellingClock(Bids):
    """The time left to bid depends on a sealed bid."""

    def decisions(self, state: BidState) -> Sequence[Decision]:
        found = super().decisions(state)
        if NONE in state.bids and state.rounds and not state.tied and max(state.bids) > 2:
            hurry = (self.actions["lot"][0],)
            return [*found, Decision(CLOCK, "hurry", hurry, wait=100, timer=1)]
        return found

    def apply(self, state: BidState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if seat == CLOCK:
            tell(emit, "rang", {})
            for late in [seat for seat, bid in enumerate(state.bids) if bid == NONE]:
                super().apply(state, late, self.actions["bid"][0], emit)
            return
        super().apply(state, seat, action, emit)


# By what others see of a hidden move -------------------------------------------------------------


class SilentDraw(Hands):
    """A public change without an event: nobody is told that a hand has grown."""

    def take(self, state: HandState, card: int, emit: Emit | None) -> None:
        state.hands[state.turn][card] += 1
        if card == 0:
            state.points[state.turn] += 1


class LateLeak(Hands):
    """A buried card shows only moves later, when it is drawn: whoever takes a 0 loses a point."""

    def take(self, state: HandState, card: int, emit: Emit | None) -> None:
        super().take(state, card, emit)
        if card == 0 and not any(state.bag):
            state.points[state.turn] -= 1


class TellingRefusal(Fog):
    """A refusal names what is hidden."""

    def decisions(self, state: FogState) -> Sequence[Decision]:
        found = super().decisions(state)
        if found and found[0].prompt == "walk":
            return [Decision(1, "walk", Chatty(found[0].options, state.hidden))]
        return found


class Chatty(list[Action]):
    def __init__(self, options: Sequence[Action], hidden: list[int]) -> None:
        super().__init__(options)
        self.hidden = hidden

    def __contains__(self, action: object) -> bool:
        if super().__contains__(action):
            return True
        raise PlayerError(f"no: the traps are at {self.hidden}")


class TellingEnd(Hands):
    """The outcome depends on cards that are never shown."""

    def outcome(self, state: HandState) -> Outcome | None:
        found = super().outcome(state)
        if found is None or state.partners:
            return found
        return by_points([sum(hand[2:]) for hand in state.hands], "cards")


# By resample -------------------------------------------------------------------------------------


class ForgetsBottom(Hands):
    """Resample shuffles a bottom card that the seat knows."""

    def resample(self, view: HandView, rng: Rng) -> HandState:
        state = super().resample(view, rng)
        if state.bottom and any(state.bag):
            kind = next(kind for kind in range(self.KINDS) if state.bag[kind])
            state.bag[kind] -= 1
            state.bag[state.bottom[0]] += 1
            state.bottom[0] = kind
        return state


class ForgetsPartner(Hands):
    """Resample takes the partner's cards for unknown ones and may deal others."""

    def resample(self, view: HandView, rng: Rng) -> HandState:
        state = super().resample(view, rng)
        if view.partners and view.viewer >= 0:
            one, two = state.hands[(view.viewer + 2) % 4], state.hands[(view.viewer + 1) % 4]
            for kind in range(self.KINDS):
                one[kind], two[kind] = two[kind], one[kind]
        return state


class BreaksCards(Hands):
    def resample(self, view: HandView, rng: Rng) -> HandState:
        state = super().resample(view, rng)
        state.bag[0] += 3
        return state


class OwnGenerator(Bids):
    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def resample(self, view: BidView, rng: Rng) -> BidState:
        state = super().resample(view, rng)
        self._count += 1
        for seat, sealed in enumerate(view.sealed):
            if sealed and seat != view.viewer:
                state.bids[seat] = self._count % (view.purses[seat] + 1)
        return state


class ViewTooSmall(Sheets):
    """Nothing is secret, and still the view does not hold all of the position."""

    def resample(self, view: SheetView, rng: Rng) -> SheetState:
        state = super().resample(view, rng)
        state.gifts = [0] * len(state.gifts)
        return state


# By undo -----------------------------------------------------------------------------------------


class UndoPastReveal(Bids):
    """The last to bid sees all bids and may take back its own."""

    def reveal(self, state: BidState, emit: Emit | None) -> None:
        tell(emit, "bids", {"bids": tuple(state.bids)})


class UndoPastTrap(Fog):
    """The walker sees what was hidden and may walk elsewhere."""

    def enter(self, state: FogState, spot: int, emit: Emit | None) -> None:
        super().enter(state, spot, None)
        tell(emit, "found", {"spot": spot, "kind": state.hidden[spot]})


class SilentTraps(Fog):
    """Only a trap is told, and only a trap bars undo: no word means a safe spot, tried for free."""

    def enter(self, state: FogState, spot: int, emit: Emit | None) -> None:
        super().enter(state, spot, None)
        if state.hidden[spot] == TRAP:
            tell(emit, "found", {"spot": spot}, bars=only(1))


class TellingUndo(Bids):
    """A high bid bars everyone's undo, and so is noticed."""

    def seal(self, seat: Seat, bid: int, emit: Emit | None) -> None:
        tell(emit, "sealed", {"seat": seat})
        tell(emit, "own", {"bid": bid}, only(seat), bars=EVERYONE if bid > 2 else 0)


class TellingParallel(Bids):
    """A highest bid ends parallel play, so that everyone else can no longer take back theirs."""

    def parallel(self, state: BidState) -> bool:
        return self.PURSE not in state.bids


@pytest.mark.parametrize(
    ("box", "words"),
    [
        (bids(OpenBids()), "its view differs: .*(own|sealed)"),
        (hands(OpenHand()), r"its view differs: hands\[0\]"),
        (hands(OpenBottom()), r"a spectator .*its view differs: bottom"),
        (fog(TellingSum()), "its view differs: points"),
        (fog(TellingOptions()), "its options differ"),
        (fog(TellingPrompt()), "its options differ.*beware|who is waited for differs.*beware"),
        (fog(AskedOnlyWithTraps()), "view differs: stirring|options differ|waited for differs"),
        (fog(TellingQuestion()), "who is waited for differs"),
        (bids(TellingClock()), "who is waited for differs.*timer"),
        (hands(SilentDraw()), "its view differs: .*(sizes|points)"),
        (hands(LateLeak()), "its view differs: .*points"),
        (fog(TellingRefusal()), "refusal of .* speaks of what it may not know"),
        (hands(TellingEnd()), "the outcome differs"),
        (hands(ForgetsBottom()), "its view differs: bottom"),
        (hands(ForgetsPartner()), "its view differs: hands"),
        (hands(BreaksCards()), "resample gives a broken position"),
        (bids(OwnGenerator()), "resample draws on more than its generator"),
        (sheets(ViewTooSmall()), "nothing is secret, but resample"),
        (bids(UndoPastReveal()), "learns something hidden by its own"),
        (fog(UndoPastTrap()), "learns something hidden by its own"),
        (fog(SilentTraps()), "by its own 'enter:.*it hears nothing, and not"),
        (bids(TellingParallel()), "may take back a move in one of them only"),
        (bids(TellingUndo()), "may take back a move in one of them only"),
    ],
    ids=planted,
)
def test_catches(box: AnyBox, words: str) -> None:
    with pytest.raises(Broken, match=words) as caught:
        leak(box, games=30)
    assert box.meta.name in str(caught.value)


class Glass(Fog):
    """Everything is told to everyone, and the game still says that it has secrets."""

    def view(self, state: FogState, viewer: Seat) -> FogView:
        return replace(super().view(state, 0), viewer=viewer)

    def apply(self, state: FogState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        super().apply(state, seat, action, None)
        tell(emit, "done", {"seat": seat, "action": action.number}, bars=EVERYONE)


def test_secrets_that_are_none_are_noticed() -> None:
    with pytest.raises(Broken, match="every view held the whole of it"):
        leak(fog(Glass()), games=10)


def test_moves_may_be_declared_open() -> None:
    class Mute(Fog):
        def enter(self, state: FogState, spot: int, emit: Emit | None) -> None:
            super().enter(state, spot, None)
            tell(emit, "found", {"kind": state.hidden[spot]}, bars=only(1))

    with pytest.raises(Broken, match=r"its view differs: found\[.\]"):
        leak(fog(Mute()), games=30)
    leak(fog(Mute()), games=30, effort=Effort(open_verbs=("enter",)))


def test_silence_may_be_declared_to_tell_nothing() -> None:
    leak(fog(SilentTraps()), games=30, effort=Effort(silence_tells=False, open_verbs=("enter",)))
