"""Every card of the content as it looks at the table, for whoever edits it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludus.core.models import Card
from ludus.core.text import strong_bit
from ludus.games.conqueror.face.cards import chronicle, mission
from ludus.games.conqueror.face.context import Context


def every_card(context: Context) -> Iterator[tuple[str, Card]]:
    contents = context.names.contents
    for number, hero in enumerate(contents.heroes):
        yield f"heroes.toml:{hero.id}", _hero(context, number)
    for number, card in enumerate(contents.cards):
        turned = Context(replace(context.view, card=number), context.names)
        yield f"chronicle.toml:{card.id}", chronicle(turned)
    for number, task in enumerate(contents.missions):
        yield f"missions.toml:{task.id}", mission(context, number)


def _hero(context: Context, number: int) -> Card:
    card = context.names.hero(number)
    return Card(
        f"hero-{number}",
        card.name,
        icon="hero",
        band="gold",
        cost=(strong_bit(f"+{card.strength}"),),
        body=context.words.say(f"hero.{card.id}"),
        foot=context.words.say("card.costs", n=card.price),
        shape="banner",
    )
