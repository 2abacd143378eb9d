"""What actions cost and bring, with what cards in play and events change about it.

`up` are the kinds with a face-up card in play, as a mask.
"""

from __future__ import annotations

from ludus.games.para_bellum.catalog import CommandKind, EventKind, Hooks
from ludus.games.para_bellum.ids import ACTIONS, CAPITAL, CONSTRUCT, TEAM_ACTIONS, TEAM_SEATS


def turn_actions(seats: int) -> int:
    """The actions of a turn by the number of players [action.1-2]."""
    return TEAM_ACTIONS if seats == TEAM_SEATS else ACTIONS


def deploy_actions(card: CommandKind, up: int, hooks: Hooks) -> int:
    """The actions that a card takes to deploy, Architecti considered [basic.4]."""
    hook = hooks.construct_extra_action
    if card.subtypes >> CONSTRUCT & 1 and up & hook.kinds:
        return min(card.actions, 1 + min(hook.values(up)))
    return card.actions


def order_tax(up: int, hooks: Hooks) -> int:
    """The actions that Vallum adds to an Order that names its owner."""
    return hooks.targeted_order_tax.total(up)


def requisition_coins(up: int, hooks: Hooks) -> int:
    """The coins that Requisition brings [basic.17-19]."""
    hook = hooks.requisition_gain
    return max(hook.values(up)) if up & hook.kinds else 1


def motivates_free(up: int, motivated: bool, hooks: Hooks) -> bool:
    """Whether Tribunus spares the red die that Motivate costs, once a turn [card.tribunus]."""
    return not motivated and up & hooks.motivate.kinds != 0


def spared(verb: str, event: EventKind, up: int, motivated: bool, hooks: Hooks) -> bool:
    """Whether a basic action costs no pips now, because of an event or a card in play."""
    if verb == "muster":
        return event.cheap_muster
    if verb == "consult":
        return event.cheap_consult
    return verb == "motivate" and motivates_free(up, motivated, hooks)


def pips_of(pips: int, capital: int) -> int:
    """The pips of a price, where a capital sign stands for `capital` of them [comp.18]."""
    return capital if pips == CAPITAL else pips
