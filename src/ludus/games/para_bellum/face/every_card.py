"""Every card of the content as it looks at the table, for whoever edits it."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.models import Card, Goal
from ludus.core.text import icon_bit
from ludus.games.para_bellum.face.cards import army_card, command_card, event_card, goal_card
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import COLOUR_IDS
from ludus.games.para_bellum.view.view import Goal as Objective


def every_card(context: Context) -> Iterator[tuple[str, Card]]:
    catalog = context.catalog
    for number, command in enumerate(catalog.commands):
        yield f"command.toml:{command.id}", command_card(context, number, f"card-{command.id}")
    for number, army in enumerate(catalog.army):
        yield f"army.toml:{army.id}", army_card(context, number, f"army-{army.id}")
    for number, event in enumerate(catalog.events):
        yield f"events.toml:{event.id}", event_card(context, number)
    for number, objective in enumerate(catalog.objectives):
        goal = Objective(number, objective.open, 0, False, 0)
        place = f"goal-{objective.id}"
        yield f"objectives.toml:{objective.id}", goal_card(context, goal, place)
    for number, battle in enumerate(catalog.battles):
        yield f"battles.toml:{battle.id}", _battle(context, number)
    for number, alliance in enumerate(catalog.alliances):
        yield f"alliances.toml:{alliance.id}", _alliance(context, number)


def _battle(context: Context, battle: int) -> Card:
    names = context.names
    return Card(
        f"battle-{battle}",
        names.battle(battle),
        icon="battle",
        band="red",
        goals=tuple(
            Goal(names.bonus(battle, colour), names.bonus_text(battle, colour))
            for colour in range(len(COLOUR_IDS))
        ),
    )


def _alliance(context: Context, alliance: int) -> Card:
    names = context.names
    return Card(
        f"alliance-{alliance}",
        names.alliance(alliance),
        icon="runner",
        band="blue",
        cost=(icon_bit("action", context.words.text("price.pact")),),
        body=context.printed(names.alliance_action(alliance)),
    )
