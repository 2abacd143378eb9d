"""The rules as one machine: set-up, whose choice it is, and the way from phase to phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import CHANCE, Decision, Emit, Outcome, Seat
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ACTIVE,
    ASK,
    BATTLE,
    DEAL,
    DEFENCE,
    GOOD,
    LAY,
    NEUTRAL,
    ROADS,
    VERBS,
    YEAR_CARD,
)
from ludus.games.hadrians_wall.rules.actions import act, turn_battle, turn_good
from ludus.games.hadrians_wall.rules.attack import (
    defend,
    end_actions,
    ignore,
    turn_attack,
)
from ludus.games.hadrians_wall.rules.checks import broken
from ludus.games.hadrians_wall.rules.scoring import outcome_of
from ludus.games.hadrians_wall.rules.setup import new_state
from ludus.games.hadrians_wall.rules.year import (
    deal,
    lay,
    pick_attribute,
    turn_neutral,
    turn_year_card,
)
from ludus.games.hadrians_wall.state import State

PROMPTS: Final = ("act", "cohort", "road", "road_year", "source", "place", "path", "defence")
"""What a seat is asked: while it acts by the question on its sheet (ASK), else by the phase."""
PROMPT_COUNT: Final = len(PROMPTS)
PROMPT_PATH: Final = 6
PROMPT_DEFENCE: Final = 7
REMEMBER: Final = 4
"""How many decisions per seat and prompt are kept: an offer seldom outlives a few moves."""


class HadriansWallRules:
    """The rules on one set of content. Holds tables only; a game in progress is a State."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.actions: Final = ActionSpace(VERBS)
        self._every: Final = _by_bytes(self.actions.all)
        self._fate: Final = _by_bytes(self.actions["fate"])
        self._card: Final = _by_bytes(self.actions["card"])
        self._neutral: Final = _by_bytes(self.actions["neutral"])
        # A decision is fixed by seat, prompt and offer, and most offers stay as they are while
        # others act, so each is built once and handed out again.
        self._known: Final[list[dict[int, Decision]]] = [{} for _ in range(6 * PROMPT_COUNT)]

    # The protocol --------------------------------------------------------------------------------

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        return new_state(self.board, seats, options)

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.stack:
            return ()
        phase = state.stack[-1].phase
        if phase == ACTIONS:
            return self._asked_by_sheet(state)
        if phase == LAY:
            return self._asked(state, PROMPT_PATH)
        if phase == ROADS:
            return self._asked_by_sheet(state)
        if phase == DEFENCE:
            return self._asked(state, PROMPT_DEFENCE)
        return self._chance(state)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        frame = state.stack[-1]
        phase = frame.phase
        board = self.board
        if phase == ACTIONS:
            act(board, state, seat, action, emit)
            # Only a stop can end the phase, and only when nobody is left who acts.
            if not state.offers[seat] and not any(state.offers) and _all_stopped(state):
                end_actions(board, state, emit)
        elif phase == DEAL:
            deal(state, frame, action.arg, emit)
        elif phase == LAY:
            lay(board, state, seat, action.arg, emit)
        elif phase == ROADS:
            pick_attribute(board, state, seat, action.arg, emit)
        elif phase == DEFENCE:
            if action.verb == "ignore":
                ignore(board, state, seat, action.arg, emit)
            else:
                defend(board, state, seat, emit)
        else:
            self._turn(state, phase, action.arg, emit)

    def _turn(self, state: State, phase: int, card: int, emit: Emit | None) -> None:
        """A card has been turned."""
        frame = state.stack[-1]
        board = self.board
        if phase == YEAR_CARD:
            turn_year_card(board, state, card, emit)
        elif phase == NEUTRAL:
            turn_neutral(board, state, frame, card, emit)
        elif phase == GOOD:
            turn_good(board, state, frame, card, emit)
        elif phase == BATTLE:
            turn_battle(board, state, frame, card, emit)
        else:
            turn_attack(board, state, frame, card, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(self.board, state)

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        """Everything that players choose here, they choose side by side [flow.3]."""
        return True

    def check(self, state: State) -> Iterable[str]:
        return broken(self.board, state)

    # Decisions -----------------------------------------------------------------------------------

    def _asked_by_sheet(self, state: State) -> list[Decision]:
        """One decision per seat that can act, by the question on its sheet."""
        known = self._known
        sheets = state.sheets
        asked: list[Decision] = []
        place = 0
        for seat, mask in enumerate(state.offers):
            if mask:
                prompt = sheets[seat][ASK]
                decision = known[place + prompt].get(mask)
                if decision is None:
                    decision = self._new_decision(seat, prompt, mask)
                asked.append(decision)
            place += PROMPT_COUNT
        return asked

    def _asked(self, state: State, prompt: int) -> list[Decision]:
        """One decision per seat that still owes this answer."""
        asked: list[Decision] = []
        for seat, mask in enumerate(state.offers):
            if mask:
                decision = self._known[seat * PROMPT_COUNT + prompt].get(mask)
                asked.append(decision or self._new_decision(seat, prompt, mask))
        return asked

    def _new_decision(self, seat: int, prompt: int, mask: int) -> Decision:
        known = self._known[seat * PROMPT_COUNT + prompt]
        if len(known) >= REMEMBER:
            known.clear()
        decision = Decision(seat, PROMPTS[prompt], tuple(_listed(self._every, mask)))
        known[mask] = decision
        return decision

    def _chance(self, state: State) -> Sequence[Decision]:
        frame = state.stack[-1]
        if frame.phase == DEAL:
            return (Decision(CHANCE, "deal", _listed(self._card, state.decks[frame.seat])),)
        if frame.phase == NEUTRAL:
            return (Decision(CHANCE, "neutral", _listed(self._neutral, state.neutral_deck)),)
        return (Decision(CHANCE, "fate", _listed(self._fate, state.fate_pile)),)


def _by_bytes(actions: Sequence[Action]) -> list[list[tuple[Action, ...]]]:
    """Actions by the bytes of a mask: per byte and its value, those that it stands for."""
    return [
        [
            tuple(
                actions[start + bit]
                for bit in range(8)
                if value >> bit & 1 and start + bit < len(actions)
            )
            for value in range(256)
        ]
        for start in range(0, len(actions), 8)
    ]


def _listed(table: list[list[tuple[Action, ...]]], mask: int) -> list[Action]:
    """The actions of a mask, in order."""
    found: list[Action] = []
    for index, value in enumerate(mask.to_bytes(len(table), "little")):
        if value:
            found += table[index][value]
    return found


def _all_stopped(state: State) -> bool:
    if state.stack[-1].phase != ACTIONS:
        return False
    return all(not sheet[ACTIVE] for sheet in state.sheets)
