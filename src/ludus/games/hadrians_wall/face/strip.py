"""The strip above a sheet: what the player has, and the six Years."""

from __future__ import annotations

from ludus.core.svg import el, esc
from ludus.core.text import Words, roman
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.names import item_name
from ludus.games.hadrians_wall.face.shapes import counter, label, look, named
from ludus.games.hadrians_wall.ids import DIFFICULTIES, FORT, ITEM_KEYS, STOCK, YEARS, Sheet
from ludus.games.hadrians_wall.mechanics.points import final_disdain
from ludus.games.hadrians_wall.mechanics.sheet import favours_left

STRIP = 64
"""How high the strip is."""
STEP = 90
COUNTERS = (*ITEM_KEYS, "infrastructure", "favour", "disdain")
GAP = 12
"""Between items and the other counters."""
LEVELS = ("--verdigris", "--ochre", "--cinnabar")
USUAL = 13
"""Counters below this number are drawn once, others when they are needed."""


class Strip:
    """The strip above sheet `key`; its usual looks are drawn in advance."""

    def __init__(self, board: Board, words: Words, key: str) -> None:
        self._board = board
        self._words = words
        self._key = key
        self._counters = [
            [self._counter(place, count) for count in range(USUAL)]
            for place in range(len(COUNTERS))
        ]
        self._years = {
            difficulty: [
                (self._year(year, False, difficulty), self._year(year, True, difficulty))
                for year in range(1, YEARS + 1)
            ]
            for difficulty in DIFFICULTIES
        }

    def parts(self, sheet: Sheet, year: int, difficulty: str) -> list[str]:
        """The strip, piece by piece."""
        counts = (
            *sheet[:STOCK],
            self._board.infrastructure[sheet[FORT]],
            favours_left(sheet),
            final_disdain(self._board, sheet),
        )
        counters = [
            drawn[count] if count < USUAL else self._counter(place, count)
            for place, (count, drawn) in enumerate(zip(counts, self._counters, strict=True))
        ]
        years = self._years[difficulty]
        return [*counters, *(both[year == index] for index, both in enumerate(years, 1))]

    def _counter(self, place: int, count: int) -> str:
        name = COUNTERS[place]
        x = 10 + STEP * place + (0 if place < STOCK else GAP)
        title = self._title(name, count)
        drawn = counter(name, count, x, 8 - STRIP, title, f"{self._key}-{place}")
        return named(drawn, self._key)

    def _title(self, name: str, count: int) -> str:
        if name in ITEM_KEYS:
            return item_name(self._words, name, count)
        if name == "favour":
            return self._words.text("panel.favours", n=count)
        key = "track.infrastructure" if name == "infrastructure" else "part.disdain"
        return f"{self._words.text(key)} {count}"

    def _year(self, year: int, now: bool, difficulty: str) -> str:
        """A Year of the player board: the grey flag, and the attackers by difficulty."""
        board, y = self._board, 8 - STRIP
        x = 10 + STEP * len(COUNTERS) + GAP + 10 + (year - 1) * 57
        counts = [board.attacks[level][year] for level in range(len(DIFFICULTIES))]
        title = self._words.text(
            "screen.year_slot",
            year=roman(year),
            flag=board.flag[year],
            **dict(zip(DIFFICULTIES, counts, strict=True)),
        )
        drawn = f"<title>{esc(title)}</title>"
        css = "chip now" if now else "chip none"
        drawn += el("rect", x=x, y=y, width=54, height=44, rx=8, class_=css)
        drawn += label(roman(year), x + 17, y + 18, 15, "yr")
        drawn += el("path", d=f"M{x + 33:.0f} {y + 4:.0f}h14v16l-7-4l-7 4z", class_="grey")
        drawn += label(str(board.flag[year]), x + 40, y + 15, 11, "num pale")
        for index, (count, colour) in enumerate(zip(counts, LEVELS, strict=True)):
            left = x + 3.5 + 16 * index
            block = el(
                "rect", x=left, y=y + 23, width=15, height=18, rx=2, **look(f"fill:var({colour})")
            )
            block += label(str(count), left + 7.5, y + 36.5, 12, "num pale")
            drawn += el("g", block, opacity=1 if DIFFICULTIES[index] == difficulty else 0.4)
        return el("g", drawn, id=f"{self._key}-year-{year}")
