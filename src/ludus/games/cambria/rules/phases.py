"""Which functions belong to which phase."""

from __future__ import annotations

from typing import Final

from ludus.core.machine import Phase, PhaseTable
from ludus.games.cambria.ids import (
    ACT,
    BOARD,
    DICE,
    DONE,
    DUMMY,
    DUMMY_DIE,
    DUMMY_PLACE,
    LAND,
    LIFT,
    OPENING,
    OPENING_DIE,
    OPENING_PLACE,
    PHASE_COUNT,
    START,
    START_DICE,
    TURN,
)
from ludus.games.cambria.rules import boats, dummy, opening, turn, warriors
from ludus.games.cambria.rules.tables import Tables, decide_fixed
from ludus.games.cambria.state import Frame, State

PHASES: Final[PhaseTable[Tables, State, Frame]] = PhaseTable(
    PHASE_COUNT,
    {
        START: Phase(decide_fixed, opening.act_start),
        START_DICE: Phase(decide_fixed, opening.act_start_dice),
        OPENING: Phase(decide_fixed, opening.act_opening),
        OPENING_DIE: Phase(decide_fixed, opening.act_die),
        OPENING_PLACE: Phase(opening.decide_place, opening.act_place),
        DUMMY: Phase(decide_fixed, dummy.act_dummy),
        DUMMY_DIE: Phase(decide_fixed, dummy.act_die),
        DUMMY_PLACE: Phase(dummy.decide_place, dummy.act_place),
        TURN: Phase(decide_fixed, turn.act_turn),
        DICE: Phase(decide_fixed, turn.act_dice),
        ACT: Phase(turn.decide_act, turn.act_act),
        LAND: Phase(boats.decide_land, boats.act_land),
        BOARD: Phase(boats.decide_board, boats.act_board),
        LIFT: Phase(warriors.decide_lift, warriors.act_lift),
        DONE: Phase(step=turn.step_done),
    },
)
