"""The strip above a sheet: what the player holds, what it amounts to, and the six Years."""

from __future__ import annotations

from ludus.core.kept import Kept
from ludus.core.svg import el, esc
from ludus.core.text import roman
from ludus.games.hadrians_wall.face.shapes import counter, label, look, named
from ludus.games.hadrians_wall.face.table import Table
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.ids import DIFFICULTIES, FORT, ITEM_KEYS, STOCK, YEARS
from ludus.games.hadrians_wall.mechanics.points import final_disdain
from ludus.games.hadrians_wall.mechanics.sheet import favours_left

STRIP = 64
"""How high the strip is."""
STEP = 90
LEVELS = ("--verdigris", "--ochre", "--cinnabar")


def strip(kept: Kept[str], table: Table, voice: Voice, seat: int, key: str) -> list[str]:
    """The strip above sheet `key`, piece by piece."""
    sheet, board, view = table.sheets[seat], table.board, table.view
    counts = [(ITEM_KEYS[item], sheet[item], 10 + STEP * item) for item in range(STOCK)]
    infrastructure = board.infrastructure[sheet[FORT]]
    more = (
        ("infrastructure", infrastructure),
        ("favour", favours_left(sheet)),
        ("disdain", final_disdain(board, sheet)),
    )
    left = 22 + STEP * STOCK
    counts += [(name, count, left + STEP * place) for place, (name, count) in enumerate(more)]
    parts: list[str] = []
    for number, (name, count, x) in enumerate(counts):
        found = (key, name, count)
        parts.append(
            kept.get(found)
            or kept.put(
                found,
                named(
                    counter(
                        name, count, x, 8 - STRIP, _title(voice, name, count), f"{key}-{number}"
                    ),
                    key,
                ),
            )
        )
    for year in range(1, YEARS + 1):
        slot = (key, "year", year, year == view.year, view.difficulty)
        x = left + STEP * len(more) + 10 + (year - 1) * 57
        parts.append(kept.get(slot) or kept.put(slot, _year(table, voice, key, year, x)))
    return parts


def _title(voice: Voice, name: str, count: int) -> str:
    words = voice.words
    if name in ITEM_KEYS:
        return voice.item(ITEM_KEYS.index(name), count)
    if name == "favour":
        return words.text("panel.favours", n=count)
    key = "track.infrastructure" if name == "infrastructure" else "part.disdain"
    return f"{words.text(key)} {count}"


def _year(table: Table, voice: Voice, key: str, year: int, x: float) -> str:
    """A Year of the player board: the grey flag, and the attackers by difficulty."""
    board, view, y = table.board, table.view, 8 - STRIP
    counts = [board.attacks[level][year] for level in range(len(DIFFICULTIES))]
    title = voice.words.text(
        "screen.year_slot",
        year=roman(year),
        flag=board.flag[year],
        **dict(zip(DIFFICULTIES, counts, strict=True)),
    )
    drawn = f"<title>{esc(title)}</title>"
    css = "chip now" if year == view.year else "chip none"
    drawn += el("rect", x=x, y=y, width=54, height=44, rx=8, class_=css)
    drawn += label(roman(year), x + 17, y + 18, 15, "yr")
    drawn += el("path", d=f"M{x + 33:.0f} {y + 4:.0f}h14v16l-7-4l-7 4z", class_="grey")
    drawn += label(str(board.flag[year]), x + 40, y + 15, 11, "num pale")
    for index, (count, colour) in enumerate(zip(counts, LEVELS, strict=True)):
        here = DIFFICULTIES[index] == view.difficulty
        left = x + 3.5 + 16 * index
        block = el(
            "rect", x=left, y=y + 23, width=15, height=18, rx=2, **look(f"fill:var({colour})")
        )
        block += label(str(count), left + 7.5, y + 36.5, 12, "num pale")
        drawn += el("g", block, opacity=1 if here else 0.4)
    return el("g", drawn, id=f"{key}-year-{year}")
