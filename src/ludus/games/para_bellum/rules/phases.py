"""The phase table: which functions list the choices of a phase, carry one out, and go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.machine import Phase, PhaseTable
from ludus.core.protocol import Decision
from ludus.games.para_bellum import ids
from ludus.games.para_bellum.rules import (
    action_phase,
    commands,
    decks,
    dice,
    effect_choices,
    effects,
    paying,
    placing,
    setup,
    turns,
)
from ludus.games.para_bellum.rules.objectives import check_touched
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import Frame, State


def decide_one_die(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return t.one_die


PHASES: Final[PhaseTable[Tables, State, Frame]] = PhaseTable(
    ids.PHASE_COUNT,
    {
        ids.DEAL_COLOUR: Phase(setup.decide_dealt_colour, setup.act_colour),
        ids.DEAL_BATTLE: Phase(setup.decide_battle, setup.act_battle),
        ids.DEAL_ALLIANCE: Phase(setup.decide_alliance, setup.act_alliance),
        ids.DEAL_OBJECTIVE: Phase(setup.decide_objective, setup.act_objective),
        ids.FILL_LINE: Phase(decks.decide_fill, decks.act_fill, decks.step_fill),
        ids.FIRST_ROLL: Phase(decide_one_die, setup.act_first_roll),
        ids.DRAW_ARMY: Phase(decks.decide_draw, decks.act_draw, decks.step_draw),
        ids.LOOK_ARMY: Phase(decks.decide_draw, decks.act_look, decks.step_look),
        ids.TURN_EVENT: Phase(turns.decide_event, turns.act_event, turns.step_event),
        ids.NEW_GRAY: Phase(decide_one_die, placing.act_new_gray),
        ids.NEW_RED: Phase(decide_one_die, placing.act_new_red),
        ids.ROLL_AGAIN: Phase(decide_one_die, dice.act_roll_again),
        ids.ROLL_ADDED: Phase(decide_one_die, dice.act_roll_added),
        ids.ROLL_MORALE: Phase(decide_one_die, dice.act_roll_morale),
        ids.ROLL_EFFECT: Phase(decide_one_die, effect_choices.act_roll_effect),
        ids.PICK_COLOUR: Phase(setup.decide_colour, setup.act_colour),
        ids.RETURN_OBJECTIVE: Phase(setup.decide_return, setup.act_return),
        ids.OPENING_PICK: Phase(setup.decide_opening, setup.act_opening),
        ids.PLACE_CARD: Phase(placing.decide_card, placing.act_card, placing.step_card),
        ids.PLACE_CELL: Phase(placing.decide_cell, placing.act_cell),
        ids.ACT: Phase(action_phase.decide_act, action_phase.act_act),
        ids.ORDER_OPTION: Phase(commands.decide_option, commands.act_option, commands.step_option),
        ids.ORDER_TARGET: Phase(commands.decide_target, commands.act_target, commands.step_target),
        ids.PAY: Phase(paying.decide_pay, paying.act_pay, paying.step_pay),
        ids.PAY_WAY: Phase(paying.decide_way, paying.act_way, paying.step_way),
        ids.MOTIVATE: Phase(
            action_phase.decide_motivate, action_phase.act_motivate, action_phase.step_motivate
        ),
        ids.MOTIVATE_DICE: Phase(
            action_phase.decide_motivate_dice,
            action_phase.act_motivate_dice,
            action_phase.step_motivate_dice,
        ),
        ids.REQUISITION: Phase(
            action_phase.decide_requisition,
            action_phase.act_requisition,
            action_phase.step_requisition,
        ),
        ids.UNIT_CELL: Phase(commands.decide_cell, commands.act_cell, commands.step_cell),
        ids.TAKE: Phase(decks.decide_take, decks.act_take, decks.step_take),
        ids.CHOOSE_TARGET: Phase(effects.decide_target, effects.act_target),
        ids.CHOOSE_DIE: Phase(
            effect_choices.decide_die, effect_choices.act_die, effect_choices.step_die
        ),
        ids.CHOOSE_CARD: Phase(
            effect_choices.decide_perm, effect_choices.act_perm, effect_choices.step_perm
        ),
        ids.CHOOSE_BRANCH: Phase(
            effect_choices.decide_branch, effect_choices.act_branch, effect_choices.step_branch
        ),
        ids.PICK_RESULT: Phase(
            effect_choices.decide_pick, effect_choices.act_pick, effect_choices.step_pick
        ),
        ids.BANNER_DIE: Phase(
            placing.decide_banner_die, placing.act_banner_die, placing.step_banner_die
        ),
        ids.BANNER_TYPE: Phase(
            placing.decide_banner_type, placing.act_banner_type, placing.step_banner_type
        ),
        ids.PLAY_FREE: Phase(
            effect_choices.decide_free, effect_choices.act_free, effect_choices.step_free
        ),
        ids.MOVE_COINS: Phase(
            effect_choices.decide_coins, effect_choices.act_coins, effect_choices.step_coins
        ),
        ids.GIVE_CARD: Phase(effect_choices.decide_give, effect_choices.act_give),
        ids.CONVERT: Phase(effect_choices.decide_convert, effect_choices.act_convert),
        ids.BONUS: Phase(placing.decide_bonus, placing.act_bonus),
        ids.LEGION_ORDER: Phase(placing.decide_legion_order, placing.act_legion_order),
        ids.RUNNER_OPTION: Phase(
            action_phase.decide_runner, action_phase.act_runner, action_phase.step_runner
        ),
        ids.KEEP_CARD: Phase(decks.decide_keep, decks.act_keep, decks.step_keep),
        ids.DISCARD: Phase(turns.decide_discard, turns.act_discard),
        # These run without a choice.
        ids.SETUP: Phase(step=setup.step_setup),
        ids.TURN: Phase(step=turns.step_turn),
        ids.RUN: Phase(step=effects.step_run),
        ids.PLACED: Phase(step=placing.step_placed),
        ids.BIG: Phase(step=placing.step_big),
        ids.FINISH_ORDER: Phase(step=commands.step_finish),
        ids.RUNNER_HOME: Phase(step=action_phase.step_runner_home),
    },
    between=check_touched,
)
