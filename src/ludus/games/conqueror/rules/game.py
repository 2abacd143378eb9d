"""The machine: which function asks and which one answers in each phase, and what runs by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.conqueror.content import Contents
from ludus.games.conqueror.ids import (
    ADVANCE,
    BID,
    BID_ROLL,
    CASUALTY,
    CHRONICLE,
    CLAIM,
    CLAIM_ROLL,
    DIE,
    FACTION,
    FIGHT,
    HERO,
    JOIN,
    KILL,
    LOSE,
    MISSION,
    ORDER,
    REROLL,
    RETREAT,
    ROUND,
    TRIM,
    TURN,
    WHICH,
)
from ludus.games.conqueror.rules import (
    advance,
    attack,
    battle,
    bribery,
    casualties,
    losses,
    missions,
    retreat,
    rounds,
    setup,
    threats,
    turn,
)
from ludus.games.conqueror.rules.checks import broken
from ludus.games.conqueror.rules.scoring import outcome_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

Decide: TypeAlias = Callable[[Tables, State, Frame], Sequence[Decision]]
Act: TypeAlias = Callable[[Tables, State, Frame, int, Action, "Emit | None"], None]

ASK: Final[dict[int, tuple[Decide, Act]]] = {
    ORDER: (battle.decide_die, setup.act_order),
    FACTION: (setup.decide_faction, setup.act_faction),
    MISSION: (missions.decide_mission, rounds.act_mission),
    CHRONICLE: (rounds.decide_chronicle, rounds.act_chronicle),
    BID: (threats.decide_bid, threats.act_bid),
    BID_ROLL: (battle.decide_die, threats.act_bid_roll),
    LOSE: (losses.decide_drop, losses.act_drop),
    TRIM: (losses.decide_drop, losses.act_drop),
    TURN: (turn.decide_turn, turn.act_turn),
    WHICH: (turn.decide_which, turn.act_which),
    JOIN: (attack.decide_join, attack.act_join),
    HERO: (battle.decide_hero, battle.act_hero),
    DIE: (battle.decide_die, battle.act_die),
    REROLL: (battle.decide_reroll, battle.act_reroll),
    CASUALTY: (casualties.decide_casualty, casualties.act_casualty),
    KILL: (casualties.decide_kill, casualties.act_kill),
    RETREAT: (retreat.decide_retreat, retreat.act_retreat),
    ADVANCE: (advance.decide_advance, advance.act_advance),
    CLAIM: (bribery.decide_claim, bribery.act_claim),
    CLAIM_ROLL: (battle.decide_die, bribery.act_claim_roll),
}
"""Every phase that asks something. ROUND and FIGHT run by themselves."""


class ConquerorRules:
    """The rules on both maps. Holds tables only; a game in progress is a State."""

    def __init__(self, contents: Contents) -> None:
        self.tables: Final = Tables(contents)
        self.actions: Final[ActionSpace] = self.tables.actions
        self._deciders: Final[list[Decide]] = [
            ASK[phase][0] if phase in ASK else _asks_nothing for phase in range(FIGHT + 1)
        ]
        self._actors: Final[list[Act]] = [
            ASK[phase][1] if phase in ASK else _no_answer for phase in range(FIGHT + 1)
        ]

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        return setup.new_state(self.tables, seats, options)

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.stack:
            return ()
        frame = state.stack[-1]
        return self._deciders[frame.phase](self.tables, state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        t = self.tables
        frame = state.stack[-1]
        self._actors[frame.phase](t, state, frame, seat, action, emit)
        while state.stack:
            frame = state.stack[-1]
            phase = frame.phase
            if phase == FIGHT:
                battle.step(t, state, frame, emit)
            elif phase == TURN:
                if not state.unsettled:
                    return
                if not losses.settle(t, state, emit) and not state.alive >> frame.seat & 1:
                    rounds.next_turn(t, state, emit)
            elif phase == ROUND:
                if not state.unsettled or not losses.settle(t, state, emit):
                    rounds.step_round(t, state, frame, emit)
            else:
                return

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(state, self.tables.boards[state.map])

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        """Sealed bids are made side by side."""
        return bool(state.stack) and state.stack[-1].phase == BID

    def check(self, state: State) -> Iterable[str]:
        return broken(self.tables, state)


def _asks_nothing(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    raise AssertionError(f"phase {frame.phase} runs by itself and asks nothing")


def _no_answer(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    raise AssertionError(f"phase {frame.phase} runs by itself and takes no answer")
