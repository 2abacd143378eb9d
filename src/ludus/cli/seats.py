"""Who sits where at a terminal: people and bots, as typed, or by the names in a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludus.bots import BOTS, LEVELS
from ludus.bots.levels import personalities, played_as
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox, Meta
from ludus.lab.program_bot import command_of, is_program

ME = "me"
BOT_NAMES = ("Aurelia", "Marcus", "Livia", "Gaius", "Octavia", "Titus")
DEFAULT_BOT = "medium"
DEFAULT_SEATS = 3


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: its name at the table, and the bot in it (none: a person)."""

    name: str
    bot: str = ""


def default_seats(meta: Meta) -> str:
    """Me against bots, three players if the game takes three."""
    seats = DEFAULT_SEATS if DEFAULT_SEATS in meta.seats else min(meta.seats)
    return ",".join([ME, *[DEFAULT_BOT] * (seats - 1)])


def read_seats(text: str, box: AnyBox) -> list[Player]:
    """`me,greedy,random`, `me:Anna,hard:Caesar`, `me,hard:raider` or `me,cmd:./mybot` as players.

    What comes after a level is a personality if the game has it, else a name.
    """
    parts = [part.strip() for part in text.split(",")]
    people = sum(1 for part in parts if part.split(":")[0] == ME)
    players: list[Player] = []
    for number, part in enumerate(parts):
        kind, _, name = part.partition(":")
        if is_program(part):
            command_of(part)
            players.append(Player(f"{BOT_NAMES[number % len(BOT_NAMES)]} (program)", part))
        elif kind == ME:
            default_name = "Player" if people == 1 else f"Player {number + 1}"
            players.append(Player(name or default_name))
        elif kind in BOTS:
            first, _, rest = name.partition(":")
            if kind in LEVELS and first in personalities(box):
                kind, name = f"{kind}:{first}", rest
            players.append(Player(f"{name or BOT_NAMES[number % len(BOT_NAMES)]} ({kind})", kind))
        else:
            raise BadRequest(
                f"--seats: unknown player {kind!r}; a seat is me or one of the bots "
                f"{', '.join(BOTS)}, optionally with a name after a colon (me:Anna)"
            )
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise BadRequest(f"--seats: two players are called {name!r}; give them other names")
    return players


def seats_of(names: Sequence[str]) -> list[Player]:
    """The players of a saved game: those with a bot's kind in brackets after the name are bots."""
    players = []
    for name in names:
        found = re.search(r"\(([a-z0-9_:-]+)\)$", name)
        kind = found[1] if found and (found[1] in BOTS or played_as(found[1])) else ""
        players.append(Player(name, kind))
    return players
