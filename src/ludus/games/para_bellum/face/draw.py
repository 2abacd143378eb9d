"""The two pictures of the table: the viewer's army and hand, and everything in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice, Picture
from ludus.core.protocol import Event
from ludus.games.para_bellum.face.art import Art, Palette
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.face.middle import MiddleSheet
from ludus.games.para_bellum.face.own import OwnSheet

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


class Painter:
    """Draws positions with the symbols of the game."""

    def __init__(self, art: Art) -> None:
        self._art = art

    def army(self, adviser: Adviser, choices: Sequence[Choice], lately: Sequence[Event]) -> Picture:
        palette = Palette(self._art, "pba", NOT_ON_OWN)
        return OwnSheet(palette, adviser, choices, lately).draw()

    def table(
        self, adviser: Adviser, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> Picture:
        palette = Palette(self._art, "pbt", NOT_IN_THE_MIDDLE)
        return MiddleSheet(palette, adviser, choices, lately).draw()
