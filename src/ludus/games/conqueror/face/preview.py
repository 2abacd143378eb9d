"""What a choice would do, shown before it is made."""

from __future__ import annotations

from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.protocol import Decision
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.names import army_id
from ludus.games.conqueror.face.orders import (
    ORDERS,
    Order,
    brought,
    order_of,
    title_of,
)
from ludus.games.conqueror.ids import NOBODY


def preview_of(context: Context, decision: Decision, choice: Choice) -> Preview:
    """What one of the decision's choices would do."""
    action = choice.action
    if action.verb in ORDERS:
        return _order(context, decision, order_of(context, action))
    rows = (choice.hint,) if choice.hint else ()
    changes: dict[str, int] = {}
    view, seat = context.view, decision.seat
    if action.verb == "collect":
        changes[f"coins-{seat}"] = view.income[seat]
    elif action.verb in ("recruit_infantry", "recruit_cavalry"):
        changes[f"units-{seat}"] = 1
    elif action.verb == "hire":
        changes = {f"units-{seat}": 1, f"coins-{seat}": -context.law.buy_price}
    elif action.verb == "buy":
        price = view.hero_price[action.arg % len(view.hero_price)]
        changes = {f"coins-{seat}": -price, f"heroes-{seat}": 1}
    elif action.verb == "bribe":
        changes[f"coins-{seat}"] = -view.bribe_price[action.arg]
    shown = tuple((key, change) for key, change in changes.items() if change and view.round)
    return Preview(choice.label, choice.label, rows=rows, changes=shown)


def _order(context: Context, decision: Decision, order: Order) -> Preview:
    view = context.view
    title = title_of(context, order)
    rows = tuple(brought(context, decision, order))
    forts = int(bool(context.board.fort[order.end]) and view.owner[order.end] == NOBODY)
    return Preview(
        title,
        title,
        chips=rows,
        rows=rows,
        changes=((f"forts-{decision.seat}", forts),) if forts else (),
        path=(army_id(order.start), army_id(order.end)),
    )
