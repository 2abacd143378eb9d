"""Which functions belong to which phase, and what is done with each roll of dice.

See `core/machine.py` for how a phase runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.machine import Phase, PhaseTable
from ludus.core.protocol import Emit
from ludus.games.agricola import ids
from ludus.games.agricola.ids import CALEDONIAN, DRUIDS_WINDOW, FOR_ADVANTAGE
from ludus.games.agricola.rules import (
    action_points,
    arrival,
    battle,
    chance,
    events,
    fire,
    losses,
    marching,
    markers,
    recruiting,
    retreat,
    sailing,
    sequence,
    setup,
    stratagems,
    supply,
    winter,
)
from ludus.games.agricola.rules.chance import druids_may_ask
from ludus.games.agricola.rules.scoring import step_menu
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

Rolled: TypeAlias = Callable[[Tables, State, Frame, "Emit | None"], None]


ON_ROLL: Final[dict[int, Rolled]] = {
    ids.FOR_EVENT: events.rolled_event,
    ids.FOR_OMENS: events.rolled_omens,
    ids.FOR_EMPEROR: events.rolled_emperor,
    ids.FOR_REVOLT: events.rolled_revolt,
    ids.FOR_GERMANY: events.rolled_germany,
    ids.FOR_WEATHER: events.rolled_weather,
    ids.FOR_TRIBES: events.rolled_tribes,
    ids.FOR_RAIDS: events.rolled_raids,
    ids.FOR_POINTS: action_points.rolled_points,
    ids.FOR_MONOLITH: action_points.rolled_monolith,
    ids.FOR_SWORD: losses.rolled_sword,
    ids.FOR_SAILING: sailing.rolled_sailing,
    ids.FOR_THULE: sailing.rolled_thule,
    ids.FOR_AMBUSH: arrival.rolled_ambush,
    ids.FOR_IMPERIUM: stratagems.rolled_imperium,
    ids.FOR_IMPERIUM_POINTS: stratagems.rolled_imperium_points,
    ids.FOR_UNITE: stratagems.rolled_unite,
    ids.FOR_UNITE_UNITS: stratagems.rolled_unite_units,
    ids.FOR_ROMAN_TRIBUTE: arrival.rolled_roman_tribute,
    ids.FOR_TRIBUTE_UNITS: stratagems.rolled_tribute_units,
    ids.FOR_ADVANTAGE: battle.rolled_advantage,
    ids.FOR_WON: battle.rolled_won,
    ids.FOR_LOST: battle.rolled_lost,
}


def step_roll(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if len(frame.rolled or []) < frame.value:
        return True
    if not frame.flags:
        roller = CALEDONIAN if frame.step == FOR_ADVANTAGE else frame.side
        if druids_may_ask(state, roller):
            frame.flags = 1
            state.stack.append(Frame(DRUIDS_WINDOW, CALEDONIAN))
            return False
    state.stack.pop()
    ON_ROLL[frame.step](t, state, frame, emit)
    return False


PHASES: Final[PhaseTable[Tables, State, Frame]] = PhaseTable(
    ids.PHASE_COUNT,
    {
        # Phases with a choice.
        ids.DEAL: Phase(setup.decide_deal, setup.act_deal),
        ids.DRAW: Phase(chance.decide_draw, chance.act_draw, chance.step_draw),
        ids.PICK: Phase(chance.decide_pick, chance.act_pick, chance.step_pick),
        ids.ROLL: Phase(chance.decide_roll, chance.act_roll, step_roll),
        ids.ATTRITION: Phase(supply.decide_attrition, supply.act_attrition, supply.step_attrition),
        ids.FIRE: Phase(fire.decide_fire, fire.act_fire, fire.step_fire),
        ids.BID: Phase(setup.decide_bid, setup.act_bid),
        ids.DEPLOY: Phase(setup.decide_deploy, setup.act_deploy),
        ids.PLACE: Phase(recruiting.decide_place, recruiting.act_place, recruiting.step_place),
        ids.TAKE: Phase(events.decide_take, events.act_take),
        ids.GIVE: Phase(events.decide_give, events.act_give),
        ids.EMPEROR: Phase(events.decide_emperor, events.act_emperor),
        ids.FREE_RECRUIT: Phase(events.decide_free_recruit, events.act_free_recruit),
        ids.WITHDRAW: Phase(events.decide_withdraw, events.act_withdraw, events.step_withdraw),
        ids.UNREST: Phase(events.decide_unrest, events.act_unrest),
        ids.GO_HOME: Phase(events.decide_go_home, events.act_go_home, events.step_go_home),
        ids.ALLIES: Phase(events.decide_allies, events.act_allies),
        ids.AP_MENU: Phase(action_points.decide_ap_menu, action_points.act_ap_menu, step_menu),
        ids.RECRUIT_MENU: Phase(
            recruiting.decide_recruit_menu, recruiting.act_recruit_menu, step_menu
        ),
        ids.MARCH_MENU: Phase(marching.decide_march_menu, marching.act_march_menu, step_menu),
        ids.SUPPLY_MENU: Phase(supply.decide_supply_menu, supply.act_supply_menu, step_menu),
        ids.RALLY_MENU: Phase(supply.decide_rally_menu, supply.act_rally_menu, step_menu),
        ids.MARCH: Phase(marching.decide_march, marching.act_march),
        ids.FORM: Phase(sailing.decide_form, sailing.act_form),
        ids.SAIL: Phase(sailing.decide_sail, sailing.act_sail),
        ids.LAND: Phase(arrival.decide_land, arrival.act_land),
        ids.CONCENTRATE: Phase(marching.decide_concentrate, marching.act_concentrate),
        ids.BUILD: Phase(marching.decide_build, marching.act_build),
        ids.TRIBUTE_WINDOW: Phase(arrival.decide_tribute, arrival.act_tribute),
        ids.BESIEGE: Phase(arrival.decide_besiege, arrival.act_besiege),
        ids.BREAK_SIEGE: Phase(battle.decide_break_siege, battle.act_break_siege),
        ids.WINTER: Phase(winter.decide_winter, winter.act_winter, winter.step_winter),
        ids.CANCEL: Phase(markers.decide_cancel, markers.act_cancel),
        ids.DRUIDS_WINDOW: Phase(stratagems.decide_druids, stratagems.act_druids),
        ids.SIEGE_WINDOW: Phase(battle.decide_siege_window, battle.act_window),
        ids.RESERVE: Phase(battle.decide_reserve, battle.act_reserve),
        ids.DECLARE: Phase(battle.decide_declare, battle.act_declare),
        ids.STAND: Phase(battle.decide_stand, battle.act_stand),
        ids.FURY_WINDOW: Phase(battle.decide_fury_window, battle.act_window),
        ids.MOVE_UP: Phase(battle.decide_move_up, battle.act_move_up),
        ids.HITS: Phase(fire.decide_hits, fire.act_hits, fire.step_hits),
        ids.EMBARK: Phase(retreat.decide_embark, retreat.act_embark),
        ids.RETREAT_LAND: Phase(retreat.decide_retreat_land, retreat.act_retreat_land),
        ids.RETREAT_SEA: Phase(battle.decide_retreat_sea, battle.act_retreat_sea),
        ids.SPOT: Phase(stratagems.decide_spot, stratagems.act_spot),
        ids.FLEE: Phase(arrival.decide_flee, arrival.act_flee),
        # Phases without one.
        ids.GAME: Phase(step=sequence.step_game),
        ids.PLAYER_TURN: Phase(step=sequence.step_player_turn),
        ids.ARRIVE: Phase(step=arrival.step_arrive),
        ids.BATTLE: Phase(step=battle.step_battle),
        ids.PLAYED: Phase(step=stratagems.step_played),
        ids.SETUP: Phase(step=setup.step_setup),
        ids.OMENS: Phase(step=events.step_omens),
    },
)
