"""What can be done at any time: Treachery to look, turning up a center counter [24.2.7, 21.0].

The side in turn has it among its other choices. The other side has a standing offer beside them,
which the game does not wait for; whether there is one depends only on what both players know. The
offer stands between two actions, and beside the questions of a battle; a March suspends it
[stratagem.caledonian.treachery.1].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.agricola.ids import (
    AP_MENU,
    ASK_ALL,
    BREAK_SIEGE,
    CALEDONIAN,
    DECLARE,
    INTERRUPT,
    MARCH_MENU,
    MOVE_UP,
    NONE,
    RALLY_MENU,
    RECRUIT_MENU,
    RESERVE,
    ROMAN,
    STAND,
    TREACHERY,
)
from ludus.games.agricola.rules.centers import face_down, turn_up
from ludus.games.agricola.rules.forces import on_map, places_of
from ludus.games.agricola.rules.hidden import seat_of
from ludus.games.agricola.rules.markers import (
    ask_again,
    ask_no_more,
    may_be_asked,
    play_marker,
    stop_asking,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

STANDING: Final = frozenset((AP_MENU, RECRUIT_MENU, MARCH_MENU, RALLY_MENU))
"""Menus beside which the other side has a standing offer."""
IN_BATTLE: Final = frozenset((RESERVE, DECLARE, STAND, MOVE_UP, BREAK_SIEGE))
"""Questions of a battle beside which it has one, if they are asked of the side in turn."""


AT_ANY_TIME: Final = frozenset(("betray", "reveal", "decline", "quiet", "wake"))
"""The verbs of `act_standing`."""


def offer_stands(state: State) -> bool:
    """Whether the question that is asked now has room for the other side's standing offer."""
    top = state.stack[-1]
    return top.phase in STANDING or (top.phase in IN_BATTLE and top.side == state.active)


def can_betray(t: Tables, state: State, side: int) -> list[Action]:
    """The hexes that Treachery could show: those with enemy units or center counters to see."""
    if not state.hand[side] >> TREACHERY & 1:
        return []
    return [t.betray[place] for place in _hidden_hexes(t, state, side)]


def _hidden_hexes(t: Tables, state: State, side: int) -> list[int]:
    enemy = 1 - side
    hidden = on_map(t, state, enemy) & ~t.musters[enemy].static
    own_here = state.here[side]
    found = [place for place in places_of(state, enemy, hidden) if not own_here[place]]
    if side == ROMAN:
        for place in t.board.center_hex:
            if face_down(t, state, place) and place not in found:
                found.append(place)
        found.sort()
    return found


def _turnable(t: Tables, state: State) -> list[Action]:
    """Center counters that the Caledonians may turn up."""
    up = state.center_up
    reveal = t.reveal
    return [
        reveal[center]
        for center, kind in enumerate(state.center)
        if kind != NONE and not up >> center & 1
    ]


def menu_actions(t: Tables, state: State, side: int, switches: bool = False) -> list[Action]:
    """The options that every menu of a player's own turn has; `switches` adds those to stop
    questions before they come."""
    options = can_betray(t, state, side)
    if side == CALEDONIAN:
        options += _turnable(t, state)
    if switches:
        options += ask_no_more(t, state, side)
    if state.asks[side] != ASK_ALL:
        options += ask_again(t, state, side)
    return options


def may_step_in(t: Tables, state: State, side: int) -> bool:
    """Whether a side has a standing offer in this phase of the enemy's turn, as everybody knows."""
    if state.declined or state.active != 1 - side or not state.asks[side] >> INTERRUPT & 1:
        return False
    if may_be_asked(state, side, TREACHERY):
        return True
    return side == CALEDONIAN and bool(_turnable(t, state))


def with_offer(t: Tables, state: State, menu: Decision) -> Sequence[Decision]:
    """The menu, and beside it the standing offer to the other side, if there is one."""
    other = 1 - state.active
    if not may_step_in(t, state, other):
        return (menu,)
    options = can_betray(t, state, other)
    if other == CALEDONIAN:
        options += _turnable(t, state)
    declines = (t.decline, t.quiet[INTERRUPT])
    options += declines
    return (menu, Decision(seat_of(state, other), "interrupt", options, declines=declines))


def in_battle(
    t: Tables, state: State, side: int, prompt: str, options: list[Action], last: Sequence[Action]
) -> Sequence[Decision]:
    """A question of a battle: Treachery can be played at it, by whoever is asked and by the other
    side; `last` are the options that come after it."""
    options += can_betray(t, state, side)
    options += last
    menu = Decision(seat_of(state, side), prompt, options)
    return with_offer(t, state, menu) if side == state.active else (menu,)


def act_standing(t: Tables, state: State, side: int, action: Action, emit: Emit | None) -> bool:
    """Carry out what can be done at any time; False if the action belongs to the menu itself."""
    verb = action.verb
    if verb not in AT_ANY_TIME:
        return False
    if verb == "betray":
        play_marker(t, state, side, TREACHERY, emit, place=action.arg)
    elif verb == "reveal":
        turn_up(t, state, action.arg, emit)
    elif verb == "decline":
        state.declined = True
        if emit is not None:
            emit(Event("lets_pass", {"side": side}))
    elif verb == "quiet":
        # In its own turn the side flips a switch and answers nothing.
        stop_asking(state, side, action.arg, emit, answers=side != state.active)
    else:
        state.asks[side] |= 1 << action.arg
        if emit is not None:
            emit(Event("awake", {"side": side, "marker": action.arg}))
    return True
