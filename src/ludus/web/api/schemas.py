"""What requests carry and what the API answers, as types; the OpenAPI description is made of them.

Pages send the same fields as the API does, as forms or as JSON with text values.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludus.core.text import Sentence
from ludus.core.wire import MOST_SEATS, SeatNumber
from ludus.core.wire import Act as Act
from ludus.core.wire import DecisionAnswer as DecisionAnswer
from ludus.core.wire import OptionOffered as OptionOffered
from ludus.core.wire import PlaceAnswer as PlaceAnswer
from ludus.core.wire import ResultAnswer as ResultAnswer
from ludus.lab.analysis import Analysis

MoveNumber = Annotated[int, Meta(ge=0, le=1_000_000, description="A move, counted from 1.")]
Name = Annotated[str, Meta(max_length=200, description="What others call you.")]
SeatWish = Annotated[
    str,
    Meta(
        max_length=40,
        description="'me', 'open', 'bot:LEVEL' or 'bot:LEVEL:PERSONALITY'.",
        examples=["bot:easy"],
    ),
]
LessonName = Annotated[str, Meta(max_length=60, examples=["ring-a-fort"])]
OptionText = Annotated[str, Meta(max_length=100)]


# What is sent -------------------------------------------------------------------------------------


class NewSession(msgspec.Struct, frozen=True):
    """Who somebody wants to be."""

    name: Name


class NewTable(msgspec.Struct, frozen=True):
    """A table to open. It starts by itself once every seat is taken."""

    game: Annotated[str, Meta(max_length=40, examples=["cambria"])]
    seats: Annotated[
        list[SeatWish], Meta(max_length=MOST_SEATS, examples=[["me", "open", "bot:medium"]])
    ]
    names: Annotated[list[Name], Meta(max_length=MOST_SEATS)] = []
    """Names for further seats of one's own, in the order of the seats."""
    options: dict[OptionText, OptionText] = {}
    private: bool = False
    pace: Annotated[str, Meta(max_length=40, examples=["none", "bank:600:10"])] = "none"
    at_zero: Annotated[str, Meta(max_length=40)] = "nothing"
    coach: bool = False
    """Whether it is a beginner's table: the page coaches there unless its player says otherwise."""
    pack: Annotated[str, Meta(max_length=80)] = ""
    """An installed content pack; empty: the built-in content."""


class AtSeat(msgspec.Struct, frozen=True):
    """Something about one seat."""

    seat: SeatNumber


class Join(msgspec.Struct, frozen=True):
    """An open seat to take; none: any."""

    seat: SeatNumber | None = None
    name: Name = ""


PickKey = Annotated[str, Meta(max_length=60)]
PickCount = Annotated[int, Meta(ge=0, le=1000)]


class SendWish(msgspec.Struct, frozen=True):
    """A finished gesture: what was taken, how many of each, and where it is to go."""

    seat: SeatNumber
    decision: Annotated[int, Meta(ge=0, le=10_000_000)]
    gesture: Annotated[str, Meta(max_length=60)]
    picks: Annotated[dict[PickKey, PickCount], Meta(max_length=64)] = {}
    target: Annotated[str, Meta(max_length=100)] = ""


class AskCoach(msgspec.Struct, frozen=True):
    """What to look at: without an action or a gesture, all choices of the open decision."""

    seat: SeatNumber
    action: Annotated[str, Meta(max_length=100)] = ""
    gesture: Annotated[str, Meta(max_length=60)] = ""
    picks: Annotated[dict[PickKey, PickCount], Meta(max_length=64)] = {}
    target: Annotated[str, Meta(max_length=100)] = ""


class Undo(msgspec.Struct, frozen=True):
    """One step back, or all of the seat's moves from number `to` on."""

    seat: SeatNumber
    to: MoveNumber | None = None


class StartLesson(msgspec.Struct, frozen=True):
    """A lesson of the game by its name; without one, the first."""

    lesson: LessonName = ""
    again: bool = False
    """Begin it anew, though it was left in the middle."""


class LessonTurn(msgspec.Struct, frozen=True):
    """Where to go from step `step` of a lesson, counted from 1."""

    seat: SeatNumber
    step: Annotated[int, Meta(ge=1, le=1000)]
    turn: Literal["next", "back", "skip"]


class Takeback(msgspec.Struct, frozen=True):
    """Go back to before move `to`, if all others agree."""

    seat: SeatNumber
    to: MoveNumber


class TakebackAnswer(msgspec.Struct, frozen=True):
    """With `to`, the answer counts only for a request to go back to before that move."""

    seat: SeatNumber
    yes: bool = False
    to: MoveNumber | None = None


class OpeningAnswer(msgspec.Struct, frozen=True):
    """Whether somebody new may take the seat that the host asks about."""

    seat: SeatNumber
    yes: bool = False


class Asking(msgspec.Struct, frozen=True):
    """Whether I want to be asked an optional question: the `question` of its decision.

    If not, it is declined for me at once. Without a question: all that I did not want are asked
    again.
    """

    seat: SeatNumber
    question: Annotated[str, Meta(max_length=60, examples=["warn"])] = ""
    ask: bool = False


class Say(msgspec.Struct, frozen=True):
    """A line of chat."""

    text: Annotated[str, Meta(max_length=4000)]
    name: Name = ""


class Note(msgspec.Struct, frozen=True):
    """Private notes at a table; they replace the old ones."""

    text: Annotated[str, Meta(max_length=40_000)]


class ToBot(msgspec.Struct, frozen=True):
    """Let a bot play a seat; none: as host, bots take all that are open."""

    seat: SeatNumber | None = None
    level: Annotated[str, Meta(max_length=40)] = "medium"


class Fork(msgspec.Struct, frozen=True):
    """Play on from the position after `at` moves. Without `seats`: as `seat`, against bots."""

    at: MoveNumber
    seats: Annotated[list[SeatWish], Meta(max_length=MOST_SEATS)] = []
    seat: SeatNumber | None = None


class Me(msgspec.Struct, frozen=True):
    """What can be said of oneself. An empty webhook switches it off."""

    name: Name
    webhook: Annotated[str, Meta(max_length=2000)] = ""


class Subscribe(msgspec.Struct, frozen=True):
    """A browser's subscription, as its `PushSubscription` says it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=50)]


class ContactId(msgspec.Struct, frozen=True):
    """A browser or an e-mail address where I am told of my turn."""

    id: Annotated[str, Meta(max_length=40)]


class MailAddress(msgspec.Struct, frozen=True):
    """Where e-mails go; empty: nowhere."""

    address: Annotated[str, Meta(max_length=300)] = ""


class Upload(msgspec.Struct, frozen=True):
    """The text of a record file."""

    record: str


class UseLink(msgspec.Struct, frozen=True):
    """Use an invitation or a recovery link."""

    name: Name = ""


class Nothing(msgspec.Struct, frozen=True):
    """No fields are needed."""


# What is answered ---------------------------------------------------------------------------------


class Failure(msgspec.Struct, frozen=True):
    """What was wrong, in a sentence."""

    error: str


class Token(msgspec.Struct, frozen=True):
    """Send it as `Authorization: Bearer TOKEN`. Whoever has it is you."""

    token: str
    name: str


class ContactAnswer(msgspec.Struct, frozen=True):
    """Where I am told of my turn: a browser or an e-mail address."""

    id: str
    kind: Literal["push", "mail"]
    name: str
    confirmed: bool
    """Whether anything is sent there yet."""


class MeAnswer(msgspec.Struct, frozen=True):
    name: str
    webhook: str
    webhook_trouble: str
    contacts: tuple[ContactAnswer, ...] = ()


class PushKey(msgspec.Struct, frozen=True):
    """The key by which a browser knows this server, for `applicationServerKey`."""

    key: str


class OptionAnswer(msgspec.Struct, frozen=True):
    key: str
    choices: tuple[str, ...]
    default: str
    clause: str
    seats: tuple[int, ...]
    """The numbers of players that have this option; empty: all."""


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson of a game; `theme` says who one is in it, `aim` what one tries to do."""

    name: str
    title: str
    minutes: int
    theme: str
    aim: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game on offer, for the pages and the API alike."""

    name: str
    title: str
    line: str
    designer: str
    publisher: str
    minutes: tuple[int, int]
    seats: tuple[int, ...]
    secrets: bool
    version: int
    options: tuple[OptionAnswer, ...]
    levels: tuple[str, ...]
    """The strengths that a bot may play at."""
    picture: str
    """The address of its picture."""
    seating: tuple[tuple[int, str], ...]
    """By number of players, what to know about the seats."""
    weight: int
    """How much there is to learn, from 1 to 3."""
    lessons: tuple[LessonInfo, ...] = ()
    """Guided games, the first one first."""
    personalities: dict[str, str] = {}
    """Whom the levels below master can play as, with a line on each."""


class Games(msgspec.Struct, frozen=True):
    games: tuple[GameInfo, ...]


class SeatAnswer(msgspec.Struct, frozen=True):
    """Somebody at a table. `mine` are the asker's own."""

    seat: int
    name: str
    kind: Literal["open", "player", "bot"]
    level: str
    mine: bool
    connected: bool
    to_move: bool
    deadline: int
    """When the seat's time runs out, ms since 1970; 0: its clock does not run."""
    left: int


class LineAnswer(msgspec.Struct, frozen=True):
    """A line of the story."""

    number: int
    text: str


class ChatAnswer(msgspec.Struct, frozen=True):
    """`seat` is -1 for somebody without one."""

    seat: int
    name: str
    text: str
    at: int
    line: int = 0
    """Its number at the table."""


class AtLine(msgspec.Struct, frozen=True):
    """A line of the chat, by its number."""

    line: int


class Unblock(msgspec.Struct, frozen=True):
    """A session that I have blocked."""

    session: str


class Forget(msgspec.Struct, frozen=True):
    """`sure` must be true: it cannot be undone."""

    sure: bool = False


class UndoAnswer(msgspec.Struct, frozen=True):
    """What `seat` may take back: these moves by itself; `ask` is the one to ask the others for."""

    seat: int
    moves: tuple[int, ...]
    redo: bool
    ask: int
    takeback: int
    """The move that somebody asked to take back; 0: nobody did."""
    takeback_by: int
    your_answer: bool


class OpeningRequest(msgspec.Struct, frozen=True):
    """The host asks whether somebody new may take `seat`; the players of `waiting` must agree."""

    seat: int
    waiting: tuple[int, ...]


class TableAnswer(msgspec.Struct, frozen=True):
    """A table as the asker may see it. `view` is the game's own view, as its rules give it."""

    id: str
    url: str
    game: str
    version: int
    content: str
    options: dict[str, str]
    stage: Literal["waiting", "playing", "over"]
    private: bool
    pace: str
    at_zero: str
    viewer: int
    """Whose view it is: a seat, or -3 for a spectator."""
    position: int
    """How many moves were made in this view."""
    length: int
    seats: tuple[SeatAnswer, ...]
    waiting: tuple[int, ...]
    """The seats that must choose."""
    decisions: tuple[DecisionAnswer, ...]
    """Those of the asker's own seats."""
    view: msgspec.Raw
    undo: UndoAnswer
    result: ResultAnswer | None
    invitations: dict[str, str]
    """For the host: addresses of open seats, by seat."""
    rematch: str
    watch: str
    """The address for people who want to watch; of a private table it carries a token."""
    pinned: str
    opening: OpeningRequest | None = None
    """A freed seat that somebody new may take if all agree."""
    awaited: tuple[int, ...] = ()
    """The seats whose answer to an optional question the game waits for, while nobody must choose.
    """
    unasked: tuple[str, ...] = ()
    """The optional questions that the viewer's seat is never asked, by `question`."""


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    url: str
    game: str
    stage: Literal["waiting", "playing", "over"]
    seats: tuple[str, ...]
    open_seats: tuple[int, ...]
    mine: bool
    your_turn: bool
    moves: int
    changed: int


class Tables(msgspec.Struct, frozen=True):
    """A page of a list of tables. Only the list of one's own tables has more than one."""

    tables: tuple[TableLine, ...]
    more: bool = False
    """Whether there is a next page."""


class Story(msgspec.Struct, frozen=True):
    """What happened, as the asker may know it; a long game is told by pieces."""

    lines: tuple[LineAnswer, ...]
    next: int | None = None
    """If there is more: what to send as `since` for it."""


class Chat(msgspec.Struct, frozen=True):
    lines: tuple[ChatAnswer, ...]


class HintChoice(msgspec.Struct, frozen=True):
    """A choice and what it promises: 0 for a loss, 1 for a win."""

    action: str
    label: str
    worth: float
    chances: tuple[float, ...] = ()
    """Each seat's chance to win after it; they add up to one, a team's counted once."""
    why: Sentence = ()
    """What it does, as parts of a sentence."""
    places: tuple[str, ...] = ()
    """Where it is on the board."""
    goal: Sentence = ()
    """What it is good for, after "you would"."""
    sure: bool = True
    """Whether that follows at once; else it is what the move makes possible."""
    area: Sentence = ()
    """What that is about: where to look."""


class HintAnswer(msgspec.Struct, frozen=True):
    """The best choices of decision `decision`, by what its seat can see, the best one first."""

    decision: int
    choices: tuple[HintChoice, ...]


class CoachAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of decision `decision`, the choices that give away much; or of one of them, why."""

    decision: int
    doubtful: tuple[str, ...] = ()
    told: tuple[Sentence, ...] = ()
    """What others have achieved since the seat's last turn, a sentence each."""
    why: Sentence = ()
    """Why to look again; empty if the choice is fine."""
    better: HintChoice | None = None


class AnalysisAnswer(msgspec.Struct, frozen=True):
    """How far the analysis of a finished game is, and once it is ready, what it found."""

    done: int
    moves: int
    analysis: Analysis | None = None
    error: str = ""


class NotesAnswer(msgspec.Struct, frozen=True):
    text: str


class Address(msgspec.Struct, frozen=True):
    """Where something was made."""

    url: str


class Freed(msgspec.Struct, frozen=True):
    """A seat that was freed: its invitation; or, while a bot plays it, who is asked to agree."""

    url: str = ""
    asked: tuple[int, ...] = ()


class Done(msgspec.Struct, frozen=True):
    """It was done, and is on disk. `position` is how many moves the game now has."""

    position: int


class WishAnswer(msgspec.Struct, frozen=True):
    """How far the game is; `note` says why a wish was not carried out to its end."""

    position: int
    note: str = ""
