"""Logs with the time: as text for people, or as JSON for programs, one line for each event."""

from __future__ import annotations

import logging
import sys
import time
from datetime import UTC, datetime
from typing import Final, TextIO

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.web.http.middleware import ASSETS
from ludus.web.metrics import Metrics

LOGGERS: Final = ("ludus", "uvicorn")
MOST_PATH: Final = 200
access: Final = logging.getLogger("ludus.access")


class TextFormatter(logging.Formatter):
    """`2026-03-15T12:00:00.000Z WARNING ludus.web: what happened`"""

    def format(self, record: logging.LogRecord) -> str:
        # What visitors sent must not make lines of its own.
        said = "".join(sign if sign.isprintable() else " " for sign in record.getMessage())
        text = f"{_time(record)} {record.levelname} {record.name}: {said}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class JsonFormatter(logging.Formatter):
    """An object for each event; requests have fields of their own."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            found |= fields
        if record.exc_info:
            found["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(found).decode()


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def set_up_logs(form: str, level: str, requests: bool, stream: TextIO | None = None) -> None:
    """Send the logs of the server, and of what it runs on, to one stream (by default stderr)."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    # What uvicorn tells about starting and stopping is told by the server itself.
    logging.getLogger("uvicorn").setLevel(max(logging.WARNING, logging.getLogger("ludus").level))
    access.setLevel(logging.INFO if requests else logging.CRITICAL)


class Observer:
    """Middleware that counts and logs every request; a stream is logged when it ends."""

    def __init__(self, app: ASGIApp, metrics: Metrics, base: str) -> None:
        self._app = app
        self._metrics = metrics
        self._base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        path = scope["path"].removeprefix(self._base)
        kind = (
            "api" if path.startswith("/api/") else "static" if path.startswith(ASSETS) else "page"
        )
        method = scope["method"]
        status = size = 0

        async def observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                self._metrics.answered(kind, method, status, time.perf_counter() - began)
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, observed)
        finally:
            if access.isEnabledFor(logging.INFO):
                _log(scope, status, size, time.perf_counter() - began)


def _log(scope: Scope, status: int, size: int, seconds: float) -> None:
    client = scope.get("client")
    path = without_tokens(scope["path"])
    spent = round(1000 * seconds, 1)
    fields = {
        "address": client[0] if client else "",
        "method": scope["method"],
        "path": path,
        "status": status,
        "bytes": size,
        "ms": spent,
    }
    words = f"{fields['address']} {fields['method']} {path} {status} {size} {spent}ms"
    access.info("%s", words, extra={"fields": fields})


def without_tokens(path: str) -> str:
    """A path as it may be kept: whoever has the token of a link has what it gives.

    Queries, which may hold tokens too, are no part of it.
    """
    for start in ("/i/", "/links/", "/device/", "/devices/", "/mail/confirm/", "/mail/stop/"):
        before, found, _ = path.partition(start)
        if found:
            return f"{before}{found}*"
    return path[:MOST_PATH]
