"""One request: its session, its table, what was sent, and how the response goes back."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludus.bots.levels import MASTER
from ludus.core.protocol import Seat
from ludus.core.wire import MOST_SEATS
from ludus.store import Session
from ludus.web.cluster.owners import asked_by_worker
from ludus.web.http.addresses import source_of
from ludus.web.http.compression import LEAST, VARY, accepts_gzip, compress, parts_of, same
from ludus.web.http.errors import BadBody, Forbidden, Unauthorized
from ludus.web.http.sessions import COOKIE, COOKIE_AGE
from ludus.web.http.sse import to_json
from ludus.web.live.hub import NOT_OPEN, Hub
from ludus.web.paths import base
from ludus.web.state import AppState

T = TypeVar("T")

JSON: Final = "application/json"
HTML: Final = "text/html"
FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 200
USUAL_LEVEL: Final = "medium"
MOST_PAGES: Final = 10_000
_LISTS: Final = frozenset(("seats", "names"))

GUESTS: Final = (
    "Aelia",
    "Aquila",
    "Balbus",
    "Cassia",
    "Corvus",
    "Drusa",
    "Fabia",
    "Horatia",
    "Laelia",
    "Naso",
    "Petra",
    "Quinta",
    "Rufus",
    "Sabina",
    "Seneca",
    "Tullia",
    "Varro",
    "Vera",
)
"""Names for visitors who have not chosen one."""

NO_SEAT: Final = "you have no seat here: take one first, or use your link again"
NO_NAME: Final = "this is for visitors with a name: choose one under 'Your name' first"
NO_TOKEN: Final = (
    "no token was sent: POST /api/sessions gives one, to be sent as 'Authorization: Bearer TOKEN'"
)
TOO_DEEP: Final = "the body is nested too deeply"
WATCH: Final = "watch"
"""The query parameter of a watch link, and the cookie that stands for it."""


class RequestContext:
    """A request with everything that its handler needs.

    `by_token` says that it came through the API: then no session is started for a stranger.
    """

    def __init__(self, app: AppState, request: Request, by_token: bool = False) -> None:
        self.app = app
        self.request = request
        self.session: Session | None = None
        self.by_token = by_token
        self._new: Session | None = None
        self._fields: dict[str, object] | None = None

    # The session --------------------------------------------------------------------------------

    @property
    def session_id(self) -> str:
        """Empty without a session."""
        return self.session.id if self.session else ""

    def require_session(self, otherwise: str = NO_SEAT) -> Session:
        if self.session is None:
            raise Unauthorized(NO_TOKEN if self.by_token else otherwise)
        return self.session

    async def ensure_session(self, name: str = "") -> Session:
        """The session, renamed if a name is given; a page's new visitor gets a new one."""
        if self.session is None and not self.by_token:
            self.app.limits.create(self.address)
            self.session = await self.app.sessions.create(name or secrets.choice(GUESTS))
            self._new = self.session
        session = self.require_session()
        if name and name != session.name:
            self.app.limits.use("names", session.id, self.address)
            self.session = session = await self.app.rename(session, name)
        return session

    def adopt(self, session: Session) -> None:
        """From now on this browser is that session."""
        self.session = self._new = session

    @property
    def address(self) -> str:
        """Whom the limits count for this request."""
        client = self.request.client
        return source_of(client.host) if client else "?"

    # What was sent ------------------------------------------------------------------------------

    @property
    def wants_json(self) -> bool:
        """Whether a script asks, rather than a browser's window."""
        headers = self.request.headers
        return headers.get("content-type", "").startswith(JSON) or headers.get(
            "accept", ""
        ).startswith(JSON)

    async def fields(self, limit: int | None = None) -> dict[str, object]:
        """The fields of the form or JSON object; read once."""
        if self._fields is None:
            body = await self.body(limit)
            kind = self.request.headers.get("content-type", "")
            if len(body) > self.app.settings.body_limit:
                self._fields = await self.app.tables.heavy.run(len(body), read_fields, body, kind)
            else:
                self._fields = read_fields(body, kind)
        return self._fields

    async def body(self, limit: int | None = None) -> bytes:
        """The body; one that is too large is refused before all of it is read."""
        most = limit or self.app.settings.body_limit
        chunks = []
        with self.app.bodies.receiving(self.address, most) as grow:
            async for chunk in self.request.stream():
                grow(len(chunk))
                chunks.append(chunk)
            return b"".join(chunks)

    def query_int(self, name: str, least: int = 0, most: int = 10_000_000) -> int | None:
        """A number from the query string; None if it is missing."""
        text = self.request.query_params.get(name)
        if text is None or text == "":
            return None
        return parse_int(text, name, least, most)

    @property
    def page(self) -> int:
        """Which page of a list was asked for."""
        return self.query_int("page", 1, MOST_PAGES) or 1

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    # The table ----------------------------------------------------------------------------------

    @property
    def chosen(self) -> Seat | None:
        """The viewpoint that was asked for."""
        return self.query_int("as", 0, 99)

    @property
    def may_watch(self) -> bool:
        """Whether the request carries the table's watch token, in its query or its cookie."""
        given = self.request.query_params.get(WATCH) or self.request.cookies.get(WATCH)
        return self.app.links.may_watch(self.path("table"), given)

    async def hub(self) -> Hub:
        """The table of the path, if it is open to this session."""
        hub = await self.app.tables.hub(self.path("table"))
        if not hub.live.open_to(self.session_id, False) and not self.may_watch:
            raise Forbidden(NOT_OPEN)
        if self.app.members is not None:
            await self.app.tables.asked(hub, asked_by_worker.get())
        if self.request.method == "GET":
            # What is shown must be on disk.
            await hub.live.quiet()
        return hub

    # Responses ----------------------------------------------------------------------------------

    def html(self, text: str, status: int = 200) -> Response:
        return self.with_session(self._compressed(text, HTML, status))

    def json(self, data: object) -> Response:
        """Data that is large enough to be compressed."""
        return self._compressed(to_json(data).decode(), JSON)

    def cacheable(self, text: str, kind: str, headers: Mapping[str, str] | None = None) -> Response:
        """Text that seldom changes; 304 for a browser that has it already."""
        tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
        with_tag = {**(headers or {}), "ETag": tag}
        if same(tag, self.request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=with_tag)
        return self._compressed(text, kind, headers=with_tag)

    def _compressed(
        self, text: str, kind: str, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> Response:
        """A response, compressed where it pays and the client takes it."""
        body = text.encode()
        if len(body) < LEAST:
            return Response(body, status, headers, kind)
        given = dict(headers or {})
        given["Vary"] = f"{given['Vary']}, {VARY}" if "Vary" in given else VARY
        if accepts_gzip(self.request.headers):
            given["Content-Encoding"] = "gzip"
            body = compress(parts_of(text))
        return Response(body, status, given, kind)

    def respond(self, data: object, url: str) -> Response:
        """The data for a script; a redirect for a form."""
        if self.wants_json:
            return self.with_session(json_response(data))
        return self.with_session(RedirectResponse(url, 303))

    def with_session(self, response: Response) -> Response:
        """Adds the cookie of a session that was just started."""
        if self._new is not None:
            self._set_cookie(response, COOKIE, self.app.sessions.cookie(self._new), base() or "/")
        return response

    def with_watch_token(self, response: Response, hub: Hub) -> Response:
        """Adds a cookie for this table that stands for the watch link in the query."""
        given = self.request.query_params.get(WATCH)
        if given and self.may_watch:
            self._set_cookie(response, WATCH, given, hub.url)
        return response

    def _set_cookie(self, response: Response, name: str, value: str, path: str) -> None:
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_AGE,
            path=path,
            httponly=True,
            samesite="lax",
            secure=self.request.url.scheme == "https",
        )


def json_response(data: object, status: int = 200) -> Response:
    return Response(to_json(data), status, media_type=JSON)


# What forms and scripts send ----------------------------------------------------------------------


def read_fields(body: bytes, content_type: str) -> dict[str, object]:
    """The fields of a form or of a JSON object."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == JSON:
        try:
            found = msgspec.json.decode(body)
        except RecursionError as error:
            raise BadBody(TOO_DEEP) from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadBody(f"the body is not JSON: {error}") from error
        if not isinstance(found, dict):
            raise BadBody("the body must be a JSON object")
        return found
    if kind not in (FORM, ""):
        raise BadBody(f"the body must be a form or JSON, not {kind[:60]!r}")
    try:
        pairs = parse_qsl(
            body.decode("utf-8"),
            keep_blank_values=True,
            max_num_fields=MOST_FIELDS,
            errors="strict",
        )
    except (UnicodeDecodeError, ValueError) as error:
        raise BadBody(f"the form cannot be read: {error}") from error
    return _form(pairs)


def convert(fields: dict[str, object], kind: type[T]) -> T:
    """Fields as a value of `kind`. Text is accepted for numbers, as forms send it."""
    try:
        return msgspec.convert(_tidy(fields), kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadBody(str(error)) from error


def decode(body: bytes, kind: type[T]) -> T:
    """JSON as a value of `kind`, strictly as the API describes it."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except RecursionError as error:
        raise BadBody(TOO_DEEP) from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadBody(f"the body is not as described: {error}") from error


def parse_int(text: str, name: str, least: int, most: int) -> int:
    """A whole number from text."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not least <= int(text) <= most:
        raise BadBody(f"{name} must be a number from {least} to {most}, not {text[:20]!r}")
    return int(text)


def _form(pairs: list[tuple[str, str]]) -> dict[str, object]:
    """A form's fields; repeated `seat` and `name` fields are the lists of a new table."""
    fields: dict[str, object] = {}
    many: dict[str, list[str]] = {}
    for name, value in pairs:
        many.setdefault(name, []).append(value)
    for name, values in many.items():
        if name in ("seat", "name") and len(values) > 1:
            fields[f"{name}s"] = values
        else:
            fields[name] = values[-1]
    return fields


def _tidy(fields: dict[str, object]) -> dict[str, object]:
    """Fields as forms send them, made ready: lists split, options collected, blanks dropped."""
    tidy: dict[str, object] = {}
    options: dict[str, object] = {}
    for name, value in fields.items():
        if name.startswith("option."):
            options[name.removeprefix("option.")] = value
        elif name in _LISTS and isinstance(value, str):
            tidy[name] = [part.strip() for part in value.split(",")] if value else []
        elif value == "" and name in ("seat", "to", "at"):
            continue
        elif name in ("private", "yes", "ask", "coach") and value in ("on", ""):
            tidy[name] = value == "on"
        else:
            tidy[name] = value
    if options and "options" not in tidy:
        tidy["options"] = options
    if "seat.0" in fields:
        tidy["seats"], tidy["names"] = _seats(fields)
    seats = tidy.get("seats")
    if isinstance(seats, list):
        tidy["seats"] = [seat for seat in seats if seat != ""]
    return tidy


def _seats(fields: dict[str, object]) -> tuple[list[str], list[str]]:
    """The seats and names of the form for a new table, which asks for each by a field of its own.

    With `fill` no seat stays open: a bot of the level chosen there takes it.
    """
    count = str(fields.get("count", ""))
    seats, names = [], []
    for seat in range(int(count) if count in map(str, range(1, MOST_SEATS + 1)) else 0):
        kind = str(fields.get(f"seat.{seat}", ""))
        if kind == "bot" or (kind == "open" and fields.get("fill") == "bots"):
            kind = f"bot:{fields.get(f'level.{seat}') or USUAL_LEVEL}"
            personality = fields.get(f"as.{seat}")
            # The form cannot hide what does not go with the level where there is no script.
            if personality and kind != f"bot:{MASTER}":
                kind += f":{personality}"
        seats.append(kind)
        names.append(str(fields.get(f"name.{seat}", "")))
    return seats, names
