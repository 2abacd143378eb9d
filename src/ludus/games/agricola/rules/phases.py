"""Which functions belong to which phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit
from ludus.games.agricola import state as s
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
from ludus.games.agricola.rules.machine import Act, Decide, Machine, Step
from ludus.games.agricola.state import Frame, State

ASKING: Final[dict[int, tuple[Decide, Act, Step | None]]] = {
    s.DEAL: (setting_up.decide_deal, setting_up.act_deal, None),
    s.DRAW: (placing.decide_draw, placing.act_draw, placing.step_draw),
    s.PICK: (recruiting.decide_pick, recruiting.act_pick, recruiting.step_pick),
    s.ROLL: (rolling.decide_roll, rolling.act_roll, rolling.step_roll),
    s.ATTRITION: (supply.decide_attrition, supply.act_attrition, supply.step_attrition),
    s.FIRE: (fire.decide_fire, fire.act_fire, fire.step_fire),
    s.BID: (setting_up.decide_bid, setting_up.act_bid, None),
    s.DEPLOY: (setting_up.decide_deploy, setting_up.act_deploy, None),
    s.PLACE: (placing.decide_place, placing.act_place, placing.step_place),
    s.TAKE: (events.decide_take, events.act_take, None),
    s.GIVE: (events.decide_give, events.act_give, None),
    s.EMPEROR: (events.decide_emperor, events.act_emperor, None),
    s.FREE_RECRUIT: (events.decide_free_recruit, events.act_free_recruit, None),
    s.WITHDRAW: (events.decide_withdraw, events.act_withdraw, events.step_withdraw),
    s.UNREST: (events.decide_unrest, events.act_unrest, None),
    s.GO_HOME: (events.decide_go_home, events.act_go_home, events.step_go_home),
    s.ALLIES: (events.decide_allies, events.act_allies, None),
    s.AP_MENU: (recruiting.decide_ap_menu, recruiting.act_ap_menu, None),
    s.RECRUIT_MENU: (recruiting.decide_recruit_menu, recruiting.act_recruit_menu, None),
    s.MARCH_MENU: (marches.decide_march_menu, marches.act_march_menu, None),
    s.SUPPLY_MENU: (supply.decide_supply_menu, supply.act_supply_menu, None),
    s.RALLY_MENU: (supply.decide_rally_menu, supply.act_rally_menu, None),
    s.MARCH: (marches.decide_march, marches.act_march, None),
    s.FORM: (sailing.decide_form, sailing.act_form, None),
    s.SAIL: (sailing.decide_sail, sailing.act_sail, None),
    s.LAND: (arrival.decide_land, arrival.act_land, None),
    s.CONCENTRATE: (marches.decide_concentrate, marches.act_concentrate, None),
    s.BUILD: (marches.decide_build, marches.act_build, None),
    s.TRIBUTE_WINDOW: (arrival.decide_tribute, arrival.act_tribute, None),
    s.BESIEGE: (arrival.decide_besiege, arrival.act_besiege, None),
    s.BREAK_SIEGE: (withdrawal.decide_break_siege, withdrawal.act_break_siege, None),
    s.WINTER: (winter.decide_winter, winter.act_winter, winter.step_winter),
    s.CANCEL: (playing.decide_cancel, playing.act_cancel, None),
    s.DRUIDS_WINDOW: (stratagems.decide_druids, stratagems.act_druids, None),
    s.SIEGE_WINDOW: (battle.decide_siege_window, battle.act_window, None),
    s.RESERVE: (battle.decide_reserve, battle.act_reserve, None),
    s.DECLARE: (battle.decide_declare, battle.act_declare, None),
    s.STAND: (retreat.decide_stand, withdrawal.act_stand, None),
    s.FURY_WINDOW: (battle.decide_fury_window, battle.act_window, None),
    s.MOVE_UP: (battle.decide_move_up, battle.act_move_up, None),
    s.HITS: (fire.decide_hits, fire.act_hits, fire.step_hits),
    s.EMBARK: (retreat.decide_embark, retreat.act_embark, None),
    s.RETREAT_LAND: (retreat.decide_retreat_land, retreat.act_retreat_land, None),
    s.RETREAT_SEA: (retreat.decide_retreat_sea, withdrawal.act_retreat_sea, None),
    s.SPOT: (stratagems.decide_spot, stratagems.act_spot, None),
    s.FLEE: (arrival.decide_flee, arrival.act_flee, None),
}
"""Phases with a choice: what can be chosen, what a choice does, and whether it must be asked."""

SILENT: Final[dict[int, Step]] = {
    s.GAME: sequence.step_game,
    s.PLAYER_TURN: sequence.step_player_turn,
    s.ARRIVE: arrival.step_arrive,
    s.BATTLE: battle.step_battle,
    s.PLAYED: stratagems.step_played,
    s.SETUP: setting_up.step_setup,
    s.OMENS: events.step_omens,
}
"""Phases that run by themselves."""

CALM: Final[list[bool]] = [
    phase
    in (
        s.AP_MENU,
        s.RECRUIT_MENU,
        s.MARCH_MENU,
        s.SUPPLY_MENU,
        s.RALLY_MENU,
        s.PLAYER_TURN,
        s.GAME,
    )
    for phase in range(s.PHASES)
]
"""Phases in which an action is complete, so that sudden death is looked for [5.1]."""

STANDING: Final = frozenset((s.AP_MENU, s.RECRUIT_MENU, s.MARCH_MENU, s.RALLY_MENU))
"""Menus beside which the other side has a standing offer."""


def _decide_nothing(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    raise RulesBug(f"phase {frame.phase} asks nothing")


def _act_nothing(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    raise RulesBug(f"phase {frame.phase} has no answer {action.text}")


def _decide(phase: int) -> Decide:
    return ASKING[phase][0] if phase in ASKING else _decide_nothing


def _act(phase: int) -> Act:
    return ASKING[phase][1] if phase in ASKING else _act_nothing


def _step(phase: int) -> Step | None:
    return ASKING[phase][2] if phase in ASKING else SILENT[phase]


DECIDES: Final[list[Decide]] = [_decide(phase) for phase in range(s.PHASES)]
ACTS: Final[list[Act]] = [_act(phase) for phase in range(s.PHASES)]
STEPS: Final[list[Step | None]] = [_step(phase) for phase in range(s.PHASES)]
