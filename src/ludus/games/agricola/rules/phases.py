"""Which functions belong to which phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit
from ludus.games.agricola import ids
from ludus.games.agricola.rules import (
    arrival,
    battle,
    events,
    fire,
    marches,
    placing,
    playing,
    recruiting,
    retreat,
    rolling,
    sailing,
    sequence,
    setting_up,
    stratagems,
    supply,
    winter,
    withdrawal,
)
from ludus.games.agricola.rules.tables import (
    Act,
    Decide,
    Step,
    Tables,
)
from ludus.games.agricola.state import Frame, State

ASKING: Final[dict[int, tuple[Decide, Act, Step | None]]] = {
    ids.DEAL: (setting_up.decide_deal, setting_up.act_deal, None),
    ids.DRAW: (placing.decide_draw, placing.act_draw, placing.step_draw),
    ids.PICK: (recruiting.decide_pick, recruiting.act_pick, recruiting.step_pick),
    ids.ROLL: (rolling.decide_roll, rolling.act_roll, rolling.step_roll),
    ids.ATTRITION: (supply.decide_attrition, supply.act_attrition, supply.step_attrition),
    ids.FIRE: (fire.decide_fire, fire.act_fire, fire.step_fire),
    ids.BID: (setting_up.decide_bid, setting_up.act_bid, None),
    ids.DEPLOY: (setting_up.decide_deploy, setting_up.act_deploy, None),
    ids.PLACE: (placing.decide_place, placing.act_place, placing.step_place),
    ids.TAKE: (events.decide_take, events.act_take, None),
    ids.GIVE: (events.decide_give, events.act_give, None),
    ids.EMPEROR: (events.decide_emperor, events.act_emperor, None),
    ids.FREE_RECRUIT: (events.decide_free_recruit, events.act_free_recruit, None),
    ids.WITHDRAW: (events.decide_withdraw, events.act_withdraw, events.step_withdraw),
    ids.UNREST: (events.decide_unrest, events.act_unrest, None),
    ids.GO_HOME: (events.decide_go_home, events.act_go_home, events.step_go_home),
    ids.ALLIES: (events.decide_allies, events.act_allies, None),
    ids.AP_MENU: (recruiting.decide_ap_menu, recruiting.act_ap_menu, None),
    ids.RECRUIT_MENU: (recruiting.decide_recruit_menu, recruiting.act_recruit_menu, None),
    ids.MARCH_MENU: (marches.decide_march_menu, marches.act_march_menu, None),
    ids.SUPPLY_MENU: (supply.decide_supply_menu, supply.act_supply_menu, None),
    ids.RALLY_MENU: (supply.decide_rally_menu, supply.act_rally_menu, None),
    ids.MARCH: (marches.decide_march, marches.act_march, None),
    ids.FORM: (sailing.decide_form, sailing.act_form, None),
    ids.SAIL: (sailing.decide_sail, sailing.act_sail, None),
    ids.LAND: (arrival.decide_land, arrival.act_land, None),
    ids.CONCENTRATE: (marches.decide_concentrate, marches.act_concentrate, None),
    ids.BUILD: (marches.decide_build, marches.act_build, None),
    ids.TRIBUTE_WINDOW: (arrival.decide_tribute, arrival.act_tribute, None),
    ids.BESIEGE: (arrival.decide_besiege, arrival.act_besiege, None),
    ids.BREAK_SIEGE: (withdrawal.decide_break_siege, withdrawal.act_break_siege, None),
    ids.WINTER: (winter.decide_winter, winter.act_winter, winter.step_winter),
    ids.CANCEL: (playing.decide_cancel, playing.act_cancel, None),
    ids.DRUIDS_WINDOW: (stratagems.decide_druids, stratagems.act_druids, None),
    ids.SIEGE_WINDOW: (battle.decide_siege_window, battle.act_window, None),
    ids.RESERVE: (battle.decide_reserve, battle.act_reserve, None),
    ids.DECLARE: (battle.decide_declare, battle.act_declare, None),
    ids.STAND: (retreat.decide_stand, withdrawal.act_stand, None),
    ids.FURY_WINDOW: (battle.decide_fury_window, battle.act_window, None),
    ids.MOVE_UP: (battle.decide_move_up, battle.act_move_up, None),
    ids.HITS: (fire.decide_hits, fire.act_hits, fire.step_hits),
    ids.EMBARK: (retreat.decide_embark, retreat.act_embark, None),
    ids.RETREAT_LAND: (retreat.decide_retreat_land, retreat.act_retreat_land, None),
    ids.RETREAT_SEA: (retreat.decide_retreat_sea, withdrawal.act_retreat_sea, None),
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
    ids.SETUP: setting_up.step_setup,
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
