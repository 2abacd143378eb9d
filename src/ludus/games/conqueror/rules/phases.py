"""The phases of a game: what is asked in each, what the answer does, and what needs no answer."""

from __future__ import annotations

from typing import Final

from ludus.core.machine import Phase, PhaseTable
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
    PHASE_COUNT,
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
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

PHASES: Final = PhaseTable[Tables, State, Frame](
    PHASE_COUNT,
    {
        ORDER: Phase(battle.decide_die, setup.act_order),
        FACTION: Phase(setup.decide_faction, setup.act_faction),
        MISSION: Phase(missions.decide_mission, rounds.act_mission),
        ROUND: Phase(step=rounds.step_round),
        CHRONICLE: Phase(rounds.decide_chronicle, rounds.act_chronicle),
        BID: Phase(threats.decide_bid, threats.act_bid),
        BID_ROLL: Phase(battle.decide_die, threats.act_bid_roll),
        LOSE: Phase(losses.decide_drop, losses.act_drop),
        TRIM: Phase(losses.decide_drop, losses.act_drop),
        TURN: Phase(turn.decide_turn, turn.act_turn, turn.step_turn),
        WHICH: Phase(turn.decide_which, turn.act_which),
        JOIN: Phase(attack.decide_join, attack.act_join),
        HERO: Phase(battle.decide_hero, battle.act_hero),
        DIE: Phase(battle.decide_die, battle.act_die),
        REROLL: Phase(battle.decide_reroll, battle.act_reroll),
        CASUALTY: Phase(casualties.decide_casualty, casualties.act_casualty),
        KILL: Phase(casualties.decide_kill, casualties.act_kill),
        RETREAT: Phase(retreat.decide_retreat, retreat.act_retreat),
        ADVANCE: Phase(advance.decide_advance, advance.act_advance),
        CLAIM: Phase(bribery.decide_claim, bribery.act_claim),
        CLAIM_ROLL: Phase(battle.decide_die, bribery.act_claim_roll),
        FIGHT: Phase(step=battle.step_fight),
    },
)
