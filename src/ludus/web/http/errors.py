"""Errors of requests, and the HTTP status of every error. Messages are for the sender."""

from __future__ import annotations

from typing import Final

from ludus.core.errors import FileError, IllegalAction, LudusError, PlayerError
from ludus.store import Conflict, StoreError

LONGEST: Final = 600
"""Letters of a message that are sent."""


class RequestError(LudusError):
    """A request that was refused; nothing was changed."""

    status = 400
    title = "That cannot be done"


class BadBody(RequestError):
    """The request itself is malformed."""

    status = 400
    title = "The request is malformed"


class Unauthorized(RequestError):
    """The request has no session."""

    status = 401
    title = "Who are you?"


class Forbidden(RequestError):
    """Somebody else's seat, table or link."""

    status = 403
    title = "Not yours"


class NotFound(RequestError):
    """No such table, game or link."""

    status = 404
    title = "Not found"


class Stale(RequestError):
    """The position has changed since the sender looked at it."""

    status = 409
    title = "Something happened first"


class LinkUsed(RequestError):
    """A link that was used before."""

    status = 410
    title = "Used before"


class TooLarge(RequestError):
    status = 413
    title = "Too large"


class TooManyRequests(RequestError):
    """Slow down. `wait` is how many seconds."""

    status = 429
    title = "Too fast"

    def __init__(self, sentence: str, wait: float = 1.0) -> None:
        super().__init__(sentence)
        self.wait = wait


class EnoughForToday(TooManyRequests):
    """A daily quota is used up."""

    title = "Enough for today"


class Unavailable(RequestError):
    """The server cannot do it now."""

    status = 503
    title = "Not now"


def status_of(error: LudusError) -> int:
    """The HTTP status of an error; 500 only for faults of our own."""
    match error:
        case RequestError():
            return error.status
        case IllegalAction():
            return 422
        case Conflict():
            return 409
        case StoreError():
            return 503
        case PlayerError() | FileError():
            return 422
        case _:
            return 500


def title_of(error: LudusError) -> str:
    """A heading for the error page."""
    if isinstance(error, RequestError):
        return error.title
    return "Something is wrong on our side" if status_of(error) >= 500 else RequestError.title


def sentence_of(error: LudusError) -> str:
    """The message as a sentence. What was sent may be quoted in it, so it has an end."""
    text = str(error)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]} ..."
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
