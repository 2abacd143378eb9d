"""A plan for a simulation: the game, the bots in the seats, the number of games, the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ludus.bots import make_bot
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Seat
from ludus.core.registry import open_box
from ludus.lab.program_bot import PATIENCE, command_of, is_program


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be simulated. `bots` are one for each seat, or one for all of them.

    Bots move on by one seat from game to game, so that the seat makes no difference, unless
    `rotate` is off.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    pack: Path | None = None
    rotate: bool = True
    patience: float = PATIENCE
    """How long a program may think about one decision, in seconds."""
    clock: int = 0
    """A running clock is up in one case of so many although somebody could still act; 0: never."""

    def checked(self) -> Plan:
        """The plan with one bot per seat and complete options; an error if it cannot be played."""
        box = self.open()
        settled = box.options(self.seats, self.options)
        bots = self.bots * self.seats if len(self.bots) == 1 else self.bots
        if len(bots) != self.seats:
            raise BadRequest(
                f"{len(bots)} bots for {self.seats} seats: name one for each seat, or one for all"
            )
        for name in bots:
            if is_program(name):
                command_of(name)
            else:
                make_bot(name, box)
        if self.games < 1:
            raise BadRequest(f"{self.games} games: it must be 1 or more")
        return replace(self, bots=bots, options=settled)

    def open(self) -> AnyBox:
        """The game with the plan's content."""
        return open_box(self.game, self.pack)

    def entrant(self, game: int, seat: Seat) -> int:
        """Which of the bots has this seat in this game."""
        return (seat + game) % self.seats if self.rotate else seat
