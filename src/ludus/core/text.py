"""Text that players read: one word table per game, and sentences with references.

A sentence is a tuple of bits, so that a page can show names in seat colours, draw dice as faces and
highlight places, while a terminal prints the same sentence as plain text.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from ludus.core.errors import BadContent

TEXT, SEAT, DIE, PLACE = "text", "seat", "die", "place"
ICON, STRONG, ODDS = "icon", "strong", "odds"


class Bit(msgspec.Struct, frozen=True, gc=False):
    """A piece of a sentence.

    `ref` is the seat number, the die face, the place's element id, the key of the game's symbol or
    the parts of a bar.
    The text is what a terminal prints and a screen reader says.
    """

    kind: str
    text: str
    ref: str = ""


Sentence: TypeAlias = tuple[Bit, ...]


def seat_bit(seat: int, name: str) -> Bit:
    return Bit(SEAT, name, str(seat))


def die_bit(face: str, name: str) -> Bit:
    return Bit(DIE, name, face)


def place_bit(name: str, element: str) -> Bit:
    return Bit(PLACE, name, element)


def icon_bit(key: str, words: str) -> Bit:
    """One of the game's symbols, standing for `words`."""
    return Bit(ICON, words, key)


def strong_bit(text: str) -> Bit:
    return Bit(STRONG, text)


def odds_bit(
    win: tuple[int, str],
    draw: tuple[int, str],
    loss: tuple[int, str],
    words: str,
    seats: tuple[int, int] | None = None,
) -> Bit:
    """A bar of chances in per cent, each part with what is written on it.

    With `seats`, both ends have the colours of those seats instead of those of good and bad.
    """
    parts = [f"{part}={label}" for part, label in (win, draw, loss)]
    ends = "" if seats is None else f"|{seats[0]}={seats[1]}"
    return Bit(ODDS, words, "|".join(parts) + ends)


def plain(sentence: Sequence[Bit]) -> str:
    """The sentence as plain text."""
    return "".join([bit.text for bit in sentence])


class Gap:
    """A placeholder in a template; with `spec`, for a word that depends on a number.

    With `icon`, it stands for that symbol, and only its words depend on the number.
    """

    __slots__ = ("icon", "many", "name", "one")

    def __init__(self, name: str, spec: str | None, icon: str = "") -> None:
        self.name = name
        self.one, _, self.many = (spec or "").partition("|")
        self.icon = icon

    def words(self, part: str | int) -> str:
        if isinstance(part, int) and (self.one or self.many):
            return self.one if part == 1 else self.many
        return str(part)


Part: TypeAlias = Bit | Sentence | str | int
"""What fills a gap."""
Pieces: TypeAlias = tuple[tuple[Bit | None, Gap | None], ...]
"""A parsed template: text before each gap, and the gap."""


class _Missing(Exception):
    """A gap that nothing was given for."""

    def __init__(self, gap: Gap) -> None:
        super().__init__(gap.name)
        self.gap = gap


def _filled(pieces: Pieces, parts: Mapping[str, Part]) -> list[Bit]:
    """The bits of a template with its gaps filled."""
    bits: list[Bit] = []
    for literal, gap in pieces:
        if literal is not None:
            bits.append(literal)
        if gap is None:
            continue
        part = parts.get(gap.name)
        if part is None:
            raise _Missing(gap)
        if isinstance(part, Bit):
            bits.append(part)
        elif isinstance(part, tuple):
            bits.extend(part)
        elif gap.icon:
            bits.append(Bit(ICON, gap.words(part), gap.icon))
        else:
            bits.append(Bit(TEXT, gap.words(part)))
    return bits


def _filled_text(pieces: Pieces, parts: Mapping[str, Part]) -> str:
    """The same as plain text."""
    said: list[str] = []
    for literal, gap in pieces:
        if literal is not None:
            said.append(literal.text)
        if gap is None:
            continue
        part = parts.get(gap.name)
        if part is None:
            raise _Missing(gap)
        if isinstance(part, Bit):
            said.append(part.text)
        elif isinstance(part, tuple):
            said.append(plain(part))
        else:
            said.append(gap.words(part))
    return "".join(said)


class Phrase:
    """A template with some gaps filled in advance, for sentences that are used often."""

    __slots__ = ("_key", "_pieces", "_short", "_words")

    def __init__(self, words: Words, key: str, pieces: Pieces, parts: Mapping[str, Part]) -> None:
        self._words = words
        self._key = key
        bits: list[tuple[Bit | None, Gap | None]] = []
        for literal, gap in pieces:
            if literal is not None:
                bits.append((literal, None))
            if gap is not None:
                if gap.name in parts:
                    bits += [(bit, None) for bit in _filled(((None, gap),), parts)]
                else:
                    bits.append((None, gap))
        self._pieces = tuple(bits)
        self._short = _merged(bits)
        """The same for plain text: what stands side by side is one bit."""

    def say(self, **parts: Part) -> Sentence:
        """The sentence, its last gaps filled."""
        try:
            return tuple(_filled(self._pieces, parts))
        except _Missing as missing:
            raise self._words.missing(self._key, missing.gap) from None

    def text(self, **parts: Part) -> str:
        """The same as plain text."""
        try:
            return _filled_text(self._short, parts)
        except _Missing as missing:
            raise self._words.missing(self._key, missing.gap) from None

    def around(self, name: str) -> tuple[str, str]:
        """The plain text before and after its one gap, which is the quickest to fill."""
        before, _, after = self.text(**{name: "\0"}).partition("\0")
        return before, after


def _merged(pieces: Sequence[tuple[Bit | None, Gap | None]]) -> Pieces:
    merged: list[tuple[Bit | None, Gap | None]] = []
    before = ""
    for literal, gap in pieces:
        before += literal.text if literal is not None else ""
        if gap is not None:
            merged.append((Bit(TEXT, before) if before else None, gap))
            before = ""
    if before:
        merged.append((Bit(TEXT, before), None))
    return tuple(merged)


class Words:
    """A game's word table: dotted keys to templates.

    A template holds `{name}` for a bit or a value, `{name:one|many}` for a word that depends on the
    number `name`, `{#key}` for the symbol `key` and `{#key:name}` for the same where its words
    depend on the number `name`. What a symbol stands for is under `icon.key`: one word, or
    `one|many`.
    """

    def __init__(self, table: dict[str, str], where: str, printed: tuple[str, ...] = ()) -> None:
        self._table = table
        self._where = where
        self.printed = printed
        """The families of words that are about what is printed."""
        self._pieces: dict[str, Pieces] = {}
        self._whole: dict[str, tuple[Sentence, str]] = {}
        """Sentences without a gap, as bits and as text."""

    @classmethod
    def load(cls, path: Path) -> Words:
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise BadContent(f"{path}: cannot read the word table: {error}") from error
        return cls(dict(flatten(raw, "", str(path))), str(path))

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def keys(self, prefix: str = "") -> list[str]:
        return [key for key in self._table if key.startswith(prefix)]

    def template(self, key: str) -> str:
        try:
            return self._table[key]
        except KeyError:
            raise BadContent(f"{self._where}: no words for {key!r}") from None

    def say(self, key: str, **parts: Part) -> Sentence:
        """The sentence for `key`, its gaps filled."""
        whole = self._whole.get(key)
        if whole is not None:
            return whole[0]
        try:
            return tuple(_filled(self._pieces.get(key) or self._parsed(key), parts))
        except _Missing as missing:
            raise self.missing(key, missing.gap) from None

    def text(self, key: str, **parts: Part) -> str:
        """The same as plain text."""
        whole = self._whole.get(key)
        if whole is not None:
            return whole[1]
        try:
            return _filled_text(self._pieces.get(key) or self._parsed(key), parts)
        except _Missing as missing:
            raise self.missing(key, missing.gap) from None

    def phrase(self, key: str, **parts: Part) -> Phrase:
        """The sentence for `key` with some of its gaps filled."""
        return Phrase(self, key, self._pieces.get(key) or self._parsed(key), parts)

    def icon(self, key: str, count: int = 1) -> Bit:
        """The symbol `key` with its words, in the form for `count`."""
        one, _, many = self.template(f"icon.{key}").partition("|")
        return Bit(ICON, one if count == 1 or not many else many, key)

    def missing(self, key: str, gap: Gap) -> BadContent:
        return BadContent(f"{self._where}: {key!r} asks for {{{gap.name}}}, which is not given")

    def _parsed(self, key: str) -> Pieces:
        """The parsed template; each is parsed once."""
        parsed: list[tuple[Bit | None, Gap | None]] = []
        for literal, name, spec, _ in string.Formatter().parse(self.template(key)):
            if literal:
                parsed.append((Bit(TEXT, literal), None))
            if name is None:
                continue
            if not name.startswith("#"):
                parsed.append((None, Gap(name, spec)))
            elif spec:
                parsed.append((None, Gap(spec, self.template(f"icon.{name[1:]}"), name[1:])))
            else:
                parsed.append((self.icon(name[1:]), None))
        pieces = self._pieces[key] = tuple(parsed)
        if all(gap is None for _, gap in pieces):
            bits = tuple(bit for bit, _ in pieces if bit is not None)
            self._whole[key] = (bits, plain(bits))
        return pieces


def joined(parts: Sequence[Sentence], between: str = ", ") -> Sentence:
    """Sentences joined by a separator."""
    bits: list[Bit] = []
    for index, part in enumerate(parts):
        if index:
            bits.append(Bit(TEXT, between))
        bits.extend(part)
    return tuple(bits)


def flatten(raw: dict[str, object], prefix: str, where: str) -> Iterator[tuple[str, str]]:
    """A table of tables of texts as one, with dotted keys."""
    for key, value in raw.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.", where)
        elif isinstance(value, str):
            yield prefix + key, value
        else:
            raise BadContent(f"{where}: {prefix}{key} must be text, not {value!r}")


def percentages(shares: Sequence[float]) -> tuple[int, ...]:
    """Shares of a whole in whole percent that add up to what all of them are together.

    Each is rounded down, and those that lose most by it get one more.
    """
    exact = [100 * max(0.0, share) for share in shares]
    whole = [int(each) for each in exact]
    missing = round(sum(exact)) - sum(whole)
    order = sorted(range(len(exact)), key=lambda at: whole[at] - exact[at])
    for at in order[:missing]:
        whole[at] += 1
    return tuple(whole)


ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""Numerals below ten; tens and hundreds are made from the same with other letters."""
LETTERS = ("IVX", "XLC", "CDM")


SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """A number in a sentence: a word up to ten, then figures."""
    return SPELLED[number] if 0 <= number < len(SPELLED) else str(number)


def roman(number: int) -> str:
    """A number in Roman numerals."""
    if number < len(ROMAN):
        return ROMAN[number]
    said = ""
    for power, letters in enumerate(LETTERS):
        digit = ROMAN[number // 10**power % 10]
        said = digit.translate(str.maketrans("IVX", letters)) + said
    return "M" * (number // 1000) + said
