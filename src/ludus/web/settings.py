"""Settings from a file (`ludus.toml`), the environment (`LUDUS_...`) and the command line.

Every field of `Settings` is a key of the file and, in capitals behind `LUDUS_`, a variable of the
environment; parts of a setting are joined by two underscores: `quotas.chat.session.burst` is
`LUDUS_QUOTAS__CHAT__SESSION__BURST`. The command line wins over the environment, the environment
over the file. An error names the file or variable, the setting, and what is wrong with it.
"""

from __future__ import annotations

import difflib
import ipaddress
import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass, replace
from email.utils import parseaddr
from pathlib import Path
from typing import Final, TypeAlias, TypeVar, get_type_hints
from urllib.parse import urlsplit

from ludus.core.errors import BadRequest, FileError
from ludus.web.config import Daily, DailyQuotas, Settings
from ludus.web.data_folder import data_folder

FILE: Final = "ludus.toml"
PREFIX: Final = "LUDUS_"
NAMED: Final = "LUDUS_SETTINGS"
"""The variable that names the file; without it, the one in the data folder is read."""
NO_SETTINGS: Final = frozenset((NAMED, "LUDUS_CHROMIUM", "LUDUS_NGINX", "LUDUS_POSTGRESQL"))
"""Variables that are for something else."""
MOST: Final = 10**12
"""No number is larger."""
MAY_BE_ZERO: Final = frozenset(
    (
        "port",
        "operator_port",
        "bot_pause",
        "bot_workers",
        "away_after",
        "free_after",
        "keep_waiting",
        "keep_playing",
        "keep_finished",
        "archive_after",
        "invitation_days",
        "recovery_days",
        "mail.pause",
        "refusal_pause",
        *(
            f"daily.{each.name}.{part.name}"
            for each in fields(DailyQuotas)
            for part in fields(Daily)
        ),
    )
)
"""Numbers for which 0 means something; all others are above it."""
OWN: Final = frozenset(
    {"aid", "api", "device", "games", "i", "join", "learn", "lobby", "me", "new", "rules", "static"}
    | {"mail", "manifest.webmanifest", "privacy", "sw.js", "tables", "upload"}
)
"""How the server's own addresses begin: a base path begins otherwise."""

SECRET: Final = frozenset(("mail.password",))
"""Settings that are never shown."""

Value: TypeAlias = str | int | float | bool | tuple[str, ...]
T = TypeVar("T")

_BASE_PATH: Final = re.compile(r"(?:/[A-Za-z0-9._~-]+)*/?\Z")


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and where each that was set was set."""

    settings: Settings
    origins: Mapping[str, str]
    unknown: tuple[str, ...] = ()
    """Variables of the environment that look like settings and are none."""


def load(
    file: Path | None = None,
    environ: Mapping[str, str] | None = None,
    given: Mapping[str, Value] | None = None,
) -> Loaded:
    """The settings of a file, if there is one, the environment, and the command line."""
    kinds = dict(_leaves(Settings))
    values: dict[str, Value] = {}
    origins: dict[str, str] = {}
    for key, raw in _flat(_read(file), kinds, str(file)) if file is not None else ():
        try:
            values[key] = _checked(key, _from_file(kinds[key], raw))
        except ValueError as error:
            raise FileError(f"{file}: {key}: {error}") from error
        origins[key] = str(file)
    names = {variable(key): key for key in kinds}
    for name, text in (environ or {}).items():
        if name in names:
            key = names[name]
            try:
                values[key] = _checked(key, _from_text(kinds[key], text))
            except ValueError as error:
                raise BadRequest(f"{name}: {error}") from error
            origins[key] = name
    for key, value in (given or {}).items():
        try:
            values[key] = _checked(key, value)
        except ValueError as error:
            raise BadRequest(f"--{key}: {error}") from error
        origins[key] = "the command line"
    unknown = tuple(
        name
        for name in environ or {}
        if name.startswith(PREFIX) and name not in names and name not in NO_SETTINGS
    )
    return Loaded(with_sender(with_base_path(_built(Settings(), values))), origins, unknown)


def settings_file(
    chosen: Path | None, data: Path | None, environ: Mapping[str, str]
) -> Path | None:
    """The file to read: the one that is named, or the one in the data folder if it is there."""
    named = chosen or (Path(environ[NAMED]) if environ.get(NAMED) else None)
    if named is not None:
        return named
    there = environ.get(variable("data"), "")
    file = (data or (Path(there).expanduser() if there else data_folder())) / FILE
    return file if file.is_file() else None


def store_of(data: Path, environ: Mapping[str, str]) -> str:
    """The database that the settings of a data folder name; empty if its tables are in a file."""
    return load(settings_file(None, data, environ), environ).settings.store


def variable(key: str) -> str:
    """The variable of the environment for a setting."""
    return PREFIX + key.replace(".", "__").upper()


def leaves() -> Iterator[tuple[str, type, Value]]:
    """Every setting: its key, type and default."""
    for key, kind in _leaves(Settings):
        yield key, kind, value_of(Settings(), key)


def value_of(settings: Settings, key: str) -> Value:
    found: object = settings
    for part in key.split("."):
        found = getattr(found, part)
    assert isinstance(found, str | int | float | bool | tuple)
    return found


def in_toml(value: Value) -> str:
    """A value as the file would have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    return f"{value:g}" if isinstance(value, float) and value.is_integer() else str(value)


def _with_password(url: str) -> bool:
    """Whether the address of a database holds a password, before the name or among the options."""
    return ":" in url.partition("://")[2].rpartition("@")[0] or "password=" in url


def shown(loaded: Loaded) -> Iterator[str]:
    """All settings as a file, each with where it was set."""
    for key, _, default in leaves():
        value = value_of(loaded.settings, key)
        line = f"{key} = {in_toml(value)}"
        origin = loaded.origins.get(key)
        if (key in SECRET and value) or (key == "store" and _with_password(str(value))):
            line = f'# {key} = "..." is not shown'
        if origin is not None:
            line += f"  # {origin}"
        elif value != default:
            line += "  # worked out"
        yield line


# The form of settings -----------------------------------------------------------------------------


def _leaves(kind: type, before: str = "") -> Iterator[tuple[str, type]]:
    hints = get_type_hints(kind)
    for field in _fields(kind):
        hint = hints[field.name]
        if isinstance(hint, type) and is_dataclass(hint):
            yield from _leaves(hint, f"{before}{field.name}.")
        else:
            yield before + field.name, tuple if hint == tuple[str, ...] else hint


def _fields(kind: type) -> tuple[Field[object], ...]:
    assert is_dataclass(kind)
    return fields(kind)


def _built(default: T, values: Mapping[str, Value]) -> T:
    """The default with these values in it, each at its dotted key."""
    changes: dict[str, object] = {}
    for key, value in values.items():
        name, _, rest = key.partition(".")
        if not rest:
            changes[name] = value
        else:
            changes[name] = _built(changes.get(name, getattr(default, name)), {rest: value})
    return replace(default, **changes) if changes else default  # type: ignore[type-var]


# Reading ------------------------------------------------------------------------------------------


def _read(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"{file}: cannot be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{file}: not TOML: {error}") from error


def _flat(
    found: Mapping[str, object], kinds: Mapping[str, type], where: str, before: str = ""
) -> Iterator[tuple[str, object]]:
    """The values of a file by their dotted keys; each is the key of a setting."""
    for name, value in found.items():
        key = before + name
        group = any(other.startswith(f"{key}.") for other in kinds)
        if group and isinstance(value, Mapping):
            yield from _flat(value, kinds, where, f"{key}.")
        elif key in kinds:
            yield key, value
        elif group:
            raise FileError(f"{where}: {key}: it has parts of its own, as in [{key}]")
        else:
            raise FileError(f"{where}: {key}: there is no such setting{_meant(key, kinds)}")


def _meant(key: str, kinds: Mapping[str, type]) -> str:
    near = difflib.get_close_matches(key, kinds, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _from_file(kind: type, raw: object) -> Value:
    """The value of a file's entry."""
    if kind is tuple:
        if isinstance(raw, str):
            return _parts(raw)
        if isinstance(raw, list) and all(isinstance(each, str) for each in raw):
            return tuple(map(str, raw))
    elif kind is float and isinstance(raw, int | float) and not isinstance(raw, bool):
        return float(raw)
    elif type(raw) is kind and isinstance(raw, str | int | bool):
        return raw
    raise ValueError(f"{raw!r} is not {WANTED[kind]}")


def _from_text(kind: type, text: str) -> Value:
    """The value of a variable."""
    try:
        if kind is tuple:
            return _parts(text)
        if kind is bool:
            return _TRUTH[text.strip().lower()]
        if kind is str:
            return text
        return int(text) if kind is int else float(text)
    except (KeyError, ValueError):
        raise ValueError(f"{text!r} is not {WANTED[kind]}") from None


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


# Checking -----------------------------------------------------------------------------------------


def _checked(key: str, value: Value) -> Value:
    """The value, if it can be used; ValueError says why not."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        least = 0 if key in MAY_BE_ZERO else math.ulp(0.0)
        if not least <= value <= MOST:
            raise ValueError(
                f"{value} is out of range: {'0 or more' if not least else 'more than 0'}, "
                f"and at most {MOST}"
            )
    check = _CHECKS.get(key)
    return check(value) if check else value


def _port(value: Value) -> Value:
    if isinstance(value, int) and value > 65535:
        raise ValueError(f"{value} is no port: a number from 0 to 65535")
    return value


def _url(value: Value) -> Value:
    """An address without a slash at its end."""
    text = str(value).rstrip("/")
    try:
        parts = urlsplit(text)
        name = parts.hostname
    except ValueError:
        name = None
    if text and (not name or parts.scheme not in ("http", "https")):
        raise ValueError(f"{text[:60]!r} does not begin with https:// or http:// and a name")
    if text and (parts.query or parts.fragment):
        raise ValueError(f"{text[:60]!r} has more than a name and a path")
    if text:
        _base_path(parts.path)
    return text


def _store(value: Value) -> Value:
    if value and not str(value).startswith(("postgresql://", "postgres://")):
        raise ValueError("it does not begin with postgresql://")
    return value


def _base_path(value: Value) -> Value:
    """A path without a slash at its end."""
    text = str(value)
    if not _BASE_PATH.match(text):
        raise ValueError(f"{text[:60]!r} is no base path, as /ludus is")
    if text.split("/")[1:2] and text.split("/")[1] in OWN:
        raise ValueError(f"{text[:60]!r} begins like an address of the server itself")
    return text.rstrip("/")


def _networks(value: Value) -> Value:
    assert isinstance(value, tuple)
    for each in value:
        try:
            if each != "*":
                ipaddress.ip_network(each, strict=False)
        except ValueError:
            raise ValueError(
                f"{each[:60]!r} is neither an address nor a network, as 10.0.0.7 or 10.1.0.0/16"
            ) from None
    return value


def _sender(value: Value) -> Value:
    text = str(value)
    name, at, place = parseaddr(text)[1].partition("@")
    if text and not (name and at and place and text.isascii() and text.isprintable()):
        raise ValueError(f"{text[:60]!r} is no sender, as Ludus <games@example.org>")
    return value


def _one_of(*words: str) -> Callable[[Value], Value]:
    def check(value: Value) -> Value:
        if value not in words:
            raise ValueError(f"{value!r} is none of {', '.join(words)}")
        return value

    return check


def with_base_path(settings: Settings) -> Settings:
    """With the base path of the public address, which must not contradict the one that is set."""
    path = urlsplit(settings.url).path
    if settings.base_path and path and path != settings.base_path:
        raise BadRequest(
            f"base_path: {settings.base_path!r}, but url says {path!r}: set one of them"
        )
    if settings.base_path and settings.url and not path:
        return replace(settings, url=settings.url + settings.base_path)
    return replace(settings, base_path=settings.base_path or path)


def with_sender(settings: Settings) -> Settings:
    """Refuse a mail server without a sender: no other would take what it sends."""
    if settings.mail.server and not settings.mail.sender:
        raise BadRequest("mail.sender: a mail server is set, and nobody from whom its e-mails are")
    return settings


WANTED: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple: "a list of texts",
}
_TRUTH: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_CHECKS: Final[Mapping[str, Callable[[Value], Value]]] = {
    "port": _port,
    "operator_port": _port,
    "log_format": _one_of("text", "json"),
    "log_level": _one_of("debug", "info", "warning", "error"),
    "url": _url,
    "worker_url": _url,
    "store": _store,
    "base_path": _base_path,
    "trusted_proxies": _networks,
    "mail.port": _port,
    "mail.security": _one_of("starttls", "tls", "none"),
    "mail.sender": _sender,
}
