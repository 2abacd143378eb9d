"""A small client of the API, with nothing but the standard library and msgspec.

client = Client.register("http://127.0.0.1:8710", "Robota")
table = client.open_table("cambria", ["me", "bot:easy"])
for table in client.follow(table.id):
    for decision in table.decisions:
        client.act(table.id, decision, decision.options[0].action)
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from http.client import HTTPException, HTTPResponse
from typing import Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

import msgspec

from ludus.core.errors import LudusError
from ludus.web.api import operations as ops
from ludus.web.api.operations import Operation
from ludus.web.api.schemas import (
    Act,
    Address,
    AtSeat,
    DecisionAnswer,
    Done,
    Failure,
    Fork,
    GameInfo,
    Join,
    MeAnswer,
    NewSession,
    NewTable,
    Nothing,
    Say,
    Story,
    TableAnswer,
    TableLine,
    Undo,
    Upload,
    UseLink,
)

B = TypeVar("B")
R = TypeVar("R")

TIMEOUT = 30.0
RETRIED: Final = frozenset((0, 429, 502, 503, 504))
"""When a stream is worth another try: no answer, too fast, or a proxy that finds nobody at home."""
STREAM_TIMEOUT = 60.0
"""The server shows a sign of life more often than that."""


class ApiError(LudusError):
    """The server refused; `status` is the HTTP status, 0 if there was no answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Client:
    """A session at a server. Keep `token` to continue it later."""

    def __init__(self, base: str, token: str = "") -> None:
        if urlsplit(base).scheme not in ("http", "https"):
            raise ApiError(0, f"{base!r} is not an address such as http://127.0.0.1:8710")
        self.base = base.rstrip("/")
        self.token = token

    @classmethod
    def register(cls, base: str, name: str) -> Client:
        """Start a session under a name."""
        client = cls(base)
        client.token = client.call(ops.NEW_SESSION, NewSession(name)).token
        return client

    def call(
        self,
        operation: Operation[B, R],
        body: B,
        path: Mapping[str, str] | None = None,
        **query: object,
    ) -> R:
        """Use any operation of the API that answers with JSON; `path` fills in its address."""
        data = None if operation.reads else msgspec.json.encode(body)
        address = _address(operation.api, path or {}, query)
        with self._open(operation.method, address, data, TIMEOUT) as answer:
            return msgspec.json.decode(self._read(answer), type=operation.result)

    def me(self) -> MeAnswer:
        return self.call(ops.ME, Nothing())

    def games(self) -> tuple[GameInfo, ...]:
        return self.call(ops.GAMES, Nothing()).games

    def tables(self, kind: str = "open", page: int = 1) -> tuple[TableLine, ...]:
        """The tables in a list: `open`, `live`, `finished` or `mine`, of which there are pages."""
        return self.call(ops.LIST_TABLES, Nothing(), list=kind, page=page).tables

    def open_table(
        self,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, str] | None = None,
        private: bool = False,
        pace: str = "none",
        at_zero: str = "nothing",
    ) -> TableAnswer:
        """A new table; `seats` are `me`, `open` or `bot:LEVEL`."""
        body = NewTable(game, list(seats), [], dict(options or {}), private, pace, at_zero)
        return self.call(ops.CREATE_TABLE, body)

    def join(self, table: str, seat: int | None = None) -> TableAnswer:
        return self.call(ops.JOIN, Join(seat), {"table": table})

    def use_link(self, address: str) -> TableAnswer:
        """Take the seat of an invitation, or one's own seats by a recovery link."""
        token = urlsplit(address).path.rpartition("/")[2]
        return self.call(ops.USE_LINK, UseLink(), {"token": token})

    def table(self, table: str, at: int | None = None, seat: int | None = None) -> TableAnswer:
        """The table as this session may see it, now or after `at` moves."""
        return self.call(ops.TABLE, Nothing(), {"table": table}, **{"at": at, "as": seat})

    def act(self, table: str, decision: DecisionAnswer, action: str) -> Done:
        """Answer a decision."""
        return self.call(ops.ACT, Act(decision.seat, decision.number, action), {"table": table})

    def undo(self, table: str, seat: int, to: int | None = None) -> Done:
        return self.call(ops.UNDO, Undo(seat, to), {"table": table})

    def redo(self, table: str, seat: int) -> Done:
        return self.call(ops.REDO, AtSeat(seat), {"table": table})

    def say(self, table: str, text: str) -> Done:
        return self.call(ops.SAY, Say(text), {"table": table})

    def story(self, table: str, since: int = 0) -> Story:
        """The log after so many moves; of a long game a piece, and where the next one begins."""
        return self.call(ops.STORY, Nothing(), {"table": table}, since=since)

    def rematch(self, table: str) -> Address:
        return self.call(ops.REMATCH, Nothing(), {"table": table})

    def fork(self, table: str, at: int, seats: Sequence[str] = ()) -> TableAnswer:
        return self.call(ops.FORK, Fork(at, list(seats)), {"table": table})

    def upload(self, record: str) -> TableAnswer:
        return self.call(ops.UPLOAD_RECORD, Upload(record))

    def record(self, table: str) -> str:
        """The record's text."""
        address = _address(ops.RECORD.api, {"table": table}, {})
        with self._open("GET", address, None, TIMEOUT) as answer:
            return self._read(answer).decode()

    def follow(self, table: str, seat: int | None = None) -> Generator[TableAnswer, None, None]:
        """The table now and whenever it changes, until the game is over.

        A lost connection is opened again, and the server then sends the present position.
        """
        address = _address(ops.STREAM.api, {"table": table}, {"as": seat})
        while True:
            try:
                with self._open("GET", address, None, STREAM_TIMEOUT) as answer:
                    for name, data in _events(answer):
                        if name == "table":
                            now = msgspec.json.decode(data, type=TableAnswer)
                            yield now
                            if now.stage == "over":
                                return
            except (OSError, HTTPException):
                pass
            except ApiError as error:
                if error.status not in RETRIED:
                    raise
            time.sleep(0.5)

    # HTTP ---------------------------------------------------------------------------------------

    def _read(self, answer: HTTPResponse) -> bytes:
        try:
            return answer.read()
        except (OSError, HTTPException) as error:
            raise ApiError(0, f"{self.base} broke off in its answer: {error}") from error

    def _open(self, method: str, path: str, data: bytes | None, timeout: float) -> HTTPResponse:
        headers = {"Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(self.base + path, data, headers, method=method)
        try:
            answer: HTTPResponse = urlopen(request, timeout=timeout)
        except HTTPError as error:
            with error:
                raise ApiError(error.code, _sentence(error.read(), error.code)) from None
        except URLError as error:
            raise ApiError(0, f"{self.base} cannot be reached: {error.reason}") from error
        except (OSError, HTTPException) as error:
            raise ApiError(0, f"{self.base} gave no answer: {error}") from error
        return answer


def _address(template: str, path: Mapping[str, str], query: Mapping[str, object]) -> str:
    """An address with its path parameters and those of the query that are given."""
    filled = template.format_map({name: quote(value, safe="") for name, value in path.items()})
    given = {name: value for name, value in query.items() if value is not None}
    return f"{filled}?{urlencode(given)}" if given else filled


def _sentence(body: bytes, status: int) -> str:
    try:
        return msgspec.json.decode(body, type=Failure).error
    except msgspec.MsgspecError:
        return f"The server answered {status}."


def _events(lines: HTTPResponse) -> Iterator[tuple[str, bytes]]:
    """Server-sent events: the name and the data of each."""
    name, data = "message", b""
    for raw in lines:
        line = raw.rstrip(b"\r\n")
        if not line:
            if data:
                yield name, data
            name, data = "message", b""
        elif line.startswith(b"event:"):
            name = line[6:].strip().decode()
        elif line.startswith(b"data:"):
            data += line[5:].strip()
