"""Every operation that pages and the API offer: its name, body, result, who may use it, and where.

One table for both. The server makes its routes from it, `openapi` the description, `client` its
requests, and the documentation its list of addresses. Pages and programs use the same operations
through two thin adapters (`ludus.web.http.adapters`): a cookie and a form, or a bearer token and
JSON. What each operation does is bound to it in `ludus.web.handlers`.

This module imports nothing of the server, so that a client needs only the standard library and
msgspec.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from ludus.web.api.schemas import (
    Act,
    Address,
    AnalysisAnswer,
    AskCoach,
    Asking,
    AtLine,
    AtSeat,
    Chat,
    CoachAnswer,
    ContactId,
    Done,
    Forget,
    Fork,
    Freed,
    GameInfo,
    Games,
    HintAnswer,
    Join,
    LessonTurn,
    MailAddress,
    Me,
    MeAnswer,
    NewSession,
    NewTable,
    Note,
    NotesAnswer,
    Nothing,
    OpeningAnswer,
    PushKey,
    Say,
    SendWish,
    StartLesson,
    Story,
    Subscribe,
    TableAnswer,
    Tables,
    Takeback,
    TakebackAnswer,
    ToBot,
    Token,
    Unblock,
    Undo,
    Upload,
    UseLink,
    WishAnswer,
)

B = TypeVar("B", covariant=True)
R = TypeVar("R", covariant=True)

Method: TypeAlias = Literal["GET", "POST", "PUT"]

QuotaName: TypeAlias = Literal[
    "", "tables", "uploads", "analyses", "chat", "seats", "notes", "contacts"
]
"""What an operation counts as: each session and address may do so much of it."""

LISTS: Final = ("open", "live", "finished", "mine")
"""The lists of tables."""


class Who(Enum):
    """Who may use an operation, in words for the documentation."""

    ANYONE = "Anyone."
    VISITOR = "Anyone. A page starts a session for a new visitor; a program needs a token."
    SESSION = "Anyone with a session."
    PLAYER = "The player of the seat."
    HOST = "The host of the table."


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter of the query string."""

    name: str
    summary: str
    kind: Literal["number", "list", "token"] = "number"


@dataclass(frozen=True, slots=True)
class Operation(Generic[B, R]):
    """One operation. `page` and `api` are its paths; an empty one means that it is not offered."""

    name: str
    summary: str
    who: Who
    body: type[B]
    """`Nothing` where no fields are needed."""
    result: type[R]
    """What the API answers. `str` for a stream or a text: see `media`."""
    page: str = ""
    api: str = ""
    method: Method = "POST"
    """The API's method. Pages read with GET and change things with POST."""
    query: tuple[Query, ...] = ()
    media: str = "application/json"
    conflicts: bool = False
    """Whether it can come too late (409)."""
    creates: bool = False
    """Whether it makes something new, which each address may do only so often."""
    quota: QuotaName = ""
    """The quota of session and address that it uses."""
    record: bool = False
    """Whether the body holds a whole record, and may be as large as one."""
    anywhere: bool = False
    """Whether it need not come from our own pages: the token in its path is all that it needs, and
    mail programs send it by themselves."""

    @property
    def reads(self) -> bool:
        return self.method == "GET"

    @property
    def page_method(self) -> Method:
        return "GET" if self.reads else "POST"


AS: Final = Query("as", "Whose view to take, where there is a choice: a seat.")
AT: Final = Query("at", "The view after so many moves; without it, the present one.")
WATCH: Final = Query(
    "watch", "For a private table where I have no seat: the token of its `watch` address.", "token"
)


def _change(
    name: str,
    summary: str,
    who: Who,
    body: type[B],
    result: type[R],
    path: str = "",
    conflicts: bool = True,
    creates: bool = False,
    quota: QuotaName = "",
) -> Operation[B, R]:
    """Something that is done at a table."""
    path = f"/tables/{{table}}/{path or name}"
    return Operation(
        name,
        summary,
        who,
        body,
        result,
        page=path,
        api=f"/api{path}",
        conflicts=conflicts,
        creates=creates,
        quota=quota,
    )


def _look(
    name: str,
    summary: str,
    result: type[R],
    path: str,
    *query: Query,
    who: Who = Who.ANYONE,
    page: str = "",
    media: str = "application/json",
) -> Operation[Nothing, R]:
    """Something that a program can read at a table."""
    return Operation(
        name,
        summary,
        who,
        Nothing,
        result,
        page=page,
        api=f"/api/tables/{{table}}{path}",
        method="GET",
        query=query,
        media=media,
    )


# Sessions and games -------------------------------------------------------------------------------

NEW_SESSION: Final = Operation(
    "new_session",
    "Start a session and get its token.",
    Who.ANYONE,
    NewSession,
    Token,
    api="/api/sessions",
    creates=True,
)
ME: Final = Operation(
    "me", "My name and webhook.", Who.SESSION, Nothing, MeAnswer, api="/api/me", method="GET"
)
PUT_ME: Final = Operation(
    "put_me",
    "Change my name or webhook.",
    Who.VISITOR,
    Me,
    MeAnswer,
    page="/me",
    api="/api/me",
    method="PUT",
)
LOG_OUT: Final = Operation(
    "log_out",
    "Make all my cookies and tokens void, wherever they are; the answer has a new one.",
    Who.SESSION,
    Nothing,
    Token,
    page="/me/logout",
    api="/api/me/logout",
)
FORGET_ME: Final = Operation(
    "forget_me",
    "Delete everything about me. At my tables bots play on under another name.",
    Who.SESSION,
    Forget,
    Nothing,
    page="/me/forget",
    api="/api/me/forget",
)
UNBLOCK: Final = Operation(
    "unblock",
    "Hear from somebody again whom I have blocked.",
    Who.SESSION,
    Unblock,
    MeAnswer,
    page="/me/unblock",
    api="/api/me/unblock",
)
DEVICE: Final = Operation(
    "device",
    "A link that makes another device mine, with all my seats. It works once, and not for long.",
    Who.SESSION,
    Nothing,
    Address,
    page="/me/device",
    api="/api/me/device",
    quota="seats",
)
USE_DEVICE: Final = Operation(
    "use_device",
    "Be on this device who made the link.",
    Who.ANYONE,
    Nothing,
    Token,
    page="/device/{token}",
    api="/api/devices/{token}",
    conflicts=True,
    quota="seats",
)
PUSH_KEY: Final = Operation(
    "push_key",
    "The key with which a browser asks its push service for messages of this server.",
    Who.SESSION,
    Nothing,
    PushKey,
    page="/me/push",
    api="/api/me/push",
    method="GET",
)
SUBSCRIBE: Final = Operation(
    "subscribe",
    "Be told of my turn by push messages to this browser.",
    Who.SESSION,
    Subscribe,
    MeAnswer,
    page="/me/push",
    api="/api/me/push",
    quota="contacts",
)
DROP_CONTACT: Final = Operation(
    "drop_contact",
    "Be told no more in a browser, or at an e-mail address.",
    Who.SESSION,
    ContactId,
    MeAnswer,
    page="/me/contacts/drop",
    api="/api/me/contacts/drop",
)
PUT_MAIL: Final = Operation(
    "put_mail",
    "Be told of my turn by e-mail, once the address is confirmed by the link that is sent there.",
    Who.SESSION,
    MailAddress,
    MeAnswer,
    page="/me/mail",
    api="/api/me/mail",
    method="PUT",
)
CONFIRM_MAIL: Final = Operation(
    "confirm_mail",
    "Confirm an e-mail address, by the link that was sent there.",
    Who.ANYONE,
    Nothing,
    Nothing,
    page="/mail/confirm/{token}",
    quota="contacts",
)
STOP_MAIL: Final = Operation(
    "stop_mail",
    "End e-mails, by the link in one of them; mail programs do it too (RFC 8058).",
    Who.ANYONE,
    Nothing,
    Nothing,
    page="/mail/stop/{token}",
    anywhere=True,
)
GAMES: Final = Operation(
    "games", "All games.", Who.ANYONE, Nothing, Games, api="/api/games", method="GET"
)
GAME: Final = Operation(
    "game", "One game.", Who.ANYONE, Nothing, GameInfo, api="/api/games/{game}", method="GET"
)

# Tables -------------------------------------------------------------------------------------------

LIST_TABLES: Final = Operation(
    "list_tables",
    "The tables in a list.",
    Who.ANYONE,
    Nothing,
    Tables,
    api="/api/tables",
    method="GET",
    query=(Query("list", "Which list.", "list"), Query("page", "Which page of it, from 1.")),
)
CREATE_TABLE: Final = Operation(
    "create_table",
    "Open a table. It starts once every seat is taken.",
    Who.VISITOR,
    NewTable,
    TableAnswer,
    page="/tables",
    api="/api/tables",
    creates=True,
    quota="tables",
)
UPLOAD_RECORD: Final = Operation(
    "upload_record",
    "Open a table from a record: to look at if the game is over, else to play on.",
    Who.VISITOR,
    Upload,
    TableAnswer,
    page="/upload",
    api="/api/records",
    creates=True,
    quota="uploads",
    record=True,
)
PLAY_EXAMPLE: Final = Operation(
    "play_example",
    "Play on from a worked example of the rules, against bots.",
    Who.VISITOR,
    Nothing,
    TableAnswer,
    page="/rules/{game}/examples/{example}",
    api="/api/games/{game}/examples/{example}",
    creates=True,
    quota="tables",
)
START_LESSON: Final = Operation(
    "start_lesson",
    "Open the table of a lesson, or come back to the one I left.",
    Who.VISITOR,
    StartLesson,
    TableAnswer,
    page="/learn/{game}",
    api="/api/learn/{game}",
    creates=True,
    quota="tables",
)
USE_LINK: Final = Operation(
    "use_link",
    "Use an invitation or recovery link.",
    Who.VISITOR,
    UseLink,
    TableAnswer,
    page="/i/{token}",
    api="/api/links/{token}",
    conflicts=True,
    quota="seats",
)

# At a table: looking ------------------------------------------------------------------------------

TABLE: Final = _look("table", "The table as I may see it.", TableAnswer, "", AS, AT, WATCH)
STREAM: Final = _look(
    "stream",
    "The live stream. The API sends the events `table` (the table as above) and `chat`.",
    str,
    "/stream",
    AS,
    WATCH,
    page="/tables/{table}/stream",
    media="text/event-stream",
)
SINCE: Final = Query("since", "The log after so many moves; without it, from the beginning.")
STORY: Final = _look(
    "story", "The log of the game, a long one by pieces.", Story, "/story", AS, SINCE, WATCH
)
RECORD: Final = _look(
    "record",
    "The record of the game; while players hold secrets, only once it is over.",
    str,
    "/record",
    WATCH,
    page="/tables/{table}/record",
    media="application/x-ndjson",
)
CHAT: Final = _look("chat", "The chat.", Chat, "/chat", WATCH)
NOTES: Final = _look("notes", "My notes.", NotesAnswer, "/notes", who=Who.SESSION)

# At a table: playing ------------------------------------------------------------------------------

ACT: Final = _change("act", "Answer a decision.", Who.PLAYER, Act, Done)
GESTURE: Final = _change(
    "gesture", "Answer several decisions in one movement, as the page offers it.", Who.PLAYER,
    SendWish, WishAnswer,
)  # fmt: skip
HINT: Final = _change(
    "hint", "The best choices, while all other seats are bots or mine.", Who.PLAYER, AtSeat,
    HintAnswer,
)  # fmt: skip
COACH: Final = _change(
    "coach", "Which choices give away much, or why one does; refused where hints are.", Who.PLAYER,
    AskCoach, CoachAnswer,
)  # fmt: skip
ASKING: Final = _change(
    "asking", "Never be asked an optional question at this table, or be asked again.", Who.PLAYER,
    Asking, Done, conflicts=False,
)  # fmt: skip
LESSON: Final = _change(
    "lesson", "Go on in a lesson, go back, or skip a step: the lesson then makes its move.",
    Who.PLAYER, LessonTurn, Done,
)  # fmt: skip
UNDO: Final = _change("undo", "Undo my own moves.", Who.PLAYER, Undo, Done)
REDO: Final = _change("redo", "Redo the move I undid.", Who.PLAYER, AtSeat, Done)
TAKEBACK: Final = _change(
    "takeback", "Ask the others for a takeback.", Who.PLAYER, Takeback, Done, quota="chat"
)
ANSWER_TAKEBACK: Final = _change(
    "answer_takeback", "Agree to a takeback, refuse it, or withdraw my own request.", Who.PLAYER,
    TakebackAnswer, Done, "takeback/answer",
)  # fmt: skip
SAY: Final = Operation(
    "say",
    "Send a chat message.",
    Who.VISITOR,
    Say,
    Done,
    page="/tables/{table}/chat",
    api="/api/tables/{table}/chat",
    query=(WATCH,),
    quota="chat",
)
REPORT: Final = _change(
    "report", "Report a line of chat to whoever runs the server.", Who.SESSION, AtLine, Done,
    conflicts=False, quota="chat",
)  # fmt: skip
BLOCK: Final = _change(
    "block", "Hear nothing more from the author of a line of chat.", Who.SESSION, AtLine, Done,
    conflicts=False, quota="chat",
)  # fmt: skip
PUT_NOTES: Final = Operation(
    "put_notes",
    "Replace my notes.",
    Who.SESSION,
    Note,
    Done,
    page="/tables/{table}/notes",
    api="/api/tables/{table}/notes",
    method="PUT",
    quota="notes",
)

# At a table: seats --------------------------------------------------------------------------------

JOIN: Final = _change("join", "Take an open seat.", Who.VISITOR, Join, TableAnswer, quota="seats")
LEAVE: Final = _change(
    "leave", "Leave before the game begins.", Who.PLAYER, AtSeat, Done, quota="seats"
)
BOT: Final = _change(
    "bot",
    "Give a seat to a bot: mine, as host an open one, or a rival's who is out of time. Without a "
    "seat, as host: all that are open.",
    Who.SESSION, ToBot, Done, quota="seats",
)  # fmt: skip
RECLAIM: Final = _change(
    "reclaim", "Take my seat back from the bot.", Who.SESSION, AtSeat, Done, quota="seats"
)
FREE: Final = _change(
    "free",
    "Open a seat again whose player is gone. In a running game with secrets a bot plays on, and "
    "the others are asked whether somebody new may take the seat.",
    Who.HOST, AtSeat, Freed, quota="seats",
)  # fmt: skip
ANSWER_OPENING: Final = _change(
    "answer_opening", "Agree that somebody new takes a freed seat, or refuse.", Who.PLAYER,
    OpeningAnswer, Done, "free/answer",
)  # fmt: skip
INVITE: Final = _change(
    "invite", "A fresh invitation to an open seat.", Who.HOST, AtSeat, Address, conflicts=False,
    quota="seats",
)  # fmt: skip
RECOVERY: Final = _change(
    "recovery", "A link that carries my seats to another device.", Who.SESSION, Nothing, Address,
    conflicts=False, quota="seats",
)  # fmt: skip
FORFEIT: Final = _change("forfeit", "Resign.", Who.PLAYER, AtSeat, Done)

# At a table: afterwards ---------------------------------------------------------------------------

REMATCH: Final = _change(
    "rematch", "Play again with the same people.", Who.SESSION, Nothing, Address, creates=True,
    quota="tables",
)  # fmt: skip
FORK: Final = _change(
    "fork", "Play on from a past position.", Who.VISITOR, Fork, TableAnswer, creates=True,
    quota="tables",
)  # fmt: skip
START_ANALYSIS: Final = Operation(
    "start_analysis",
    "Start the analysis of a finished game.",
    Who.SESSION,
    Nothing,
    AnalysisAnswer,
    page="/tables/{table}/analysis",
    api="/api/tables/{table}/analysis",
    creates=True,
    quota="analyses",
)
ANALYSIS: Final = _look(
    "analysis", "How far the analysis is, and its result.", AnalysisAnswer, "/analysis"
)

OPERATIONS: Final = tuple(
    value for value in list(globals().values()) if isinstance(value, Operation)
)
"""All of them, in the order above."""
