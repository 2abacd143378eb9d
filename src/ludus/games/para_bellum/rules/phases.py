"""Which functions belong to which phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit
from ludus.games.para_bellum import ids
from ludus.games.para_bellum.rules import (
    action_phase,
    commands,
    decks,
    dice,
    effect_choices,
    effects,
    placing,
    setup,
    turns,
)
from ludus.games.para_bellum.rules.tables import Act, Decide, Step, Tables
from ludus.games.para_bellum.state import Frame, State


def decide_one_die(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return t.one_die


def _decide_nothing(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    raise RulesBug(f"phase {frame.phase} asks nothing")


def _act_nothing(t: Tables, state: State, frame: Frame, action: Action, emit: Emit | None) -> None:
    raise RulesBug(f"phase {frame.phase} has no answer {action.text}")


ASKING: Final[dict[int, tuple[Decide, Act, Step | None]]] = {
    ids.DEAL_COLOUR: (setup.decide_dealt_colour, setup.act_colour, None),
    ids.DEAL_BATTLE: (setup.decide_battle, setup.act_battle, None),
    ids.DEAL_ALLIANCE: (setup.decide_alliance, setup.act_alliance, None),
    ids.DEAL_OBJECTIVE: (setup.decide_objective, setup.act_objective, None),
    ids.FILL_LINE: (decks.decide_fill, decks.act_fill, decks.step_fill),
    ids.FIRST_ROLL: (decide_one_die, setup.act_first_roll, None),
    ids.DRAW_ARMY: (decks.decide_draw, decks.act_draw, decks.step_draw),
    ids.LOOK_ARMY: (decks.decide_draw, decks.act_look, decks.step_look),
    ids.TURN_EVENT: (turns.decide_event, turns.act_event, turns.step_event),
    ids.NEW_GRAY: (decide_one_die, placing.act_new_gray, None),
    ids.NEW_RED: (decide_one_die, placing.act_new_red, None),
    ids.ROLL_AGAIN: (decide_one_die, dice.act_roll_again, None),
    ids.ROLL_ADDED: (decide_one_die, dice.act_roll_added, None),
    ids.ROLL_MORALE: (decide_one_die, dice.act_roll_morale, None),
    ids.ROLL_EFFECT: (decide_one_die, effect_choices.act_roll_effect, None),
    ids.PICK_COLOUR: (setup.decide_colour, setup.act_colour, None),
    ids.RETURN_OBJECTIVE: (setup.decide_return, setup.act_return, None),
    ids.OPENING_PICK: (setup.decide_opening, setup.act_opening, None),
    ids.PLACE_CARD: (placing.decide_card, placing.act_card, placing.step_card),
    ids.PLACE_CELL: (placing.decide_cell, placing.act_cell, None),
    ids.ACT: (action_phase.decide_act, action_phase.act_act, None),
    ids.ORDER_OPTION: (commands.decide_option, commands.act_option, commands.step_option),
    ids.ORDER_TARGET: (commands.decide_target, commands.act_target, commands.step_target),
    ids.PAY: (commands.decide_pay, commands.act_pay, commands.step_pay),
    ids.MOTIVATE: (
        action_phase.decide_motivate,
        action_phase.act_motivate,
        action_phase.step_motivate,
    ),
    ids.MOTIVATE_DICE: (
        action_phase.decide_motivate_dice,
        action_phase.act_motivate_dice,
        action_phase.step_motivate_dice,
    ),
    ids.REQUISITION: (
        action_phase.decide_requisition,
        action_phase.act_requisition,
        action_phase.step_requisition,
    ),
    ids.UNIT_CELL: (commands.decide_cell, commands.act_cell, commands.step_cell),
    ids.TAKE: (decks.decide_take, decks.act_take, decks.step_take),
    ids.CHOOSE_TARGET: (effects.decide_target, effects.act_target, None),
    ids.CHOOSE_DIE: (effect_choices.decide_die, effect_choices.act_die, effect_choices.step_die),
    ids.CHOOSE_CARD: (
        effect_choices.decide_perm,
        effect_choices.act_perm,
        effect_choices.step_perm,
    ),
    ids.CHOOSE_BRANCH: (
        effect_choices.decide_branch,
        effect_choices.act_branch,
        effect_choices.step_branch,
    ),
    ids.PICK_RESULT: (
        effect_choices.decide_pick,
        effect_choices.act_pick,
        effect_choices.step_pick,
    ),
    ids.BANNER_DIE: (placing.decide_banner_die, placing.act_banner_die, placing.step_banner_die),
    ids.BANNER_TYPE: (
        placing.decide_banner_type,
        placing.act_banner_type,
        placing.step_banner_type,
    ),
    ids.PLAY_FREE: (effect_choices.decide_free, effect_choices.act_free, effect_choices.step_free),
    ids.MOVE_COINS: (
        effect_choices.decide_coins,
        effect_choices.act_coins,
        effect_choices.step_coins,
    ),
    ids.GIVE_CARD: (effect_choices.decide_give, effect_choices.act_give, None),
    ids.CONVERT: (effect_choices.decide_convert, effect_choices.act_convert, None),
    ids.BONUS: (placing.decide_bonus, placing.act_bonus, None),
    ids.LEGION_ORDER: (placing.decide_legion_order, placing.act_legion_order, None),
    ids.RUNNER_OPTION: (
        action_phase.decide_runner,
        action_phase.act_runner,
        action_phase.step_runner,
    ),
    ids.KEEP_CARD: (decks.decide_keep, decks.act_keep, decks.step_keep),
    ids.DISCARD: (turns.decide_discard, turns.act_discard, None),
}
"""Phases with a choice: what can be chosen, what a choice does, and whether it must be asked."""

SILENT: Final[dict[int, Step]] = {
    ids.SETUP: setup.step_setup,
    ids.TURN: turns.step_turn,
    ids.RUN: effects.step_run,
    ids.PLACED: placing.step_placed,
    ids.BIG: placing.step_big,
    ids.FINISH_ORDER: commands.step_finish,
    ids.RUNNER_HOME: action_phase.step_runner_home,
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
