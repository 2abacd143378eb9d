"""The two pictures of the table: the viewer's army and hand, and everything in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice, Scene
from ludus.core.protocol import Event
from ludus.core.text import Words
from ludus.games.para_bellum.face.army_scene import ArmyScene
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.lettering import tokens
from ludus.games.para_bellum.face.palette import Palette
from ludus.games.para_bellum.face.table_scene import TableScene

NOT_ON_OWN = ("small-", "battle-")
NOT_IN_THE_MIDDLE = (
    "army-",
    "troop-",
    "link-",
    "legionary-",
    "centurion-",
    "plain",
    "slots",
    "die-k-",
    "die-r-",
    "die-b-",
    "action-",
)
"""Large cards and dice with pips are in front of a player, small cards and digits elsewhere."""
PRINTED = ("card.", "omen.", "objective.", "battle.", "alliance.")
"""The words that are printed on cards."""


class Symbols:
    """The symbols and texts of both pictures. Two pictures on one page must not share an id."""

    def __init__(self, art: Art, words: Words) -> None:
        keys = [key for prefix in PRINTED for key in words.keys(prefix)]
        texts = {text: tokens(text) for text in map(words.template, keys) if "{" not in text}
        self.army = Palette(art, "pba", NOT_ON_OWN, texts)
        self.table = Palette(art, "pbt", NOT_IN_THE_MIDDLE, texts)


def scenes(
    symbols: Symbols, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
) -> tuple[Scene, Scene]:
    words = context.words
    army = ArmyScene(symbols.army, context, choices, lately).draw()
    table = TableScene(symbols.table, context, choices, lately).draw()
    return (
        Scene("army", words.text("name.army"), army),
        Scene("table", words.text("name.scene"), table),
    )
