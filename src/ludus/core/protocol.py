"""The interface between rules, tables, bots and pages.

A game is a pure state machine. `decisions` lists who has to choose now, with every legal choice;
`apply` carries one out. Dice and draws are choices of the CHANCE seat, and a timeout is a choice of
the CLOCK seat, so the rules hold no random generator and no clock, and a record of the choices
always replays to the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from ludus.core.actions import Action, ActionSpace

Seat: TypeAlias = int
"""0 to n-1 clockwise round the table, or one of the three below."""

CHANCE: Final = -1
"""The seat that rolls dice and deals cards."""
CLOCK: Final = -2
"""The seat that acts on a timeout."""
SPECTATOR: Final = -3
"""A viewer without a seat."""

Audience: TypeAlias = int
"""Who may see an event: bit `n` stands for seat `n`, the sign for spectators."""

EVERYONE: Final = -1
NOBODY: Final = 0

Fact: TypeAlias = int | tuple[int, ...]


def only(*seats: Seat) -> Audience:
    """The audience of just these seats: one player, or a team."""
    audience = NOBODY
    for seat in seats:
        audience |= 1 << seat
    return audience


def all_but(*seats: Seat) -> Audience:
    """The audience of everyone else, spectators included."""
    return ~only(*seats)


def may_see(audience: Audience, viewer: Seat) -> bool:
    """Whether `viewer` (a seat, or SPECTATOR) belongs to the audience."""
    if viewer < 0:
        return audience < 0
    return bool(audience >> viewer & 1)


class Decision:
    """One atomic choice that one seat has to make, or may make.

    `options` is never empty, in the order of the action space, without duplicates; an action that
    is not in it is illegal. `prompt` is a key into the game's words. `weights` are the exact odds
    of a CHANCE decision (empty: all equal). A CLOCK decision has the timeout `wait` in milliseconds
    and a `timer` number: a timer that keeps its number while others act keeps its deadline.

    `declines` are the options that let the question pass, the plainest one first; if all of them
    do, there is nothing that the seat could do. An `optional` question (Warn? Bribe? Step in?) is
    nobody's turn: the seat may leave it, it runs no clock, and the first of `declines` is played
    for a seat that does not answer. Inside its own turn a seat must answer, declining or not.

    Decisions are immutable by convention: rules may return the same object many times.
    """

    __slots__ = (
        "_steps", "declines", "optional", "options", "prompt", "seat", "timer", "total", "wait",
        "weights",
    )  # fmt: skip

    def __init__(
        self,
        seat: Seat,
        prompt: str,
        options: Sequence[Action],
        weights: Sequence[int] = (),
        wait: int = 0,
        timer: int = 0,
        declines: Sequence[Action] = (),
        optional: bool = True,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.options = options
        self.weights = weights
        self.total = sum(weights) if weights else len(options)
        self.wait = wait
        self.timer = timer
        self.declines = declines
        self.optional = optional if declines else False
        self._steps: list[int] | None = None

    @property
    def steps(self) -> list[int]:
        """The cumulative weights, for drawing by them; computed on first use."""
        if self._steps is None:
            self._steps = list(accumulate(self.weights))
        return self._steps

    def __repr__(self) -> str:
        names = " ".join(action.text for action in self.options)
        return f"Decision(seat={self.seat}, {self.prompt}: {names})"


def must_choose(decisions: Sequence[Decision]) -> bool:
    """Whether some player must choose; if not, the game waits for answers to optional questions,
    for chance or for the clock."""
    return any(decision.seat >= 0 and not decision.optional for decision in decisions)


def waited_for(decisions: Sequence[Decision]) -> tuple[Seat, ...]:
    """The seats that the game waits for: who must choose, or if nobody must, who may answer."""
    must = must_choose(decisions)
    return tuple(each.seat for each in decisions if each.seat >= 0 and not (must and each.optional))


def lets_stand(decisions: Sequence[Decision], decision: Decision, action: Action) -> bool:
    """Whether an answer only lets an offer pass that the game did not wait for.

    Nothing follows from it, so it keeps nobody from undoing.
    """
    return decision.optional and action in decision.declines and must_choose(decisions)


class Event:
    """Something that happened, for log, sound and animation. Rules never read events.

    `bars` are the seats that learned or received something by it and therefore cannot undo past it.
    (Moves of chance, of the clock and, outside parallel play, of other seats always bar undo.)
    """

    __slots__ = ("bars", "facts", "kind", "seen_by")

    def __init__(
        self,
        kind: str,
        facts: Mapping[str, Fact],
        seen_by: Audience = EVERYONE,
        bars: Audience = NOBODY,
    ) -> None:
        self.kind = kind
        self.facts = facts
        self.seen_by = seen_by
        self.bars = bars

    def number(self, name: str) -> int:
        """A fact that is a single number."""
        value = self.facts[name]
        assert isinstance(value, int)
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        """A fact that is a tuple of numbers."""
        value = self.facts[name]
        assert isinstance(value, tuple)
        return value

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"Event({self.kind}: {facts})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (
            self.kind == other.kind
            and self.seen_by == other.seen_by
            and self.bars == other.bars
            and dict(self.facts) == dict(other.facts)
        )

    def __hash__(self) -> int:
        return hash(self.kind)


Emit: TypeAlias = Callable[[Event], None]


class Outcome:
    """How a game ended: scores, ranks, why it ended, and what decided between the first two.

    `ranks` counts from 1; equal ranks are shared. `parts` is the breakdown of each seat's score, by
    a key into the game's words; `decided_by` is such a key too. `others` holds the points of
    players without a seat, such as a dummy.
    """

    __slots__ = ("decided_by", "others", "parts", "ranks", "reason", "scores")

    def __init__(
        self,
        scores: tuple[int, ...],
        ranks: tuple[int, ...],
        reason: str,
        decided_by: str = "points",
        parts: tuple[Mapping[str, int], ...] = (),
        others: Mapping[str, int] | None = None,
    ) -> None:
        self.scores = scores
        self.ranks = ranks
        self.reason = reason
        self.decided_by = decided_by
        self.parts = parts
        self.others = others or {}

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def __repr__(self) -> str:
        return f"Outcome(scores={self.scores}, ranks={self.ranks}, reason={self.reason!r})"


class Rng(Protocol):
    """A random generator for tables, bots and tests; rules never hold one."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1, all equally likely."""
        ...


S = TypeVar("S")
V = TypeVar("V")


class Rules(Protocol[S, V]):
    """A game's rules on one set of content. Holds tables, never anything of a game in progress."""

    @property
    def actions(self) -> ActionSpace: ...

    def setup(self, seats: int, options: Mapping[str, str]) -> S:
        """The position before the first choice. `options` is complete and checked."""
        ...

    def decisions(self, state: S) -> Sequence[Decision]:
        """All choices to be made now: several in parallel play, none once the game is over."""
        ...

    def apply(self, state: S, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        """Carry out a legal action in place, then run on to the next choice.

        Callers check that the action is legal (`Table.play` does). With `emit` None no event is
        built.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result, once `decisions` is empty."""
        ...

    def copy(self, state: S) -> S:
        """An independent copy."""
        ...

    def view(self, state: S, viewer: Seat) -> V:
        """All that `viewer` (a seat or SPECTATOR) may know, built up field by field.

        Rules whose view says who has to choose may also offer `view_from(state, viewer, decisions)`
        for callers that have listed the decisions already; a table does.
        """
        ...

    def resample(self, view: V, rng: Rng) -> S:
        """A position that fits the view, hidden things drawn by their odds."""
        ...

    def check(self, state: S) -> Iterable[str]:
        """Broken invariants in words, for tests; empty if there are none."""
        ...

    def teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team; one seat per team in games without teams."""
        ...

    def parallel(self, state: S) -> bool:
        """Whether seats act in parallel now, so that one's move does not bar another's undo."""
        ...


V_contra = TypeVar("V_contra", contravariant=True)


class Bot(Protocol[V_contra]):
    """A player in code. It is given views, never states."""

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action: ...
