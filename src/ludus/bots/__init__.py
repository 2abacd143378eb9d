"""Bots for any game: they see views and use the protocol, and know nothing else about a game.

A bot is named at the table by its level (`easy`, `medium`, `hard`; `master` in games with a net;
`hard-2026` and the like never change) or by its kind (`random`, `greedy`, `search`). `hard:raider`
plays as one of the game's personalities. After a kind comes a number for how much it thinks:
`greedy:240` spends about 240 evaluations on a choice, `search:400` plays 400 simulations, `net:6`
plays each of the best few options on six times, with the game's net. Bots think by work, not by
time, so that games can be repeated; at a table a clock is set beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from ludus.bots.greedy import GreedyBot
from ludus.bots.levels import (
    LEVELS,
    MASTER,
    SECONDS,
    THINKING,
    YARDSTICKS,
    is_level,
    level_bot,
    offered,
    playing_on,
)
from ludus.bots.random import RandomBot
from ludus.bots.search import SearchBot
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Bot

AnyBot: TypeAlias = Bot[Any]

BOTS: Final[dict[str, Callable[[AnyBox], AnyBot]]] = {
    "random": lambda box: RandomBot(),
    "greedy": GreedyBot,
    "search": lambda box: SearchBot(box, simulations=DEFAULT_SIMULATIONS),
    "easy": lambda box: level_bot("easy", box),
    "medium": lambda box: level_bot("medium", box),
    "hard": lambda box: level_bot("hard", box),
    MASTER: lambda box: level_bot(MASTER, box),
    **{name: partial(level_bot, name) for name in YARDSTICKS},
}
BUILT_IN_BOTS: Final = frozenset(BOTS)
"""Those that come with Ludus; a bot that somebody adds to BOTS may fail."""
DEFAULT_SIMULATIONS: Final = 200

SIZED: Final[dict[str, Callable[[AnyBox, int, float | None], AnyBot]]] = {
    "greedy": lambda box, size, seconds: GreedyBot(box, budget=size, seconds=seconds),
    "search": lambda box, size, seconds: SearchBot(box, seconds, size),
    "net": playing_on,
}
"""The kinds whose name may say how much they think."""
MOST: Final = 1_000_000


def make_bot(name: str, box: AnyBox, clock: bool = False) -> AnyBot:
    """A new bot of this name for this game; with `clock` it answers in the time promised."""
    kind, colon, size = name.partition(":")
    if is_level(name) and (clock or colon):
        return level_bot(name, box, clock)
    if not colon and kind in BOTS:
        return BOTS[kind](box)
    if kind in SIZED:
        if size.isascii() and size.isdecimal() and 0 < int(size) <= MOST:
            return SIZED[kind](box, int(size), SECONDS["hard"] * THINKING if clock else None)
        raise BadRequest(f"bad bot {name!r}: after {kind}: comes a number from 1 to {MOST}")
    raise BadRequest(f"unknown bot {name!r}: there are {', '.join(BOTS)}")


__all__ = [
    "BOTS",
    "BUILT_IN_BOTS",
    "LEVELS",
    "AnyBot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "make_bot",
    "offered",
]
