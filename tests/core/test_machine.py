"""The phase table: how rules run on from one choice to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from ludus.core.actions import Action, ActionSpace
from ludus.core.errors import RulesBug
from ludus.core.machine import MOST_STEPS, Phase, PhaseTable
from ludus.core.protocol import Decision, Emit, Event, Seat

ASK, COUNT, MAYBE, LOOP = range(4)
SPACE = ActionSpace({"go": 0, "add": 5})


@dataclass(slots=True)
class Frame:
    phase: int
    left: int = 0


@dataclass(slots=True)
class State:
    total: int
    stack: list[Frame] = field(default_factory=list)
    chosen: list[Seat] = field(default_factory=list)
    dirty: int = 0


@dataclass(frozen=True)
class Tables:
    add: Sequence[Action]


TABLES = Tables(SPACE["add"])


def decide_ask(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(1, "ask", tables.add),)


def act_ask(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.chosen.append(seat)
    state.total += action.arg
    state.stack = [Frame(COUNT, 2)]


def step_count(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Counts down, telling about it, then goes on to a question that may be skipped."""
    if frame.left == 0:
        state.stack[-1] = Frame(MAYBE)
        return False
    frame.left -= 1
    state.dirty = frame.left % 2
    if emit is not None:
        emit(Event("count", {"left": frame.left}))
    return False


def step_maybe(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.total < 3:
        return True
    state.stack.clear()
    return False


def step_loop(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    return False


ROWS: dict[int, Phase[Tables, State, Frame]] = {
    ASK: Phase(decide_ask, act_ask),
    COUNT: Phase(step=step_count),
    MAYBE: Phase(decide_ask, act_ask, step_maybe),
    LOOP: Phase(step=step_loop),
}
PHASES = PhaseTable(4, ROWS)


def test_an_action_is_carried_out_and_silent_phases_run_on_to_the_next_choice() -> None:
    state = State(0, [Frame(ASK)])
    assert [decision.seat for decision in PHASES.decisions(TABLES, state)] == [1]
    told: list[Event] = []
    PHASES.apply(TABLES, state, 1, SPACE["add"][2], told.append)
    assert state.total == 2
    assert state.chosen == [1]
    assert [event.number("left") for event in told] == [1, 0]
    assert [frame.phase for frame in state.stack] == [MAYBE]


def test_a_phase_that_need_not_ask_is_passed_over_and_an_empty_stack_ends_the_game() -> None:
    state = State(0, [Frame(ASK)])
    PHASES.apply(TABLES, state, 1, SPACE["add"][4])
    assert state.stack == []
    assert PHASES.decisions(TABLES, state) == ()


def test_a_position_that_waits_for_a_choice_is_settled_already() -> None:
    state = State(0, [Frame(ASK)])
    PHASES.settle(TABLES, state)
    assert state == State(0, [Frame(ASK)])


def test_steps_without_end_are_a_bug_of_the_rules() -> None:
    with pytest.raises(RulesBug, match=f"after {MOST_STEPS} steps in phase {LOOP}"):
        PHASES.settle(TABLES, State(0, [Frame(LOOP)]))


def test_before_a_step_in_a_dirty_position_the_game_may_end() -> None:
    seen: list[int] = []

    def between(tables: Tables, state: State, emit: Emit | None) -> None:
        state.dirty = 0
        seen.append(state.stack[-1].left)
        if state.stack[-1].left == 1:
            state.stack.clear()

    state = State(0, [Frame(COUNT, 5)], dirty=1)
    PhaseTable(4, ROWS, between).settle(TABLES, state)
    assert seen == [5, 3, 1]
    assert state.stack == []


def test_every_phase_must_be_in_the_table() -> None:
    with pytest.raises(RulesBug, match=r"phases 0 to 4; missing: \[4\], unknown: \[\]"):
        PhaseTable(5, ROWS)
    with pytest.raises(RulesBug, match=r"missing: \[\], unknown: \[3\]"):
        PhaseTable(3, ROWS)


def test_a_phase_asks_and_carries_out_or_steps() -> None:
    with pytest.raises(RulesBug, match="both decide and act"):
        Phase[Tables, State, Frame](decide_ask)
    with pytest.raises(RulesBug, match="or step"):
        Phase[Tables, State, Frame]()


def test_a_silent_phase_has_no_choices_and_takes_no_answer() -> None:
    state = State(0, [Frame(COUNT)])
    with pytest.raises(RulesBug, match=f"phase {COUNT} asks nothing"):
        PHASES.decisions(TABLES, state)
    with pytest.raises(RulesBug, match="'go' is no answer"):
        PHASES.apply(TABLES, state, 0, SPACE.the("go"))
