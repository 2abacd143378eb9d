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
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

import msgspec

from ludus.core.errors import LudusError
from ludus.web.api.schemas import (
    Act,
    Address,
    AtSeat,
    DecisionAnswer,
    Done,
    Failure,
    Fork,
    GameAnswer,
    Games,
    Join,
    MeAnswer,
    NewSession,
    NewTable,
    Nothing,
    Say,
    Story,
    TableAnswer,
    TableLine,
    Tables,
    Token,
    Undo,
    Upload,
    UseLink,
)

T = TypeVar("T")

TIMEOUT = 30.0
STREAM_TIMEOUT = 60.0
"""The server shows a sign of life more often than that."""


class ApiError(LudusError):
    """The server refused; `status` is why, by HTTP. 0: it could not be reached, or broke off."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Client:
    """Somebody at a server. Keep `token` to be the same somebody again."""

    def __init__(self, base: str, token: str = "") -> None:
        if urlsplit(base).scheme not in ("http", "https"):
            raise ApiError(0, f"{base!r} is not an address such as http://127.0.0.1:8710")
        self.base = base.rstrip("/")
        self.token = token

    @classmethod
    def register(cls, base: str, name: str) -> Client:
        """A new somebody."""
        client = cls(base)
        client.token = client._send("POST", "/api/sessions", Token, NewSession(name)).token
        return client

    def me(self) -> MeAnswer:
        return self._send("GET", "/api/me", MeAnswer)

    def games(self) -> tuple[GameAnswer, ...]:
        return self._send("GET", "/api/games", Games).games

    def tables(self, kind: str = "open") -> tuple[TableLine, ...]:
        """The tables in a list: `open`, `live`, `finished` or `mine`."""
        return self._send("GET", f"/api/tables?list={quote(kind)}", Tables).tables

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
        wish = NewTable(game, list(seats), [], dict(options or {}), private, pace, at_zero)
        return self._send("POST", "/api/tables", TableAnswer, wish)

    def join(self, table: str, seat: int | None = None) -> TableAnswer:
        return self._at(table, "join", TableAnswer, Join(seat))

    def use_link(self, address: str) -> TableAnswer:
        """Take the seat of an invitation, or one's own seats by a recovery link."""
        token = urlsplit(address).path.rpartition("/")[2]
        return self._send("POST", f"/api/links/{quote(token)}", TableAnswer, UseLink())

    def table(self, table: str, at: int | None = None, seat: int | None = None) -> TableAnswer:
        """The table as this somebody may see it, now or after `at` moves."""
        wanted = {"at": at, "as": seat}
        query = "&".join(f"{name}={value}" for name, value in wanted.items() if value is not None)
        return self._send("GET", f"/api/tables/{quote(table)}?{query}", TableAnswer)

    def act(self, table: str, decision: DecisionAnswer, action: str) -> Done:
        """Answer a decision."""
        return self._at(table, "act", Done, Act(decision.seat, decision.number, action))

    def undo(self, table: str, seat: int, to: int | None = None) -> Done:
        return self._at(table, "undo", Done, Undo(seat, to))

    def redo(self, table: str, seat: int) -> Done:
        return self._at(table, "redo", Done, AtSeat(seat))

    def say(self, table: str, text: str) -> Done:
        return self._at(table, "chat", Done, Say(text))

    def story(self, table: str) -> Story:
        return self._send("GET", f"/api/tables/{quote(table)}/story", Story)

    def rematch(self, table: str) -> Address:
        return self._at(table, "rematch", Address, Nothing())

    def fork(self, table: str, at: int, seats: Sequence[str] = ()) -> TableAnswer:
        return self._at(table, "fork", TableAnswer, Fork(at, list(seats)))

    def record(self, table: str) -> str:
        """The record's text."""
        with self._open("GET", f"/api/tables/{quote(table)}/record", None, TIMEOUT) as answer:
            return self._read(answer).decode()

    def upload(self, record: str) -> TableAnswer:
        return self._send("POST", "/api/records", TableAnswer, Upload(record))

    def follow(self, table: str, seat: int | None = None) -> Generator[TableAnswer, None, None]:
        """The table now and whenever it changes, until the game is over.

        A lost connection is taken up again, and the server then sends the present position.
        """
        chosen = "" if seat is None else f"?as={seat}"
        path = f"/api/tables/{quote(table)}/stream{chosen}"
        while True:
            try:
                with self._open("GET", path, None, STREAM_TIMEOUT) as answer:
                    for name, data in _events(answer):
                        if name == "table":
                            now = msgspec.json.decode(data, type=TableAnswer)
                            yield now
                            if now.stage == "over":
                                return
            except (OSError, HTTPException):
                pass
            except ApiError as error:
                if error.status not in (0, 429, 503):
                    raise
            time.sleep(0.5)

    # How it is done -----------------------------------------------------------------------------

    def _at(self, table: str, what: str, kind: type[T], body: object) -> T:
        return self._send("POST", f"/api/tables/{quote(table)}/{what}", kind, body)

    def _send(self, method: str, path: str, kind: type[T], body: object = None) -> T:
        data = None if body is None else msgspec.json.encode(body)
        with self._open(method, path, data, TIMEOUT) as answer:
            return msgspec.json.decode(self._read(answer), type=kind)

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
