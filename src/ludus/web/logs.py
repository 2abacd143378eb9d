"""Logs with the time: as text for people, or as JSON for programs, one line for each event."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Final, TextIO

import msgspec

from ludus.web.http.middleware import access

LOGGERS: Final = ("ludus", "uvicorn")


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
