"""What pages are drawn from: plain data, complete, for one viewer.

The server fills these models and decides what a viewer may know and do; `ludus.web.pages` turns
them into HTML and knows nothing else. Every string in here is raw text: pages escape it. A
`TableModel` holds only what its viewer may see. The events of the streams are in `docs/pages.md`,
the addresses in `docs/addresses.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

import msgspec

from ludus.core.face import Choice, Line, Panel, Piece, Prompt, Scene
from ludus.core.models import About, Dashboard, Gesture, Preview, Symbol, Target
from ludus.core.protocol import Seat
from ludus.core.text import Sentence
from ludus.store import SeatKind, Stage
from ludus.web.api.schemas import GameInfo
from ludus.web.bots.analysis_worker import AnalysisReport
from ludus.web.live.lesson_model import LessonModel
from ludus.web.live.page_models import (
    AidModel,
    ChatLineModel,
    DeviceModel,
    ErrorModel,
    InviteModel,
    JoinModel,
    LearnModel,
    Level,
    LobbyModel,
    MailModel,
    MeModel,
    NewTableModel,
    PrivacyModel,
    RulesModel,
    Visitor,
)

# The table ----------------------------------------------------------------------------------------


class Clock(msgspec.Struct, frozen=True):
    """A seat's time. `deadline` (ms since 1970) counts while it runs, `left` (ms) when not.

    A timer of the game's own belongs to the CLOCK seat.
    """

    seat: Seat
    deadline: int
    left: int
    running: bool


class PanelModel(msgspec.Struct, frozen=True):
    """A player's panel: what the game says, and what the server knows."""

    panel: Panel
    kind: SeatKind
    level: str
    mine: bool
    to_move: bool
    connected: bool
    clock: Clock | None
    late: bool
    """The clock has run out and the others may act on it."""
    absent: str = ""
    """The name of the player whose seat a bot keeps warm; empty if nobody's."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log. `number` is its move, counted from 1; `id` is its element."""

    id: str
    number: int
    line: Line
    game: str = ""
    clause_title: str = ""
    """What people read for its clause."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """`seat` is -1 for somebody without one."""

    id: str
    seat: Seat
    name: str
    text: str
    at: int
    about: str = ""
    """Where it can be reported and its author blocked."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """A takeback that waits for answers. `to` is the move that is to be undone, and all after."""

    seat: Seat
    name: str
    to: int
    waiting_for: tuple[str, ...]
    yours: bool
    """Whether this viewer still has to answer."""
    answers: Seat = -1
    """The viewer's seat that is asked."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The host asks whether somebody new may take the seat of `name`."""

    name: str
    waiting_for: tuple[str, ...]
    answers: Seat = -1
    """The viewer's seat that is asked; -1 if it is not."""


class UndoModel(msgspec.Struct, frozen=True):
    """What may be taken back, by `seat`. Numbers are what to send as `to`; 0: not possible."""

    seat: Seat = -1
    step: int = 0
    turn: int = 0
    """The start of the turn, where that is further back than one step."""
    lines: tuple[int, ...] = ()
    """All moves to which undo may go back, for "undo to here" in the log: it belongs to the part
    with the undo buttons (say, as a data attribute), for a log line never changes once sent."""
    redo: bool = False
    ask: int = 0
    """The last own move, to ask for a takeback where undo ends."""
    pending: Takeback | None = None


class History(msgspec.Struct, frozen=True):
    """Which position is shown: after move `at` of `length`. `live` follows the game."""

    at: int
    length: int
    live: bool


class Decided(msgspec.Struct, frozen=True):
    """The choice that led to a past position. `count`: from how many; 0 if that is not told."""

    seat: Seat
    name: str
    label: str
    count: int


class CurveModel(msgspec.Struct, frozen=True):
    """How a game went: for each seat a value after so many moves as `moves` says."""

    kind: Literal["chances", "points"]
    """Chances to win in percent, once there is an analysis; points before that."""
    moves: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Curtain:
    """The device is to be passed to another player before anything secret is shown."""

    seat: Seat
    name: str
    url: str
    """The page from that seat's viewpoint; the stream takes the same `as`."""


class Viewpoint(msgspec.Struct, frozen=True):
    """A seat from which this viewer may look (hot-seat, or once the game is over)."""

    seat: Seat
    name: str
    url: str
    shown: bool
    to_move: bool


class SeatPlace(msgspec.Struct, frozen=True):
    """A seat as the table's own administration shows it: before the start, and for the host."""

    seat: Seat
    name: str
    kind: SeatKind
    level: str
    mine: bool
    invitation: str = ""
    """For the host: an address that claims the seat once; empty when there is none."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """`parts` are (words, points), in the game's own order.

    `pieces` has for each of them what it consists of; nothing for one that is shown as a whole.
    """

    seat: Seat
    name: str
    rank: int
    score: int
    parts: tuple[tuple[str, int], ...]
    pieces: tuple[tuple[Piece, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended. Rows go by rank; `series` has each seat's score after `points` moves."""

    verdict: Sentence
    reason: str
    decided_by: str
    rows: tuple[ResultRow, ...]
    others: tuple[tuple[str, int], ...]
    points: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]
    ahead: Sentence = ()
    """The winner's score and lead in a few words, where that is what decided."""


May: TypeAlias = Literal[
    "act",  # choose among `choices`
    "chat",
    "notes",
    "join",  # an open seat
    "leave",  # before the start
    "bot",  # give one's own seat to a bot
    "reclaim",  # take it back
    "hand_over",  # give a late rival's seat to a bot
    "forfeit",  # give up one's own seat
    "host",  # invite, free, fill with bots
    "recovery",
    "rematch",
    "fork",  # play on from the position shown
    "record",  # download
]


# Made for every viewer of every move: fields of a frozen one take four times as long to set.
@dataclass(slots=True)
class TableModel:
    """A table as one viewer sees it, at one position. Viewers of the same kind share it."""

    id: str
    url: str
    game: str
    title: str
    """The game's title."""
    page_title: str
    """For the tab: says whose turn it is."""
    stage: Stage
    seats: int
    viewer: Seat
    """Whose view this is: a seat or SPECTATOR."""
    held: tuple[Seat, ...]
    """The seats that the viewer's session holds; several in hot-seat."""
    deciding: Seat
    """The seat that `choices` are for; -1 if the viewer has nothing to choose."""
    decision: int
    """The number to send with the choice."""
    prompt: Prompt | None
    """What the viewer has to do."""
    status: Sentence
    """What is being waited for; empty where there is a prompt, and only there."""
    choices: tuple[Choice, ...]
    scenes: tuple[Scene, ...]
    description: str
    """The whole position in sentences, for a screen reader."""
    panels: tuple[PanelModel, ...]
    log: tuple[LogLine, ...]
    log_start: int
    """The log begins after so many moves; 0 unless the game is long."""
    chat: tuple[ChatLine, ...]
    """The room that this viewer belongs to: the players' or the spectators'."""
    undo: UndoModel
    history: History
    may: frozenset[May]
    curtain: Curtain | None
    viewpoints: tuple[Viewpoint, ...]
    places: tuple[SeatPlace, ...]
    private: bool
    pace: str
    options: tuple[tuple[str, str], ...]
    """The table's options in words."""
    levels: tuple[Level, ...]
    watch_url: str
    """The address to give to spectators; of a private table, with the token that lets them in."""
    result: Result | None
    rematch_url: str = ""
    """The table of the rematch, once somebody asked for one."""
    pinned: str = ""
    """Why the game cannot go on under the present rules; empty if it can."""
    watchers: int = 0
    timer: Clock | None = None
    """The game's own timer, while one runs that is long enough to be watched."""
    dashboard: Dashboard = field(default_factory=Dashboard)
    """What stands round the pictures."""
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    """The game's icons; they never change."""
    edition: str = ""
    """The title of the content pack that is played with; empty for built-in content."""
    clause_title: str = ""
    """The title of the prompt's clause, for people to read."""
    moment_title: str = ""
    """The same for the clause of the open decision's moment."""
    clock: str = "no clock"
    """The pace in short."""
    opening: Opening | None = None
    """A seat that somebody new may take if all agree."""
    gestures: tuple[Gesture, ...] = ()
    """Ways to make several choices in one movement."""
    optional: bool = False
    """Whether what the viewer is asked may be left: then it is not their turn."""
    question: str = ""
    """The key of an optional question that the viewer may choose never to be asked."""
    unasked: tuple[str, ...] = ()
    """The optional questions that this seat's player never wants to be asked, in words."""
    lesson: LessonModel | None = None
    """The lesson, for whoever takes it here."""
    teaches: bool = False
    """Whether there are lessons of this game."""
    coached: bool = False
    """Whether it is a beginner's table, where coaching is on by default."""
    decided: Decided | None = None
    """What led to a past position."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page around a table: what belongs to one visitor alone."""

    visitor: Visitor
    table: TableModel
    notes: str
    stream_url: str
    """Where the live stream is; empty for a past position given by address."""
    now: int
    """The server's watch, ms since 1970."""


@dataclass(frozen=True, slots=True)
class TurningModel:
    """What the end of a game shows of its analysis, which may still be in the making."""

    game: str
    url: str
    names: tuple[str, ...]
    viewer: Seat
    """Whose play is told; SPECTATOR for everybody's."""
    may_fork: bool
    done: int
    moves: int
    found: AnalysisReport | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class AboutModel:
    """What a thing at a table is. `clauses` are (id, title)."""

    game: str
    about: About
    clauses: tuple[tuple[str, str], ...]


# What pages must offer ----------------------------------------------------------------------------


class Patch(msgspec.Struct, frozen=True):
    """An element, by its id, as it should be now."""

    id: str
    html: str


class Part(msgspec.Struct, frozen=True):
    """An element of the page, by its id, in the pieces it was drawn in.

    Pieces are put together as they are. One that is an element with an id, or a part itself, can be
    sent alone when it differs; so they should stay in the same places for as long as they can.
    """

    id: str
    pieces: tuple[str | Part, ...]

    @property
    def html(self) -> str:
        return "".join([each if isinstance(each, str) else each.html for each in self.pieces])

    @property
    def patch(self) -> Patch:
        """All of it."""
        return Patch(self.id, self.html)


@dataclass(frozen=True, slots=True)
class LiveParts:
    """Parts of the table page that are drawn together, and all that they are drawn from.

    Two models with the same `inputs` give the same parts; None: they are drawn for every model.
    Inputs are kept for every open page, so large ones are not worth it.
    """

    draw: Callable[[TableModel], tuple[Part, ...]]
    inputs: Callable[[TableModel], tuple[Hashable, ...] | None] = lambda model: None


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """A game looked back at: (moves done, moves), and what was found or what went wrong."""

    visitor: Visitor
    title: str
    url: str
    progress: tuple[int, int] | None
    found: AnalysisReport | str | None


class Pages(Protocol):
    """The functions of `ludus.web.pages`. They are pure, and quick: they run on the event loop.

    `LIVE_PARTS` draw every part of the table page that can change except the log and the chat,
    always in the same order with the same ids; the server sends those that changed. `log` and
    `chat` are parts of their own (`#log`, `#chat`), sent whole only on connecting and after undo.
    A part should not depend on more than it shows, so that it stays the same for as long as it can.
    """

    @property
    def LIVE_PARTS(self) -> Sequence[LiveParts]: ...  # noqa: N802  # A constant of the module.

    def lobby(self, model: LobbyModel) -> str: ...

    def lobby_parts(self, model: LobbyModel) -> Sequence[Patch]: ...

    def new_table(self, model: NewTableModel) -> str: ...

    def learn(self, model: LearnModel) -> str: ...

    def table(self, model: TablePage) -> str: ...

    def table_parts(self, model: TableModel) -> Sequence[Part]: ...

    def log(self, model: TableModel) -> Patch: ...

    def log_line(self, line: LogLine) -> str: ...

    def chat(self, model: TableModel) -> Patch: ...

    def chat_line(self, line: ChatLine) -> str: ...

    def preview(self, preview: Preview) -> str:
        """What a choice would do, for the action bar."""
        ...

    def preview_rows(self, preview: Preview) -> str:
        """What stands there afterwards, for a tip beside the place; may be empty."""
        ...

    def aim(self, target: Target) -> dict[str, str]:
        """What a target of a gesture means: its note and chips as HTML, and its tone."""
        ...

    def about(self, model: AboutModel) -> str: ...

    def turning(self, model: TurningModel) -> str: ...

    def mini_board(self, scene: Scene) -> str:
        """A picture without its styles, to stand apart from the board."""
        ...

    def privacy(self, model: PrivacyModel) -> str: ...

    def device(self, model: DeviceModel) -> str: ...

    def mail(self, model: MailModel) -> str: ...

    def chat_line_page(self, model: ChatLineModel) -> str: ...

    def rules(self, model: RulesModel) -> str: ...

    def aid(self, model: AidModel) -> str: ...

    def analysis(self, model: AnalysisPage) -> str: ...

    def me(self, model: MeModel) -> str: ...

    def invite(self, model: InviteModel) -> str: ...

    def join(self, model: JoinModel) -> str: ...

    def error(self, model: ErrorModel) -> str: ...

    def face_css(self, scenes: Sequence[Scene]) -> str:
        """The styles that travel inside of a game's pictures, as a sheet of their own.

        `scenes` are the pictures of an opening position, as a player and as a spectator see it.
        """
        ...

    def card(self, game: GameInfo, svg: str) -> str:
        """The drawn card of a game as an SVG document of its own, from its opening picture."""
        ...
