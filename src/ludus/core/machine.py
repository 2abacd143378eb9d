"""How rules run: a table from phase to functions, and the loop that runs on to the next question.

A position has a stack of frames; the topmost one is active. Each phase has up to three functions:

- `decide` lists the choices there are now;
- `act` carries one of them out;
- `step` goes on without a choice, or returns True if somebody has to choose first.

A phase with `decide` and `act` asks. One with `step` alone runs without asking. One with all three
asks only if its step says so. The game is over when the stack is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit, Seat

MOST_STEPS: Final = 1000
"""More steps than this without a choice can only be a loop in the rules."""


class HasPhase(Protocol):
    """A frame: an open question or unfinished work. A dataclass with `phase` and its own fields."""

    phase: int


class HasStack(Protocol):
    """A position: a dataclass with `stack`, a list of frames, and its own fields."""

    # Any, because a type variable's bound cannot name another type variable.
    stack: list[Any]


class BaseFrame:
    """Base of the frames of games that are compiled together with Ludus, for quick access.

    The dataclass declares `phase` itself. Other games do without: Python classes cannot derive from
    a compiled one.
    """

    __slots__ = ("phase",)

    phase: int


class BaseState:
    """The same for positions; the dataclass declares `stack`, and `dirty` where it is needed."""

    __slots__ = ("dirty", "stack")

    dirty: int
    stack: list[Any]


C = TypeVar("C")
P = TypeVar("P", bound=HasStack)
F = TypeVar("F", bound=HasPhase)

Decide: TypeAlias = Callable[[C, P, F], Sequence[Decision]]
"""The choices in a phase; `C` is what the rules look things up in, the same for all games."""
Act: TypeAlias = "Callable[[C, P, F, Seat, Action, Emit | None], None]"
"""Carries out what a seat chose."""
Step: TypeAlias = "Callable[[C, P, F, Emit | None], bool]"
"""Goes on without a choice; True if there is one to make first."""
Between: TypeAlias = "Callable[[C, P, Emit | None], None]"
"""Runs before every step of a position whose field `dirty` is not 0. It may end the game by
emptying the stack."""


class Phase(Generic[C, P, F]):
    """The functions of one phase."""

    __slots__ = ("act", "decide", "step")

    def __init__(
        self,
        decide: Decide[C, P, F] | None = None,
        act: Act[C, P, F] | None = None,
        step: Step[C, P, F] | None = None,
    ) -> None:
        if (decide is None) != (act is None):
            raise RulesBug("a phase that asks needs both decide and act")
        if decide is None and step is None:
            raise RulesBug("a phase needs decide and act, or step")
        self.decide: Final = decide
        self.act: Final = act
        self.step: Final = step


class PhaseTable(Generic[C, P, F]):
    """All phases of a game, by their numbers from 0, and how to get from one to the next."""

    def __init__(
        self,
        count: int,
        phases: Mapping[int, Phase[C, P, F]],
        between: Between[C, P] | None = None,
    ) -> None:
        missing = sorted(set(range(count)) - set(phases))
        unknown = sorted(set(phases) - set(range(count)))
        if missing or unknown:
            raise RulesBug(
                f"the phase table must name the phases 0 to {count - 1}; "
                f"missing: {missing}, unknown: {unknown}"
            )
        rows = [phases[number] for number in range(count)]
        # Public, so that the rules of a game with very short moves can save themselves a call.
        self.decides: Final[list[Decide[C, P, F]]] = [row.decide or _no_choice for row in rows]
        self.acts: Final[list[Act[C, P, F]]] = [row.act or _no_answer for row in rows]
        self.steps: Final[list[Step[C, P, F] | None]] = [row.step for row in rows]
        self._between: Final = between
        self._derived: bool = False
        """Whether states and frames derive from the base classes, found out at the first call."""

    # Below, typed locals tell mypyc that it can access attributes directly.

    def decisions(self, context: C, state: P) -> Sequence[Decision]:
        """The choices in a position; none once the game is over."""
        position: Any = state
        if not (self._derived or self._derives(state)):
            stack: list[F] = position.stack
            return self.decides[stack[-1].phase](context, state, stack[-1]) if stack else ()
        base: BaseState = position
        if not base.stack:
            return ()
        frame: Any = base.stack[-1]
        top: BaseFrame = frame
        return self.decides[top.phase](context, state, frame)

    def apply(
        self, context: C, state: P, seat: Seat, action: Action, emit: Emit | None = None
    ) -> None:
        """Carry out a choice, then run on to the next one."""
        position: Any = state
        if self._derived:
            base: BaseState = position
            frame: Any = base.stack[-1]
            top: BaseFrame = frame
            self.acts[top.phase](context, state, frame, seat, action, emit)
            if self._between is None and base.stack:
                # In most cases somebody has to choose next, and there is nothing to settle.
                frame = base.stack[-1]
                top = frame
                step = self.steps[top.phase]
                if step is None or step(context, state, frame, emit):
                    return
        else:
            frame = position.stack[-1]
            self.acts[frame.phase](context, state, frame, seat, action, emit)
        self.settle(context, state, emit)

    def settle(self, context: C, state: P, emit: Emit | None = None) -> None:
        """Run on to the next choice, or to the end of the game."""
        if not (self._derived or self._derives(state)):
            self._settle_plain(context, state, emit)
            return
        between = self._between
        steps = self.steps
        position: Any = state
        base: BaseState = position
        for _ in range(MOST_STEPS):
            if between is not None and base.dirty:
                between(context, state, emit)
            # Steps may put another list in its place, so the stack is looked up every time.
            stack = base.stack
            if not stack:
                return
            frame: Any = stack[-1]
            top: BaseFrame = frame
            step = steps[top.phase]
            if step is None or step(context, state, frame, emit):
                return
        raise RulesBug(f"no choice after {MOST_STEPS} steps in phase {state.stack[-1].phase}")

    def _settle_plain(self, context: C, state: P, emit: Emit | None) -> None:
        """The same for positions that do not derive from the base classes."""
        between = self._between
        position: Any = state
        for _ in range(MOST_STEPS):
            if between is not None and position.dirty:
                between(context, state, emit)
            if not position.stack:
                return
            frame = position.stack[-1]
            step = self.steps[frame.phase]
            if step is None or step(context, state, frame, emit):
                return
        raise RulesBug(f"no choice after {MOST_STEPS} steps in phase {state.stack[-1].phase}")

    def _derives(self, state: object) -> bool:
        """Look at the class of this game's positions, which is the same for all of them."""
        self._derived = isinstance(state, BaseState)
        return self._derived


def _no_choice(context: object, state: object, frame: HasPhase) -> Sequence[Decision]:
    raise RulesBug(f"phase {frame.phase} asks nothing")


def _no_answer(
    context: object,
    state: object,
    frame: HasPhase,
    seat: Seat,
    action: Action,
    emit: Emit | None,
) -> None:
    raise RulesBug(f"phase {frame.phase} asks nothing, so {action.text!r} is no answer")
