"""What a form or a page's script sends, as fields and as values of a type."""

from __future__ import annotations

from typing import Final, TypeVar
from urllib.parse import parse_qsl

import msgspec

from ludus.web.http.errors import BadBody

T = TypeVar("T")

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 200
_LISTS: Final = frozenset(("seats", "names"))


def read_fields(body: bytes, content_type: str) -> dict[str, object]:
    """The fields of a form or of a JSON object."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == JSON:
        try:
            found = msgspec.json.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
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
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
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
