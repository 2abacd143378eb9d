"""Which functions belong to which phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit
from ludus.games.para_bellum import ids
from ludus.games.para_bellum.rules import (
    acting,
    choices,
    decks,
    dice,
    effects,
    orders,
    placing,
    setting_up,
    turns,
)
from ludus.games.para_bellum.rules.base import Act, Decide, Machine, Step
from ludus.games.para_bellum.state import Frame, State


def decide_one_die(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    return m.one_die


def _decide_nothing(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    raise RulesBug(f"phase {frame.phase} asks nothing")


def _act_nothing(m: Machine, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
    raise RulesBug(f"phase {frame.phase} has no answer {action.text}")


ASKING: Final[dict[int, tuple[Decide, Act, Step | None]]] = {
    ids.DEAL_COLOUR: (setting_up.decide_dealt_colour, setting_up.act_colour, None),
    ids.DEAL_BATTLE: (setting_up.decide_battle, setting_up.act_battle, None),
    ids.DEAL_ALLIANCE: (setting_up.decide_alliance, setting_up.act_alliance, None),
    ids.DEAL_OBJECTIVE: (setting_up.decide_objective, setting_up.act_objective, None),
    ids.FILL_LINE: (decks.decide_fill, decks.act_fill, decks.step_fill),
    ids.FIRST_ROLL: (decide_one_die, setting_up.act_first_roll, None),
    ids.DRAW_ARMY: (decks.decide_draw, decks.act_draw, decks.step_draw),
    ids.LOOK_ARMY: (decks.decide_draw, decks.act_look, decks.step_look),
    ids.TURN_EVENT: (turns.decide_event, turns.act_event, turns.step_event),
    ids.NEW_GRAY: (decide_one_die, placing.act_new_gray, None),
    ids.NEW_RED: (decide_one_die, placing.act_new_red, None),
    ids.ROLL_AGAIN: (decide_one_die, dice.act_roll_again, None),
    ids.ROLL_ADDED: (decide_one_die, dice.act_roll_added, None),
    ids.ROLL_MORALE: (decide_one_die, dice.act_roll_morale, None),
    ids.ROLL_EFFECT: (decide_one_die, choices.act_roll_effect, None),
    ids.PICK_COLOUR: (setting_up.decide_colour, setting_up.act_colour, None),
    ids.RETURN_OBJECTIVE: (setting_up.decide_return, setting_up.act_return, None),
    ids.OPENING_PICK: (setting_up.decide_opening, setting_up.act_opening, None),
    ids.PLACE_CARD: (placing.decide_card, placing.act_card, placing.step_card),
    ids.PLACE_CELL: (placing.decide_cell, placing.act_cell, None),
    ids.ACT: (acting.decide_act, acting.act_act, None),
    ids.ORDER_OPTION: (orders.decide_option, orders.act_option, orders.step_option),
    ids.ORDER_TARGET: (orders.decide_target, orders.act_target, orders.step_target),
    ids.PAY: (orders.decide_pay, orders.act_pay, orders.step_pay),
    ids.MOTIVATE: (acting.decide_motivate, acting.act_motivate, acting.step_motivate),
    ids.MOTIVATE_DICE: (
        acting.decide_motivate_dice,
        acting.act_motivate_dice,
        acting.step_motivate_dice,
    ),
    ids.REQUISITION: (acting.decide_requisition, acting.act_requisition, acting.step_requisition),
    ids.UNIT_CELL: (orders.decide_cell, orders.act_cell, orders.step_cell),
    ids.TAKE: (decks.decide_take, decks.act_take, decks.step_take),
    ids.CHOOSE_TARGET: (effects.decide_target, effects.act_target, None),
    ids.CHOOSE_DIE: (choices.decide_die, choices.act_die, choices.step_die),
    ids.CHOOSE_CARD: (choices.decide_perm, choices.act_perm, choices.step_perm),
    ids.CHOOSE_BRANCH: (choices.decide_branch, choices.act_branch, choices.step_branch),
    ids.PICK_RESULT: (choices.decide_pick, choices.act_pick, choices.step_pick),
    ids.BANNER_DIE: (placing.decide_banner_die, placing.act_banner_die, placing.step_banner_die),
    ids.BANNER_TYPE: (
        placing.decide_banner_type,
        placing.act_banner_type,
        placing.step_banner_type,
    ),
    ids.PLAY_FREE: (choices.decide_free, choices.act_free, choices.step_free),
    ids.MOVE_COINS: (choices.decide_coins, choices.act_coins, choices.step_coins),
    ids.GIVE_CARD: (choices.decide_give, choices.act_give, None),
    ids.CONVERT: (choices.decide_convert, choices.act_convert, None),
    ids.BONUS: (placing.decide_bonus, placing.act_bonus, None),
    ids.LEGION_ORDER: (placing.decide_legion_order, placing.act_legion_order, None),
    ids.RUNNER_OPTION: (acting.decide_runner, acting.act_runner, acting.step_runner),
    ids.KEEP_CARD: (decks.decide_keep, decks.act_keep, decks.step_keep),
    ids.DISCARD: (turns.decide_discard, turns.act_discard, None),
}
"""Phases with a choice: what can be chosen, what a choice does, and whether it must be asked."""

SILENT: Final[dict[int, Step]] = {
    ids.SETUP: setting_up.step_setup,
    ids.TURN: turns.step_turn,
    ids.RUN: effects.step_run,
    ids.PLACED: placing.step_placed,
    ids.BIG: placing.step_big,
    ids.FINISH_ORDER: orders.step_finish,
    ids.RUNNER_HOME: acting.step_runner_home,
}
"""Phases that run by themselves."""


def _decide(phase: int) -> Decide:
    return ASKING[phase][0] if phase in ASKING else _decide_nothing


def _act(phase: int) -> Act:
    return ASKING[phase][1] if phase in ASKING else _act_nothing


def _step(phase: int) -> Step | None:
    return ASKING[phase][2] if phase in ASKING else SILENT[phase]


DECIDES: Final[list[Decide]] = [_decide(phase) for phase in range(ids.PHASE_COUNT)]
ACTS: Final[list[Act]] = [_act(phase) for phase in range(ids.PHASE_COUNT)]
STEPS: Final[list[Step | None]] = [_step(phase) for phase in range(ids.PHASE_COUNT)]
