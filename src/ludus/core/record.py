"""The record of a game: JSON lines, a header and then one line per move.

Any prefix of a record is a record. Each line carries a running checksum over everything before it,
so that an altered line is found at that line. See `docs/record-format.md`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ludus.core.errors import BadRecord
from ludus.core.protocol import CHANCE, CLOCK, Seat

FORMAT = 1
LONGEST = 1000
"""Letters that a text in a record may have."""
MOST_NUMBER = 2**53
"""The limit of times and versions: every JSON reader keeps smaller numbers exact."""


@dataclass(frozen=True, slots=True)
class Move:
    """One choice: who made it (a seat, CHANCE or CLOCK), its text, and when (ms, 0: unknown)."""

    seat: Seat
    act: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """Which game it is, by which rules and content, and who sits where."""

    game: str
    version: int
    content: str
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    pack: str = "built-in"


@dataclass(slots=True)
class Record:
    """A header and the moves so far."""

    header: Header
    moves: list[Move] = field(default_factory=list)

    def prefix(self, count: int) -> Record:
        """The record up to and including move `count`."""
        return Record(self.header, self.moves[:count])

    def renamed(self, names: Iterable[str]) -> Record:
        """The same game with other names at the seats."""
        return Record(replace(self.header, seats=tuple(names)), list(self.moves))

    def lines(self) -> Iterator[str]:
        """The record as text, line by line, without line ends."""
        header = _header_fields(self.header)
        check = _checksum("", header)
        yield _line({**header, "sum": check})
        for number, move in enumerate(self.moves, 1):
            fields = _move_fields(number, move)
            check = _checksum(check, fields)
            yield _line({**fields, "sum": check})

    def dump(self) -> str:
        """The record as it is written to a file."""
        return "".join(line + "\n" for line in self.lines())


def read_record(text: str, where: str = "record") -> Record:
    """A record from its text; every error names the line."""
    try:
        return _read(text, where)
    except RecursionError:
        raise BadRecord(f"{where}: a line is nested too deeply to be one of a record") from None


def _read(text: str, where: str) -> Record:
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    if not lines:
        raise BadRecord(f"{where}: empty; line 1 must be the header")
    fields = _parse(lines[0], where, 1)
    header = _read_header(fields, where)
    check = _take_sum(fields, "", where, 1)
    record = Record(header)
    for number, line in enumerate(lines[1:], 1):
        fields = _parse(line, where, number + 1)
        record.moves.append(_read_move(fields, number, len(header.seats), where))
        check = _take_sum(fields, check, where, number + 1)
    return record


def _line(fields: Mapping[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _checksum(before: str, fields: Mapping[str, object]) -> str:
    return hashlib.sha256((before + _line(fields)).encode()).hexdigest()[:8]


def _header_fields(header: Header) -> dict[str, object]:
    return {
        "ludus": FORMAT,
        "game": header.game,
        "version": header.version,
        "content": header.content,
        "pack": header.pack,
        "options": dict(header.options),
        "seats": list(header.seats),
    }


def _move_fields(number: int, move: Move) -> dict[str, object]:
    fields: dict[str, object] = {"n": number, "seat": move.seat, "act": move.act}
    if move.at:
        fields["at"] = move.at
    return fields


def _parse(line: str, where: str, number: int) -> dict[str, object]:
    try:
        fields = json.loads(line)
    except ValueError:
        before = "; the lines before it are a record" if number > 1 else ""
        raise BadRecord(f"{where}, line {number}: cut off or not JSON{before}") from None
    if not isinstance(fields, dict):
        raise BadRecord(f"{where}, line {number}: must be a JSON object, not {line[:40]!r}")
    return fields


def _short(value: object) -> str:
    """A value as error messages show it."""
    return repr(value)[:40]


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST_NUMBER


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _take_sum(fields: dict[str, object], before: str, where: str, number: int) -> str:
    given = fields.pop("sum", None)
    try:
        right = _checksum(before, fields)
    except UnicodeEncodeError:
        raise BadRecord(f"{where}, line {number}: holds half a character") from None
    if given != right:
        raise BadRecord(
            f"{where}, line {number}: the checksum is {_short(given)} and should be {right!r}; "
            "this line was altered, or lines before it are missing"
        )
    return right


def _read_header(fields: dict[str, object], where: str) -> Header:
    here = f"{where}, line 1"
    if fields.get("ludus") != FORMAT:
        found = fields.get("ludus")
        raise BadRecord(f"{here}: record format {_short(found)}; this version reads {FORMAT}")
    game, version, content = fields.get("game"), fields.get("version"), fields.get("content")
    pack, options, seats = fields.get("pack"), fields.get("options"), fields.get("seats")
    if not isinstance(game, str) or not isinstance(content, str) or not isinstance(pack, str):
        raise BadRecord(f"{here}: game, content and pack must be text")
    if not isinstance(version, int) or not _is_number(version):
        raise BadRecord(f"{here}: version must be a number, not {_short(version)}")
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        raise BadRecord(f"{here}: options must be an object of text values")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise BadRecord(f"{here}: seats must be a list of names")
    for text in (game, content, pack, *options, *options.values(), *seats):
        if not _is_text(text):
            raise BadRecord(f"{here}: {text[:20]!r}... is too long: at most {LONGEST} letters")
    return Header(game, version, content, tuple(seats), options, pack)


def _read_move(fields: dict[str, object], number: int, seats: int, where: str) -> Move:
    here = f"{where}, line {number + 1}"
    if fields.get("n") != number:
        raise BadRecord(f"{here}: n is {_short(fields.get('n'))} and should be {number}")
    seat, act, at = fields.get("seat"), fields.get("act"), fields.get("at", 0)
    if not isinstance(seat, int) or not (0 <= seat < seats or seat in (CHANCE, CLOCK)):
        raise BadRecord(f"{here}: seat must be 0 to {seats - 1}, -1 or -2, not {_short(seat)}")
    if not isinstance(act, str) or not isinstance(at, int) or not (_is_text(act) and at >= 0):
        raise BadRecord(f"{here}: act must be text and at a number")
    if not _is_number(at):
        raise BadRecord(f"{here}: at must be milliseconds since 1970, not {_short(at)}")
    return Move(seat, act, at)
