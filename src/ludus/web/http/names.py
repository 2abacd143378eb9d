"""Names of people: what can be one, and names at one table that must not look alike.

A name stands in lines that the table writes ("Ann sits down."), so it has to be seen, to stay on
its line and not to read as a sentence of its own. Two people at one table whose names look the
same are told apart by a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ludus.core.errors import BadRequest
from ludus.web.config import NAME_LIMIT

RAW_FACTOR: Final = 8
"""A name as it was sent may be so many times as long as one that is shown."""
JOINERS: Final = "\u200c\u200d"
"""Invisible, but part of how words of some scripts and some emoji are written."""
SELECTORS: Final = "\ufe0e\ufe0f"
"""Say whether the sign before them is a letter or a picture."""
BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Signs that show nothing, though by their category they are letters, marks or symbols."""
MOST_MARKS: Final = 4
"""Marks upon one letter; more of them would cover the lines above and below."""
MOST_WORDS: Final = 4
PLAIN_WORDS: Final = 2
"""A name of more words is put in quotation marks where the table speaks of it."""

_TITLES: Final = re.compile(r"(?:\w{1,3}\.\s+)*")
"""As in `Dr. Ann` and `J. R. R. Tolkien`."""
_SENTENCE: Final = re.compile(r"(?:[!?,:;…。！？，：；]|(?<!\b\w)\.)\s+\S")
"""The end of a sentence or clause with more after it."""
_ENDED: Final = re.compile(r"\s.*[.!?…。！？]$")
"""Several words with the end of a sentence behind them: `Ann wins!`."""
_SHORTENED: Final = re.compile(r"\b(?:\w|jr|sr|esq)\.$", re.IGNORECASE)
"""A last word that has a full stop as part of it: `Sam Doe Jr.`, `Ann B.`"""
_QUOTES: Final = frozenset("“”„«»‹›「」『』")
_LOOKS: Final = str.maketrans(
    "авсԁеёһніїјкӏморԛгѕтуүхѵԝԍьαβεγηικμνορτυχωζϲϳօսոհցıłøđħŧɑɡɩ01|!i$@",
    "abcdeehhlljklmopqrstyyxvwgbabeyhlkmvoptyxwzcjounhgllodhtaglollllsa",
)
"""Letters of other scripts, and signs, that look like a Latin letter; `i` and `l` are one."""


def clean_name(name: str, limit: int = NAME_LIMIT) -> str:
    """A name that can be shown: one line, to be seen, not too long, no sentence."""
    # Before any work: normalising a long row of combining marks takes seconds.
    if len(name) > RAW_FACTOR * limit:
        raise BadRequest(f"that name is too long: at most {limit} letters")
    visible = "".join(sign if _shows(sign) else " " for sign in name)
    words = [_trimmed(word) for word in unicodedata.normalize("NFC", visible).split()]
    tidy = " ".join(word for word in words if word)
    if not tidy or all(unicodedata.category(sign)[0] in "MC" for sign in tidy):
        raise BadRequest("choose a name: at least one letter")
    if len(tidy) > limit:
        raise BadRequest(f"that name is too long: at most {limit} letters")
    if few_marks(tidy) != tidy:
        raise BadRequest("that name has too many marks upon its letters")
    if _QUOTES.intersection(tidy):
        raise BadRequest("a name has no quotation marks in it")
    if tidy.count(" ") >= MOST_WORDS:
        raise BadRequest(f"that reads like a sentence: a name has at most {MOST_WORDS} words")
    if _is_sentence(_TITLES.sub("", tidy, 1)):
        raise BadRequest("that reads like a sentence: leave out signs such as : ! ? and full stops")
    return tidy


def _is_sentence(name: str) -> bool:
    if _SENTENCE.search(name):
        return True
    return bool(_ENDED.search(name)) and not _SHORTENED.search(name)


def _shows(sign: str) -> bool:
    """Whether a sign is part of what is seen; others become spaces."""
    if sign in JOINERS or sign in SELECTORS:
        return True
    kind = unicodedata.category(sign)
    # Other selectors pick between shapes of a sign, and show nothing themselves.
    selector = kind == "Mn" and ("\ufe00" <= sign <= "\ufe0f" or sign >= "\U000e0100")
    return kind[0] not in "CZ" and sign not in BLANKS and not selector


def _trimmed(word: str) -> str:
    """Without what joins nothing, and with selectors only behind a sign that has pictures."""
    word = word.strip(JOINERS)
    kept = [
        sign
        for number, sign in enumerate(word)
        if sign not in SELECTORS
        or (number and unicodedata.category(word[number - 1]) in ("So", "Sm", "Nd", "Po"))
    ]
    return "".join(kept)


def few_marks(text: str) -> str:
    """The text without the marks that are too many for one letter."""
    kept = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """How a name looks at a glance: two names with the same skeleton can be taken for each other.

    >>> skeleton("\u0410nn") == skeleton("ANN") == skeleton("Ánn") == skeleton("A n n")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    seen = "".join(
        sign
        for sign in plain.translate(_LOOKS)
        if unicodedata.category(sign)[0] not in "MCZ" and unicodedata.category(sign) != "Pd"
    )
    folded = "".join(sign for sign in seen if unicodedata.category(sign)[0] != "P") or seen
    return folded.replace("rn", "m").replace("vv", "w").replace("cl", "d")


def distinct(name: str, taken: Iterable[str], limit: int = NAME_LIMIT) -> str:
    """The name, with a number behind it if it looks like one that is taken."""
    others = {skeleton(other) for other in taken}
    number = 1
    found = name
    while skeleton(found) in others:
        number += 1
        # A number after the name must not make it too long.
        found = f"{name[: limit - 3].rstrip()} {number}"
    return found


def is_numbered(name: str, of: str, limit: int = NAME_LIMIT) -> bool:
    """Whether `name` is `of`, or was made from it by `distinct`."""
    start, _, number = name.rpartition(" ")
    return name == of or (start == of[: limit - 3].rstrip() and number.isdecimal())


def told(name: str) -> str:
    """A name inside of a line that the table writes."""
    return f"“{name}”" if name.count(" ") >= PLAIN_WORDS else name
