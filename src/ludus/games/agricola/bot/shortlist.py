"""The options of a decision that are worth a look, phase by phase.

Most decisions follow from the plan, and then there is one option; where it takes a look ahead to
tell, in battle above all, there are several. The position at hand may be one of many that fit what
the player knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola import ids
from ludus.games.agricola.bot import (
    battle_choices,
    march_choices,
    recruit_choices,
    supply_choices,
    voyage_choices,
)
from ludus.games.agricola.bot.evaluation import Evaluation
from ludus.games.agricola.bot.lookups import Lookups
from ludus.games.agricola.rules.hidden import side_of
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

Choose: TypeAlias = Callable[[Tables, Lookups, State, Frame, Decision], Sequence[Action]]


class Shortlist:
    """Names the options that are worth a look."""

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation

    def __call__(self, state: State, decision: Decision) -> Sequence[Action]:
        options = decision.options
        if len(options) == 1 or not state.stack:
            return options
        t = self._evaluation.tables(state)
        if decision.prompt == "interrupt":
            return [t.decline] if t.decline in options else options
        frame = state.stack[-1]
        choose = CHOICES.get(frame.phase)
        if choose is None or side_of(state, decision.seat) != frame.side:
            return options
        return choose(t, self._evaluation.lookups(state), state, frame, decision) or options


CHOICES: Final[dict[int, Choose]] = {
    ids.MARCH_MENU: march_choices.march_menu,
    ids.MARCH: march_choices.march,
    ids.SPOT: march_choices.spot,
    ids.CONCENTRATE: march_choices.concentrate,
    ids.FORM: voyage_choices.form,
    ids.SAIL: voyage_choices.sail,
    ids.LAND: voyage_choices.land,
    ids.RECRUIT_MENU: recruit_choices.recruit_menu,
    ids.PLACE: recruit_choices.place,
    ids.DEPLOY: recruit_choices.deploy,
    ids.AP_MENU: recruit_choices.ap_menu,
    ids.TAKE: recruit_choices.take,
    ids.GIVE: recruit_choices.give,
    ids.FREE_RECRUIT: recruit_choices.free_recruit,
    ids.ALLIES: recruit_choices.free_recruit,
    ids.EMPEROR: recruit_choices.emperor,
    ids.WITHDRAW: recruit_choices.withdraw,
    ids.UNREST: recruit_choices.withdraw,
    ids.GO_HOME: recruit_choices.go_home,
    ids.WINTER: supply_choices.winter,
    ids.RALLY_MENU: supply_choices.rally_menu,
    ids.SUPPLY_MENU: supply_choices.supply_menu,
    ids.TRIBUTE_WINDOW: battle_choices.tribute,
    ids.CANCEL: battle_choices.play_it,
    ids.DRUIDS_WINDOW: battle_choices.druids,
    ids.SIEGE_WINDOW: battle_choices.play_it,
    ids.FURY_WINDOW: battle_choices.fury,
    ids.RESERVE: battle_choices.reserve,
    ids.MOVE_UP: battle_choices.move_up,
    ids.DECLARE: battle_choices.declare,
    ids.STAND: battle_choices.stand,
    ids.EMBARK: battle_choices.embark,
    ids.RETREAT_SEA: battle_choices.sail_off,
    ids.HITS: battle_choices.hits,
}
"""By phase, the function that names the options."""
