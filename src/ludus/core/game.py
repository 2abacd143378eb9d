"""A game as the rest of Ludus sees it: its description, and the box with all of its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeAlias

import msgspec

from ludus.core.actions import Action
from ludus.core.content import Pack, read_toml
from ludus.core.encoding import Encoding
from ludus.core.errors import BadRequest
from ludus.core.face import Face
from ludus.core.models import Altered
from ludus.core.options import Option, settle
from ludus.core.protocol import Decision, Rules, S, Seat, V
from ludus.core.terms import Term

Evaluate: TypeAlias = Callable[[S, Seat], float]
"""How good a position is for a seat: 0 for lost, 1 for won, a guess at the chance between."""
Shortlist: TypeAlias = Callable[[S, Decision], Sequence[Action]]
"""The options of a decision that are worth a look, the most promising first; never none."""
Differs: TypeAlias = Callable[[V, V], Sequence[Altered]]
"""Which pieces show something else in the second view."""
Terms: TypeAlias = Callable[[S, Seat], Sequence[Term]]
"""What a seat has and can hope for, as the evaluation counts it, part by part."""


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`meta.toml`: what a lobby shows about a game."""

    name: str
    title: str
    line: str
    designer: str
    publisher: str
    minutes: tuple[int, int]
    seats: tuple[int, ...]
    version: int
    """Incremented whenever an old record could replay differently."""
    secrets: bool
    """Whether players have hidden information."""
    stage: Literal["workshop", "table"]
    """A game in the workshop can be opened by name, but is not listed for players yet."""
    option: tuple[Option, ...] = ()
    seating: dict[str, str] = {}
    """By number of players, what to know when choosing seats: sides, teams."""
    weight: Literal[1, 2, 3] = 2
    """How much there is to learn, from 1 (a few minutes) to 3 (an evening)."""


def players_text(seats: Sequence[int]) -> str:
    """For how many players a game is, in words."""
    low, high = min(seats), max(seats)
    if low != high:
        return f"{low} to {high} players"
    return "1 player" if low == 1 else f"{low} players"


def minutes_text(minutes: tuple[int, int]) -> str:
    """How long a game takes, in words."""
    low, high = minutes
    return f"{low} min" if low == high else f"{low} to {high} min"


@dataclass(frozen=True, slots=True)
class Box(Generic[S, V]):
    """A game with its content loaded: everything needed to play it."""

    meta: Meta
    pack: Pack
    content_hash: str
    rules: Rules[S, V]
    face: Face[V]
    evaluate: Evaluate[S]
    shortlist: Shortlist[S] | None = None
    """For games with too many options for bots to look at all of them."""
    terms: Terms[S] | None = None
    """For coaching: the parts of the evaluation by name."""
    encoding: Callable[[], Encoding[S]] | None = None
    """For nets: how positions become numbers. It needs NumPy, so it is made when asked for."""
    side: Callable[[V], int] | None = None
    """For asymmetric games: which side a viewer plays, since sides differ in how hard they are."""
    written: Callable[[], Mapping[str, str]] | None = None
    """For authors of packs: what printed things say, written from what they do, by its key."""
    altered: Differs[V] | None = None
    """For authors of packs who try a card: the pieces that it changed, such as dice."""

    def options(self, seats: int, given: Mapping[str, str]) -> dict[str, str]:
        """The complete, validated options of a table."""
        if seats not in self.meta.seats:
            allowed = players_text(self.meta.seats)
            raise BadRequest(f"{self.meta.title} is for {allowed}, not {seats}")
        return settle(self.meta.option, given, seats)


# The one place where a game's own types are erased, for code that handles all games.
AnyBox: TypeAlias = Box[Any, Any]


@dataclass(frozen=True, slots=True)
class Game(Generic[S, V]):
    """The one export of a game's folder."""

    folder: Path
    build: Callable[[Meta, Pack], Box[S, V]]

    @property
    def meta(self) -> Meta:
        return read_toml(self.folder / "meta.toml", Meta)

    def open(self, pack: Path | None = None) -> Box[S, V]:
        """The game with its built-in content, or with a custom pack on top of it."""
        meta = self.meta
        return self.build(meta, Pack.open(meta.name, self.folder / "content", pack))


AnyGame: TypeAlias = Game[Any, Any]
