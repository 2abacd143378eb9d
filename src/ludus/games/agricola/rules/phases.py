"""Which functions belong to which phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit
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
from ludus.games.agricola.rules.tables import Act, Decide, Step, Tables
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


ASKING: Final[dict[int, tuple[Decide, Act, Step | None]]] = {
    ids.DEAL: (setup.decide_deal, setup.act_deal, None),
    ids.DRAW: (chance.decide_draw, chance.act_draw, chance.step_draw),
    ids.PICK: (chance.decide_pick, chance.act_pick, chance.step_pick),
    ids.ROLL: (chance.decide_roll, chance.act_roll, step_roll),
    ids.ATTRITION: (supply.decide_attrition, supply.act_attrition, supply.step_attrition),
    ids.FIRE: (fire.decide_fire, fire.act_fire, fire.step_fire),
    ids.BID: (setup.decide_bid, setup.act_bid, None),
    ids.DEPLOY: (setup.decide_deploy, setup.act_deploy, None),
    ids.PLACE: (recruiting.decide_place, recruiting.act_place, recruiting.step_place),
    ids.TAKE: (events.decide_take, events.act_take, None),
    ids.GIVE: (events.decide_give, events.act_give, None),
    ids.EMPEROR: (events.decide_emperor, events.act_emperor, None),
    ids.FREE_RECRUIT: (events.decide_free_recruit, events.act_free_recruit, None),
    ids.WITHDRAW: (events.decide_withdraw, events.act_withdraw, events.step_withdraw),
    ids.UNREST: (events.decide_unrest, events.act_unrest, None),
    ids.GO_HOME: (events.decide_go_home, events.act_go_home, events.step_go_home),
    ids.ALLIES: (events.decide_allies, events.act_allies, None),
    ids.AP_MENU: (action_points.decide_ap_menu, action_points.act_ap_menu, None),
    ids.RECRUIT_MENU: (recruiting.decide_recruit_menu, recruiting.act_recruit_menu, None),
    ids.MARCH_MENU: (marching.decide_march_menu, marching.act_march_menu, None),
    ids.SUPPLY_MENU: (supply.decide_supply_menu, supply.act_supply_menu, None),
    ids.RALLY_MENU: (supply.decide_rally_menu, supply.act_rally_menu, None),
    ids.MARCH: (marching.decide_march, marching.act_march, None),
    ids.FORM: (sailing.decide_form, sailing.act_form, None),
    ids.SAIL: (sailing.decide_sail, sailing.act_sail, None),
    ids.LAND: (arrival.decide_land, arrival.act_land, None),
    ids.CONCENTRATE: (marching.decide_concentrate, marching.act_concentrate, None),
    ids.BUILD: (marching.decide_build, marching.act_build, None),
    ids.TRIBUTE_WINDOW: (arrival.decide_tribute, arrival.act_tribute, None),
    ids.BESIEGE: (arrival.decide_besiege, arrival.act_besiege, None),
    ids.BREAK_SIEGE: (battle.decide_break_siege, battle.act_break_siege, None),
    ids.WINTER: (winter.decide_winter, winter.act_winter, winter.step_winter),
    ids.CANCEL: (markers.decide_cancel, markers.act_cancel, None),
    ids.DRUIDS_WINDOW: (stratagems.decide_druids, stratagems.act_druids, None),
    ids.SIEGE_WINDOW: (battle.decide_siege_window, battle.act_window, None),
    ids.RESERVE: (battle.decide_reserve, battle.act_reserve, None),
    ids.DECLARE: (battle.decide_declare, battle.act_declare, None),
    ids.STAND: (battle.decide_stand, battle.act_stand, None),
    ids.FURY_WINDOW: (battle.decide_fury_window, battle.act_window, None),
    ids.MOVE_UP: (battle.decide_move_up, battle.act_move_up, None),
    ids.HITS: (fire.decide_hits, fire.act_hits, fire.step_hits),
    ids.EMBARK: (retreat.decide_embark, retreat.act_embark, None),
    ids.RETREAT_LAND: (retreat.decide_retreat_land, retreat.act_retreat_land, None),
    ids.RETREAT_SEA: (battle.decide_retreat_sea, battle.act_retreat_sea, None),
    ids.SPOT: (stratagems.decide_spot, stratagems.act_spot, None),
    ids.FLEE: (arrival.decide_flee, arrival.act_flee, None),
}
"""Phases with a choice: what can be chosen, what a choice does, and whether it must be asked."""

SILENT: Final[dict[int, Step]] = {
    ids.GAME: sequence.step_game,
    ids.PLAYER_TURN: sequence.step_player_turn,
    ids.ARRIVE: arrival.step_arrive,
    ids.BATTLE: battle.step_battle,
    ids.PLAYED: stratagems.step_played,
    ids.SETUP: setup.step_setup,
    ids.OMENS: events.step_omens,
}
"""Phases that run by themselves."""

CALM: Final[list[bool]] = [
    phase
    in (
        ids.AP_MENU,
        ids.RECRUIT_MENU,
        ids.MARCH_MENU,
        ids.SUPPLY_MENU,
        ids.RALLY_MENU,
        ids.PLAYER_TURN,
        ids.GAME,
    )
    for phase in range(ids.PHASE_COUNT)
]
"""Phases in which an action is complete, so that sudden death is looked for [5.1]."""

STANDING: Final = frozenset((ids.AP_MENU, ids.RECRUIT_MENU, ids.MARCH_MENU, ids.RALLY_MENU))
"""Menus beside which the other side has a standing offer."""


def _decide_nothing(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    raise RulesBug(f"phase {frame.phase} asks nothing")


def _act_nothing(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    raise RulesBug(f"phase {frame.phase} has no answer {action.text}")


def _decide(phase: int) -> Decide:
    return ASKING[phase][0] if phase in ASKING else _decide_nothing


def _act(phase: int) -> Act:
    return ASKING[phase][1] if phase in ASKING else _act_nothing


def _step(phase: int) -> Step | None:
    return ASKING[phase][2] if phase in ASKING else SILENT[phase]


DECIDES: Final[list[Decide]] = [_decide(phase) for phase in range(ids.PHASE_COUNT)]
ACTS: Final[list[Act]] = [_act(phase) for phase in range(ids.PHASE_COUNT)]
STEPS: Final[list[Step | None]] = [_step(phase) for phase in range(ids.PHASE_COUNT)]
