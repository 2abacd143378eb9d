"""One request: who asks, what they sent, and in which form they want the answer."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludus.core.protocol import Seat
from ludus.store import Session
from ludus.web.http.errors import BadBody, Forbidden, TooLarge, TooManyRequests, Unauthorized
from ludus.web.http.sessions import COOKIE, COOKIE_AGE
from ludus.web.http.sse import EventStream, to_json
from ludus.web.live.hub import NOT_OPEN, Hub
from ludus.web.state import AppState

T = TypeVar("T")

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
NO_TOKEN: Final = (
    "no token was sent: POST /api/sessions gives one, to be sent as 'Authorization: Bearer TOKEN'"
)
JSON: Final = "application/json"
WATCH: Final = "watch"
"""What a watchers' link carries the token in, and the cookie that stands for it."""
LISTS: Final = frozenset(("seats", "names"))


class RequestContext:
    """A request with its context."""

    def __init__(self, app: AppState, request: Request, session: Session | None) -> None:
        self.app = app
        self.request = request
        self.session = session
        self._new: Session | None = None

    # Who ----------------------------------------------------------------------------------------

    @property
    def me(self) -> str:
        """The session's id; empty for a stranger."""
        return self.session.id if self.session else ""

    def who(self) -> Session:
        """The session, which must be there."""
        if self.session is None:
            raise Unauthorized(NO_TOKEN if self.request.url.path.startswith("/api/") else NO_SEAT)
        return self.session

    async def anyone(self, name: str = "") -> Session:
        """The session, or a new one: under the given name, or some name."""
        if self.session is None:
            self.app.begin(self.address)
            self.session = await self.app.tables.sessions.create(name or secrets.choice(GUESTS))
            self._new = self.session
        elif name and name != self.session.name:
            self.session = await self.app.rename(self.session, name)
        return self.session

    @property
    def address(self) -> str:
        client = self.request.client
        return client.host if client else "?"

    # What ---------------------------------------------------------------------------------------

    @property
    def wants_json(self) -> bool:
        """Whether the answer goes to a script, and not into a browser's window."""
        headers = self.request.headers
        return headers.get("content-type", "").startswith(JSON) or headers.get(
            "accept", ""
        ).startswith(JSON)

    async def fields(self, limit: int | None = None) -> dict[str, object]:
        """What was sent, as a form or as JSON."""
        body = await self.body(limit)
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == JSON:
            try:
                found = msgspec.json.decode(body)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise BadBody(f"the body is not JSON: {error}") from error
            if not isinstance(found, dict):
                raise BadBody("the body must be a JSON object")
            return found
        if kind not in ("application/x-www-form-urlencoded", ""):
            raise BadBody(f"the body must be a form or JSON, not {kind[:60]!r}")
        try:
            pairs = parse_qsl(
                body.decode("utf-8"), keep_blank_values=True, max_num_fields=200, errors="strict"
            )
        except (UnicodeDecodeError, ValueError) as error:
            raise BadBody(f"the form cannot be read: {error}") from error
        return _form(pairs)

    async def read(self, kind: type[T], limit: int | None = None) -> T:
        """What was sent as a value of `kind`. Text stands for numbers too, as forms have it."""
        return as_sent(await self.fields(limit), kind)

    async def exact(self, kind: type[T], limit: int | None = None) -> T:
        """What was sent as JSON, strictly as the API describes it."""
        body = await self.body(limit)
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadBody(f"the body is not as described: {error}") from error

    async def body(self, limit: int | None = None) -> bytes:
        """The body, refused when it is too large, before all of it was read."""
        most = limit or self.app.settings.body_limit
        size = 0
        chunks = []
        async for chunk in self.request.stream():
            size += len(chunk)
            if size > most:
                raise TooLarge(f"that is too large: at most {most} bytes")
            chunks.append(chunk)
        return b"".join(chunks)

    def number(self, name: str, least: int = 0, most: int = 10_000_000) -> int | None:
        """A number from the address's query; None if it is not there."""
        text = self.request.query_params.get(name)
        if text is None or text == "":
            return None
        return whole(text, name, least, most)

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    @property
    def chosen(self) -> Seat | None:
        """The viewpoint asked for."""
        return self.number("as", 0, 99)

    @property
    def welcome(self) -> bool:
        """Whether whoever asks has the link for watchers, in the address or from it."""
        given = self.request.query_params.get(WATCH) or self.request.cookies.get(WATCH)
        return self.app.tables.welcomes(self.path("table"), given)

    async def hub(self) -> Hub:
        """The table of the address, if it is open to whoever asks; to look at, as it is on disk."""
        hub = await self.app.tables.hub(self.path("table"))
        if not hub.open_to(self.me, False) and not self.welcome:
            raise Forbidden(NOT_OPEN)
        if self.request.method == "GET":
            await hub.live.quiet()
        return hub

    # Answers ------------------------------------------------------------------------------------

    def page(self, html: str, status: int = 200) -> Response:
        return self.signed(Response(html, status, media_type="text/html"))

    def lasting(self, text: str, kind: str, headers: Mapping[str, str] | None = None) -> Response:
        """What seldom changes; a browser that has it is only told that it is still the same."""
        tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'
        known = self.request.headers.get("if-none-match", "")
        if tag in (each.strip().removeprefix("W/") for each in known.split(",")):
            return Response(status_code=304, headers={"ETag": tag})
        return Response(text, media_type=kind, headers={**(headers or {}), "ETag": tag})

    def welcomed(self, response: Response, hub: Hub) -> Response:
        """With a cookie for this table that stands for the link by which somebody came."""
        given = self.request.query_params.get(WATCH)
        if given and self.welcome:
            self._cookie(response, WATCH, given, hub.url)
        return response

    def answer(self, data: object, url: str) -> Response:
        """The data for a script; for a form, the page to go to."""
        if self.wants_json:
            return self.signed(json_response(data))
        return self.signed(RedirectResponse(url, 303))

    def signed(self, response: Response) -> Response:
        """With the cookie of a session that was just made."""
        if self._new is not None:
            self._cookie(response, COOKIE, self.app.tables.sessions.cookie(self._new), "/")
        return response

    def _cookie(self, response: Response, name: str, value: str, path: str) -> None:
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_AGE,
            path=path,
            httponly=True,
            samesite="lax",
            secure=self.request.url.scheme == "https",
        )


def as_sent(fields: dict[str, object], kind: type[T]) -> T:
    """Fields as a value of `kind`."""
    try:
        return msgspec.convert(_tidy(fields), kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadBody(str(error)) from error


Handler: TypeAlias = Callable[[RequestContext], Awaitable[Response | EventStream]]


def json_response(data: object, status: int = 200) -> Response:
    return Response(to_json(data), status, media_type=JSON)


def whole(text: str, name: str, least: int, most: int) -> int:
    """A whole number from text."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not least <= int(text) <= most:
        raise BadBody(f"{name} must be a number from {least} to {most}, not {text[:20]!r}")
    return int(text)


def too_fast(wait: float) -> TooManyRequests:
    return TooManyRequests(f"that is too fast: wait {wait:.1f} seconds", wait)


def _form(pairs: list[tuple[str, str]]) -> dict[str, object]:
    """A form's fields; `seat` and `name` that come several times are the lists of a new table."""
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
    """Fields as forms give them, made ready: lists from commas, options gathered, blanks gone."""
    tidy: dict[str, object] = {}
    options: dict[str, object] = {}
    for name, value in fields.items():
        if name.startswith("option."):
            options[name.removeprefix("option.")] = value
        elif name in LISTS and isinstance(value, str):
            tidy[name] = [part.strip() for part in value.split(",")] if value else []
        elif value == "" and name in ("seat", "to", "at"):
            continue
        elif name in ("private", "yes") and value in ("on", ""):
            tidy[name] = value == "on"
        else:
            tidy[name] = value
    if options and "options" not in tidy:
        tidy["options"] = options
    seats = tidy.get("seats")
    if isinstance(seats, list):
        tidy["seats"] = [seat for seat in seats if seat != ""]
    return tidy
