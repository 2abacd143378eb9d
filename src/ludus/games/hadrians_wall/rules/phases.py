"""The phases of a Year: what is asked in each, what an answer does, and what follows.

A phase in which players choose is over when nobody has an offer left; its step then opens the next.
"""

from __future__ import annotations

from typing import Final

from ludus.core.machine import Phase, PhaseTable
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ATTACK,
    BATTLE,
    DEAL,
    DEFENCE,
    GOOD,
    LAY,
    NEUTRAL,
    PHASE_COUNT,
    ROADS,
    YEAR_CARD,
)
from ludus.games.hadrians_wall.rules.actions import act, open_actions, turn_battle, turn_good
from ludus.games.hadrians_wall.rules.attack import defend, end_actions, finish_year, turn_attack
from ludus.games.hadrians_wall.rules.decisions import (
    by_sheets,
    for_deal,
    for_defence,
    for_fate,
    for_neutral,
    for_path,
)
from ludus.games.hadrians_wall.rules.tables import Tables
from ludus.games.hadrians_wall.rules.year import (
    deal,
    lay,
    pick_attribute,
    reveal,
    turn_neutral,
    turn_year_card,
)
from ludus.games.hadrians_wall.state import Frame, State

PHASES: Final[PhaseTable[Tables, State, Frame]] = PhaseTable(
    PHASE_COUNT,
    {
        YEAR_CARD: Phase(for_fate, turn_year_card),
        DEAL: Phase(for_deal, deal),
        LAY: Phase(for_path, lay, reveal),
        NEUTRAL: Phase(for_neutral, turn_neutral),
        ROADS: Phase(by_sheets, pick_attribute, open_actions),
        ACTIONS: Phase(by_sheets, act, end_actions),
        GOOD: Phase(for_fate, turn_good),
        BATTLE: Phase(for_fate, turn_battle),
        ATTACK: Phase(for_fate, turn_attack),
        DEFENCE: Phase(for_defence, defend, finish_year),
    },
)
