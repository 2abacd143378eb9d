"""Players made of code. They know no game: they are handed views and ask the protocol.

A bot is named at the table by its level (`easy`, `medium`, `hard`) or by its kind (`random`,
`greedy`, `search`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from ludus.bots.greedy import GreedyBot
from ludus.bots.random import RandomBot
from ludus.bots.search import SearchBot
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Bot

AnyBot: TypeAlias = Bot[Any]

BOTS: Final[dict[str, Callable[[AnyBox], AnyBot]]] = {
    "random": lambda box: RandomBot(),
    "greedy": GreedyBot,
    "search": lambda box: SearchBot(box, seconds=1.0),
    "easy": lambda box: GreedyBot(box, slips=0.35),
    "medium": lambda box: GreedyBot(box, budget=240),
    "hard": lambda box: SearchBot(box, seconds=2.0),
}

LEVELS: Final = ("easy", "medium", "hard")
"""The bots that players are offered, weakest first."""


def make_bot(name: str, box: AnyBox) -> AnyBot:
    """A new bot of this name for this game."""
    try:
        return BOTS[name](box)
    except KeyError:
        raise BadRequest(f"unknown bot {name!r}: there are {', '.join(BOTS)}") from None


__all__ = ["BOTS", "LEVELS", "AnyBot", "GreedyBot", "RandomBot", "SearchBot", "make_bot"]
