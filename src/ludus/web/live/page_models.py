"""What all pages but the table are drawn from: lobby, forms, links, rules; and who looks at them.

Like the models of the table in `ludus.web.live.models`, they are plain data, complete, for one
viewer; every string is raw text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ludus.core.aid import Aid, AidWords, Part
from ludus.core.clauses import RuleLevel
from ludus.core.examples import Asked
from ludus.core.models import Symbol
from ludus.core.options import Option
from ludus.core.protocol import Seat
from ludus.store import SeatKind, Stage
from ludus.web.api.schemas import GameInfo
from ludus.web.live.lesson_model import LessonBegun

AtZero: TypeAlias = Literal["nothing", "bot", "forfeit"]
"""What a clock at zero allows: nothing; rivals may hand the seat to a bot; it forfeits."""


# What all pages know ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at the page. `name` is empty until they chose one."""

    name: str
    waiting: int = 0
    """At how many of their tables it is their turn."""
    notice: str = ""
    """What whoever runs the server has to say to all."""


@dataclass(frozen=True, slots=True)
class ErrorModel:
    """A page that says what went wrong."""

    visitor: Visitor
    status: int
    title: str
    sentence: str
    table: str = ""
    """The address of the table concerned, if the visitor may look at it."""


# Lobby --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat in a list of tables. `name` is empty for an open seat; `level` is for bots."""

    seat: Seat
    name: str
    kind: SeatKind
    level: str = ""
    rank: int = 0
    """The place at the end; 0 before."""
    score: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list."""

    id: str
    url: str
    game: str
    title: str
    """The game's title."""
    seats: tuple[SeatSummary, ...]
    stage: Stage
    mine: bool
    your_turn: bool
    private: bool
    moves: int
    changed: int
    """When something last happened, ms since 1970."""
    pace: str
    """In words; empty without a clock."""
    clock: str = "no clock"
    """The pace in short."""
    picture: str = ""
    """The address of a picture of the position as the visitor sees it; empty before the start and
    at the end."""
    host: str = ""
    """The name of the player who opened it; empty if they have no seat."""
    waiting_for: tuple[Seat, ...] = ()
    """The seats that have to choose."""
    ask: str = ""
    """What the visitor is asked, in one line."""
    deadline: int = 0
    """When the visitor's clock runs out, ms since 1970; 0 while it stands."""
    lesson: str = ""
    """The title of the lesson that is given there."""


@dataclass(frozen=True, slots=True)
class LearnModel:
    """Games with their lessons; `lesson` is the one that was asked for."""

    visitor: Visitor
    games: tuple[GameInfo, ...]
    lesson: str = ""
    begun: Mapping[tuple[str, str], LessonBegun] = field(default_factory=dict)
    """By game and lesson, how far the visitor is."""


@dataclass(frozen=True, slots=True)
class LobbyModel:
    visitor: Visitor
    games: tuple[GameInfo, ...]
    mine: tuple[TableRow, ...]
    """Tables where the visitor sits, those where it is their turn first. They are in no other
    list."""
    open: tuple[TableRow, ...]
    live: tuple[TableRow, ...]
    finished: tuple[TableRow, ...]
    page: int = 1
    """Which page of `mine` this is."""
    more: bool = False
    """Whether there is a next one."""


@dataclass(frozen=True, slots=True)
class OptionModel:
    """A table option. `choices` are (value, words)."""

    option: Option
    label: str
    hint: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of bots: `key` goes into `seats` as `bot:KEY`."""

    key: str
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A pace that the form offers. `key` is what it sends, such as `none` or `bank:600:10`."""

    key: str
    label: str
    hint: str
    icon: str = "hourglass"


@dataclass(frozen=True, slots=True)
class NewTableModel:
    """`chosen` are the form's fields as they were sent, when it comes back with an `error`."""

    visitor: Visitor
    game: GameInfo
    options: tuple[OptionModel, ...]
    levels: tuple[Level, ...]
    paces: tuple[PaceChoice, ...]
    at_zero: tuple[tuple[AtZero, str], ...]
    error: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    games: tuple[GameInfo, ...] = ()
    """All that are on offer."""
    packs: tuple[tuple[str, str], ...] = ()
    """Installed content packs: name and title."""
    no_master: Mapping[str, str] = field(default_factory=dict)
    """By edition (a pack's name, or nothing for the built-in one) why the strongest level cannot be
    offered with it, though there is one."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of a game's rules a visitor has met, and which one comes next."""

    game: str
    title: str
    met: int
    rules: int
    next: str = ""
    chapter: str = ""
    """The chapter where the next one stands."""


@dataclass(frozen=True, slots=True)
class ContactModel:
    """A browser or an e-mail address where the visitor is told of their turn."""

    id: str
    kind: str
    name: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class MailModel:
    """What a link in an e-mail asks for, or has done: `confirm`, `stop`, `confirmed`, `stopped`."""

    visitor: Visitor
    step: str
    url: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class MeModel:
    """What a visitor can say of themselves. `webhook_trouble` says why it was switched off."""

    visitor: Visitor
    webhook: str
    webhook_trouble: str
    saved: bool = False
    error: str = ""
    name: str = ""
    progress: tuple[Progress, ...] = ()
    blocked: tuple[tuple[str, str], ...] = ()
    """People from whom the visitor does not want to hear: session and name."""
    device: str = ""
    """A link that makes another device the visitor's own, just after it was made."""
    contacts: tuple[ContactModel, ...] = ()
    mails: bool = False
    """Whether this server sends e-mails."""


@dataclass(frozen=True, slots=True)
class PrivacyModel:
    """What is kept of visitors, and for how long; 0 days: for ever."""

    visitor: Visitor
    waiting: float
    playing: float
    finished: float
    access_log: bool
    mails: bool


@dataclass(frozen=True, slots=True)
class ChatLineModel:
    """A line of chat that somebody wants to report, or whose author they want to block."""

    visitor: Visitor
    url: str
    """The table's."""
    line: int
    name: str
    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class DeviceModel:
    """A link by which a visitor is the same person on another device."""

    visitor: Visitor
    url: str
    name: str
    """Who they are there."""


@dataclass(frozen=True, slots=True)
class InviteModel:
    """The page of an invitation (or recovery) link, before it is used by its POST."""

    visitor: Visitor
    kind: Literal["invitation", "recovery"]
    url: str
    game: GameInfo
    host: str
    seats: tuple[SeatSummary, ...]
    claims: tuple[Seat, ...]
    """The seats that the link gives."""
    error: str = ""
    """What was wrong with what was sent."""
    name: str = ""
    """The name as it was sent."""


@dataclass(frozen=True, slots=True)
class JoinModel:
    """The page that asks for a link. `link` is what was sent, `error` what was wrong with it."""

    visitor: Visitor
    link: str = ""
    error: str = ""


# Rules --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClauseModel:
    """One clause of the rules, in our own words."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleModel:
    """What a player would call a rule: a title, and the clauses under it."""

    key: str
    title: str
    level: RuleLevel
    clauses: tuple[ClauseModel, ...]
    met: bool = False
    """Whether the visitor has come across it at a table."""
    counted: bool = True
    lesson: str = ""
    """A lesson that teaches it; empty if there is none."""


@dataclass(frozen=True, slots=True)
class ExampleModel:
    """A worked example. `picture` is the address of its drawn position."""

    key: str
    title: str
    picture: str
    ratio: float
    """Width by height of what is shown, about: places at its edge can make it wider."""
    part: tuple[float, float, float, float] | None
    """The part of the picture that is shown; else it is cut to the places of the notes."""
    around: tuple[str, ...]
    """More places that are to be seen."""
    notes: tuple[tuple[str, str, str, str], ...]
    """What there is to see (Markdown), where (an element), and the clause with its title."""
    play: str
    """Where to send the wish to play on from it; empty if it is over."""
    seat: str
    """The name of the player whose position it is."""


@dataclass(frozen=True, slots=True)
class MapModel:
    """The parts of a picture as boxes, to show where something lies."""

    title: str
    box: tuple[float, float, float, float]
    """Of the whole picture: x, y, width and height."""
    parts: tuple[tuple[str, tuple[float, float, float, float]], ...]
    """Their names and boxes."""
    marked: frozenset[str]
    """The names of those that are spoken of."""


@dataclass(frozen=True, slots=True)
class ChapterModel:
    """A chapter of the game's page, Markdown of our own, with the rules that belong to it."""

    title: str
    text: str
    rules: tuple[RuleModel, ...] = ()
    examples: tuple[ExampleModel, ...] = ()
    asked: tuple[Asked, ...] = ()
    parts: tuple[Part, ...] = ()
    """What the player aid has about it."""
    where: MapModel | None = None
    """Which part of the board it speaks of."""


@dataclass(frozen=True, slots=True)
class RulesModel:
    """The rules of a game. `rulings` are the clauses on which the rulebook is silent."""

    visitor: Visitor
    game: GameInfo
    opening: str
    """What the page says before its first chapter."""
    chapters: tuple[ChapterModel, ...]
    rulings: tuple[tuple[str, tuple[ClauseModel, ...]], ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    """By clause: what players read for it."""
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    icons: tuple[tuple[str, str], ...] = ()
    """Words that are shown with a symbol before them, and its key."""
    aid: AidWords | None = None
    """The words of the player aid, where there is one."""
    key: str = ""
    """Of the game and its content: what was drawn of them is kept by it. Empty: nothing is kept."""

    @property
    def counted(self) -> list[RuleModel]:
        """The rules that can be met."""
        return [rule for chapter in self.chapters for rule in chapter.rules if rule.counted]


@dataclass(frozen=True, slots=True)
class AidModel:
    """The player aid of a game."""

    visitor: Visitor
    game: GameInfo
    aid: Aid
    words: AidWords
    symbols: Mapping[str, Symbol]
