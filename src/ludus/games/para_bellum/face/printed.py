"""The texts of cards as sentences: their signs become symbols, which stand for words.

In the word table `k` stands for a gray die, `x` for an action, `red1` for a pip to pay and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ludus.core.text import TEXT, Bit, Sentence, Words, icon_bit, strong_bit
from ludus.games.para_bellum.ids import CAPITAL

ICONS: Final = {
    "k": "die-k",
    "ks": "die-k",
    "r": "die-r",
    "rs": "die-r",
    "b": "die-b",
    "x": "action",
    "red1": "pay-r1",
    "red2": "pay-r2",
    "gray1": "pay-k1",
    "gray2": "pay-k2",
    "vp": "vp",
    "coin": "coin",
    "coins": "coin",
    "cards": "army",
}
"""The symbol of each sign. The last three are words too: they are signs only after a number."""
COUNTED: Final = ("coin", "coins", "cards")
_SIGN: Final = re.compile(
    r"\bmore x\b|\b(?:ks?|rs?|b|x|red[12]|gray[12]|vp)\b|(?<=\d )(?:coins?|cards)\b|"
    r"\b(?:Strategist|Field Commander|Warlord|Artifex|Veterani|Speculatore)\b"
)
BANNERS: Final = {
    "Strategist": "banner-strategist",
    "Field Commander": "banner-field-commander",
    "Warlord": "banner-warlord",
    "Artifex": "banner-artifex",
    "Veterani": "banner-veterani",
    "Speculatore": "banner-speculatore",
}


def printed(words: Words, text: str, capital: int = CAPITAL) -> Sentence:
    """A text of a card as it is shown, and in words for those who cannot see the symbols.

    `capital` is how many pips a sign for two stands for at this table.
    """
    return tuple(_bits(words, text, capital))


def _bits(words: Words, text: str, capital: int) -> Iterator[Bit]:
    done = 0
    for found in _SIGN.finditer(text):
        before = text[done : found.start()]
        if before:
            yield Bit(TEXT, before)
        yield from _sign(words, found[0], capital, text[: found.start()])
        done = found.end()
    if done < len(text):
        yield Bit(TEXT, text[done:])


def _sign(words: Words, sign: str, capital: int, before: str) -> Iterator[Bit]:
    if sign in BANNERS:
        yield icon_bit(BANNERS[sign], words.text("spoken.banner"))
        yield Bit(TEXT, " ")
        yield strong_bit(sign)
        return
    if sign in COUNTED:
        yield icon_bit(ICONS[sign], sign)
        return
    name = "more_x" if sign == "more x" else sign
    said = words.text(f"spoken.{name}", count=capital)
    if not before or before.endswith(". "):
        said = said[0].upper() + said[1:]
    if sign == "more x":
        yield Bit(TEXT, "more ")
        yield icon_bit("action", said.removeprefix("more "))
    elif sign in ("red2", "gray2") and capital != CAPITAL:
        yield Bit(TEXT, said)
    else:
        yield icon_bit(ICONS[sign], said)
