"""Compressed responses, and what is never compressed together.

Whoever sees the lengths of encrypted responses, and can put text of their own into them, can guess
at the rest: a guess that is right repeats something and makes the response shorter (the attack is
known as BREACH). So the tokens of links, and what visitors wrote, are each compressed apart from
everything else, as if they were files of their own: what is the same in both is not found.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers

LEAST: Final = 1000
"""Bytes below which compression gains nothing: such a response is one packet anyway."""
QUICK, BEST = 4, 9
"""Levels: for what is made for one request, and for what is made once."""
VARY: Final = "Accept-Encoding"
APART: Final = re.compile(
    r"""(<ol\ id="chat".*?</ol>|<textarea\ id="notes-text".*?</textarea>
        |/(?:i|device|mail/confirm|mail/stop)/[\w.~=-]+|watch=[\w.~=-]+)""",
    re.ASCII | re.DOTALL | re.VERBOSE,
)
"""In a table's page, chat and notes; anywhere, the tokens of links for players and watchers."""
_GZIP: Final = 16 + zlib.MAX_WBITS


def accepts_gzip(headers: Headers) -> bool:
    for given in headers.get("accept-encoding", "").split(","):
        name, _, weight = given.partition(";")
        if name.strip().lower() == "gzip":
            return weight.strip().lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def compress(parts: Iterable[bytes], level: int = QUICK) -> bytes:
    """One gzip stream in which no part repeats anything of another."""
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    chunks: list[bytes] = []
    for part in parts:
        chunks += (packer.compress(part), packer.flush(zlib.Z_FULL_FLUSH))
    chunks.append(packer.flush())
    return b"".join(chunks)


def parts_of(text: str) -> list[bytes]:
    """The text in parts, with everything by itself that is to be compressed apart."""
    return [part.encode() for part in APART.split(text) if part]


def same(tag: str, known: str) -> bool:
    """Whether a browser that knows these tags has the text already."""
    return tag in (each.strip().removeprefix("W/") for each in known.split(","))
