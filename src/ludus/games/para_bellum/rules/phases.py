"""Which functions belong to which phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit
from ludus.games.para_bellum import state as s
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
    s.DEAL_COLOUR: (setting_up.decide_dealt_colour, setting_up.act_colour, None),
    s.DEAL_BATTLE: (setting_up.decide_battle, setting_up.act_battle, None),
    s.DEAL_ALLIANCE: (setting_up.decide_alliance, setting_up.act_alliance, None),
    s.DEAL_OBJECTIVE: (setting_up.decide_objective, setting_up.act_objective, None),
    s.FILL_LINE: (decks.decide_fill, decks.act_fill, decks.step_fill),
    s.FIRST_ROLL: (decide_one_die, setting_up.act_first_roll, None),
    s.DRAW_ARMY: (decks.decide_draw, decks.act_draw, decks.step_draw),
    s.LOOK_ARMY: (decks.decide_draw, decks.act_look, decks.step_look),
    s.TURN_EVENT: (turns.decide_event, turns.act_event, turns.step_event),
    s.NEW_GRAY: (decide_one_die, placing.act_new_gray, None),
    s.NEW_RED: (decide_one_die, placing.act_new_red, None),
    s.ROLL_AGAIN: (decide_one_die, dice.act_roll_again, None),
    s.ROLL_ADDED: (decide_one_die, dice.act_roll_added, None),
    s.ROLL_MORALE: (decide_one_die, dice.act_roll_morale, None),
    s.ROLL_EFFECT: (decide_one_die, choices.act_roll_effect, None),
    s.PICK_COLOUR: (setting_up.decide_colour, setting_up.act_colour, None),
    s.RETURN_OBJECTIVE: (setting_up.decide_return, setting_up.act_return, None),
    s.OPENING_PICK: (setting_up.decide_opening, setting_up.act_opening, None),
    s.PLACE_CARD: (placing.decide_card, placing.act_card, placing.step_card),
    s.PLACE_CELL: (placing.decide_cell, placing.act_cell, None),
    s.ACT: (acting.decide_act, acting.act_act, None),
    s.ORDER_OPTION: (orders.decide_option, orders.act_option, orders.step_option),
    s.ORDER_TARGET: (orders.decide_target, orders.act_target, orders.step_target),
    s.PAY: (orders.decide_pay, orders.act_pay, orders.step_pay),
    s.MOTIVATE: (acting.decide_motivate, acting.act_motivate, acting.step_motivate),
    s.MOTIVATE_DICE: (
        acting.decide_motivate_dice,
        acting.act_motivate_dice,
        acting.step_motivate_dice,
    ),
    s.REQUISITION: (acting.decide_requisition, acting.act_requisition, acting.step_requisition),
    s.UNIT_CELL: (orders.decide_cell, orders.act_cell, orders.step_cell),
    s.TAKE: (decks.decide_take, decks.act_take, decks.step_take),
    s.CHOOSE_TARGET: (effects.decide_target, effects.act_target, None),
    s.CHOOSE_DIE: (choices.decide_die, choices.act_die, choices.step_die),
    s.CHOOSE_CARD: (choices.decide_perm, choices.act_perm, choices.step_perm),
    s.CHOOSE_BRANCH: (choices.decide_branch, choices.act_branch, choices.step_branch),
    s.PICK_RESULT: (choices.decide_pick, choices.act_pick, choices.step_pick),
    s.BANNER_DIE: (placing.decide_banner_die, placing.act_banner_die, placing.step_banner_die),
    s.BANNER_TYPE: (placing.decide_banner_type, placing.act_banner_type, placing.step_banner_type),
    s.PLAY_FREE: (choices.decide_free, choices.act_free, choices.step_free),
    s.MOVE_COINS: (choices.decide_coins, choices.act_coins, choices.step_coins),
    s.GIVE_CARD: (choices.decide_give, choices.act_give, None),
    s.CONVERT: (choices.decide_convert, choices.act_convert, None),
    s.BONUS: (placing.decide_bonus, placing.act_bonus, None),
    s.LEGION_ORDER: (placing.decide_legion_order, placing.act_legion_order, None),
    s.RUNNER_OPTION: (acting.decide_runner, acting.act_runner, acting.step_runner),
    s.KEEP_CARD: (decks.decide_keep, decks.act_keep, decks.step_keep),
    s.DISCARD: (turns.decide_discard, turns.act_discard, None),
}
"""Phases with a choice: what can be chosen, what a choice does, and whether it must be asked."""

SILENT: Final[dict[int, Step]] = {
    s.SETUP: setting_up.step_setup,
    s.TURN: turns.step_turn,
    s.RUN: effects.step_run,
    s.PLACED: placing.step_placed,
    s.BIG: placing.step_big,
    s.FINISH_ORDER: orders.step_finish,
    s.RUNNER_HOME: acting.step_runner_home,
}
"""Phases that run by themselves."""


def _decide(phase: int) -> Decide:
    return ASKING[phase][0] if phase in ASKING else _decide_nothing


def _act(phase: int) -> Act:
    return ASKING[phase][1] if phase in ASKING else _act_nothing


def _step(phase: int) -> Step | None:
    return ASKING[phase][2] if phase in ASKING else SILENT[phase]


DECIDES: Final[list[Decide]] = [_decide(phase) for phase in range(s.PHASES)]
ACTS: Final[list[Act]] = [_act(phase) for phase in range(s.PHASES)]
STEPS: Final[list[Step | None]] = [_step(phase) for phase in range(s.PHASES)]
