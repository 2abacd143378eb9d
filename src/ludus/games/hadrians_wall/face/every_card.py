"""Every card of the content as it looks at the table, for whoever edits it."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.models import Card, Meter
from ludus.games.hadrians_wall.face.cards import hand_card
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.ids import COHORT_KEYS

FACES = 4
"""Each Fate card is printed with four goods."""


def every_card(context: Context) -> Iterator[tuple[str, Card]]:
    for number, key in enumerate(context.board.card_keys):
        yield f"cards.toml:{key}", hand_card(context, 0, number)
    for number in range(0, len(context.board.fate_items), FACES):
        yield f"cards.toml:fate.{number // FACES}", _fate(context, number)


def _fate(context: Context, number: int) -> Card:
    board, words = context.board, context.words
    arrows = [COHORT_KEYS[arrow] for arrow in board.fate_arrows[number]]
    return Card(
        f"fate-{number}",
        words.text("card.deck"),
        icon="fate",
        body=words.say("card.gave", items=context.names.items(board.fate_items[number])),
        meters=tuple(
            Meter(f"arrow-{arrow}", f"pict-{arrow}", arrow, board.fate_damage[number])
            for arrow in arrows
        ),
    )
