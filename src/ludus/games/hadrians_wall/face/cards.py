"""Cards: those in hand, Prospects in reach, Paths kept, and the Fate deck; large and in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ludus.core.face import Choice
from ludus.core.svg import at as shifted
from ludus.core.svg import el, mark, offer
from ludus.core.text import roman
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.shapes import icon, label, look
from ludus.games.hadrians_wall.ids import (
    CELLS,
    COHORT_KEYS,
    COLUMNS,
    ITEM_KEYS,
    NEUTRAL_SLOT,
    NONE,
    OWN,
    PATH,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.points import path_count, path_points

Box: TypeAlias = tuple[float, float, float, float]
Drawn: TypeAlias = tuple[list[str], Box]
"""A picture: its pieces, each an element with an id, and its view box."""

ROW = 158
"""How high the row of cards below a sheet is, with its gap."""
ROW_H = 142
WIDE = 640
"""How wide the picture of the cards is; about as high, so that it suits panes and phones."""
BIG_W, BIG_H = 294, 226


class Cards:
    """Draws the cards of one position."""

    def __init__(self, context: Context, offered: Mapping[str, Sequence[Choice]]) -> None:
        self.context = context
        self.names = context.names
        self.words = context.words
        self.board = context.board
        self.view = context.view
        self.offered = offered

    # Whole pictures and rows ---------------------------------------------------------------------

    def scene(self, seat: int) -> Drawn:
        """All cards that matter to a seat: first those to choose from, then the face-up ones."""
        words = self.words
        parts: list[str] = []
        y = 34.0
        if self.view.hand:
            parts.append(self._head("hand-head", words.text("screen.hand"), y))
            sheet = self.context.sheets[seat]
            for index, card in enumerate(self.view.hand):
                x = 20 + index * (BIG_W + 12)
                parts.append(self._big(card, x, y + 14, f"hand-{card}", sheet, ""))
            y += BIG_H + 56
        key = "screen.year_fate" if self.view.hand else "screen.prospects"
        parts.append(self._head("reach-head", words.text(key), y))
        reach, height = self._reach(seat, y + 14)
        parts += reach
        y += height + 56
        parts.append(self._head("paths-head", words.text("screen.paths"), y))
        for year in range(YEARS):
            x, top = 20 + year % 3 * 204, y + 14 + year // 3 * (ROW_H + 10)
            parts.append(self._path(seat, year, (x, top, 194, ROW_H), "path"))
        return parts, (0, 0, WIDE, y + 2 * ROW_H + 44)

    def _head(self, place: str, words: str, y: float) -> str:
        return label(words, 20, y, 17, "t-title", "start", place)

    def _reach(self, seat: int, y: float) -> tuple[list[str], float]:
        """Prospects that the seat can use, the Fate deck and the card of the Year."""
        parts: list[str] = []
        spot = 0
        for slot in (OWN, 0, 1):
            card = self.context.card(seat, slot) if self.view.year else NONE
            if card == NONE:
                continue
            x, top = 20 + spot % 2 * (BIG_W + 12), y + spot // 2 * (BIG_H + 12)
            caption = self._owner(seat, slot)
            parts.append(self._big(card, x, top, f"slot-{slot}", None, caption))
            spot += 1
        x, top = 20 + spot % 2 * (BIG_W + 12), y + spot // 2 * (BIG_H + 12)
        parts.append(self._deck((x, top, 112, ROW_H), "fate-deck"))
        if self.view.fate_card != NONE:
            parts.append(self._fate(self.view.fate_card, (x + 122, top, 172, ROW_H), "fate-card"))
        height = spot // 2 * (BIG_H + 12) + (BIG_H if spot % 2 and spot > 1 else ROW_H)
        return parts, height

    def paths_row(self, seat: int, y: float) -> list[str]:
        """Below the Wall: the player's pile, and the six Paths."""
        left = self.words.text("screen.left", n=self.view.deck_sizes[seat])
        pile = el(
            "g",
            el("rect", x=6, y=y, width=100, height=ROW_H, rx=10, class_="card deck"),
            icon("path", 30, y + 20, 52),
            label(left, 56, y + 102, 19, "num"),
            id="deck",
        )
        parts = [
            self._path(seat, year, (114 + year * 164, y, 157, ROW_H), "row-path")
            for year in range(YEARS)
        ]
        return [pile, *parts]

    def reach_row(self, seat: int, y: float) -> list[str]:
        """Below the Town: whose goods and patterns are in reach, and the Fate deck."""
        parts: list[str] = []
        for spot, slot in enumerate((OWN, 0, 1)):
            card = self.context.card(seat, slot) if self.view.year else NONE
            where = (6 + spot * 262, y, 254, ROW_H)
            parts.append(self._prospect(seat, slot, card, where))
        parts.append(self._deck((792, y, 112, ROW_H), "row-fate-deck"))
        parts.append(self._fate(self.view.fate_card, (914, y, 180, ROW_H), "row-fate-card"))
        return parts

    def _owner(self, seat: int, slot: int) -> str:
        """Whose card is in a slot, and which items are on it."""
        words = self.words
        if slot == OWN:
            return words.text("screen.own")
        who = self.context.owner(seat, slot)
        if who < NEUTRAL_SLOT:
            return self.names.of_players[who]
        held = self.context.neutral_items(who - NEUTRAL_SLOT)
        neutral = words.text("screen.neutral")
        return f"{neutral} · {self.names.items(held)}" if any(held) else neutral

    # Single cards --------------------------------------------------------------------------------

    def _button(self, place: str, parts: list[str]) -> str:
        choices = self.offered.get(place, ())
        return el("g", *parts, id=place, class_="choice" if choices else None, **offer(choices))

    def _big(
        self, card: int, x: float, y: float, place: str, sheet: Sheet | None, caption: str
    ) -> str:
        """A player card in full: its goal as a Path above, its use as a Prospect below."""
        board, words = self.board, self.words
        parts = [
            el("rect", x=x, y=y, width=BIG_W, height=BIG_H, rx=12, class_="card"),
            label(self.names.card(card), x + 16, y + 36, 27, "yr", "start"),
            label(caption, x + BIG_W - 14, y + 32, 16, "t-note", "end"),
            label(
                words.text(f"goal.{board.card_counts[card]}"), x + 16, y + 62, 16, "t-note", "start"
            ),
            self._tiers(card, x + 16, y + 74, 74, sheet),
            el("path", d=f"M{x + 16:.0f} {y + 128:.0f}h{BIG_W - 32}", class_="rule"),
            label(words.text("screen.as_prospect"), x + 16, y + 150, 13, "t-caps", "start"),
        ]
        for index, item in enumerate(board.card_gives[card]):
            parts.append(icon(ITEM_KEYS[item], x + 16 + index * 42, y + 164, 40))
        parts.append(self._good(board.card_good[card], x + 158, y + 184, 1.25))
        parts.append(self._shape(board.card_pattern[card], x + 196, y + 158, 20))
        return self._button(place, parts)

    def _tiers(self, card: int, x: float, y: float, wide: float, sheet: Sheet | None) -> str:
        """What must be reached for 1, 2 and 3 points; the ones that are reached are filled."""
        drawn = ""
        reached = 0 if sheet is None else path_points(self.board, sheet, card)
        for index, tier in enumerate(self.board.card_tiers[card]):
            left = x + index * (wide + 6)
            css = "tier won" if index < reached else "tier"
            ink = "num inked" if index < reached else "num"
            drawn += el("rect", x=left, y=y, width=wide, height=38, rx=8, class_=css)
            drawn += label(f"{tier}", left + wide * 0.28, y + 26, 20, ink)
            points = self.words.text("screen.vp", n=index + 1)
            drawn += label(points, left + wide * 0.72, y + 25, 13, ink)
        return drawn

    def _path(self, seat: int, year: int, where: Box, name: str) -> str:
        """A Path and its progress, or an empty place for a later one."""
        x, y, w, h = where
        card = self.context.sheets[seat][PATH + year]
        numeral = roman(year + 1)
        if card == NONE:
            parts = [
                el("rect", x=x, y=y, width=w, height=h, rx=10, class_="chip none"),
                label(numeral, x + w / 2, y + h / 2 + 4, 30, "yr dim"),
                label(self.words.text("screen.path"), x + w / 2, y + h / 2 + 26, 14, "t-note"),
            ]
            return el("g", *parts, id=f"{name}-{year}")
        sheet, board, words = self.context.sheets[seat], self.board, self.words
        goal = words.text(f"goal.{board.card_counts[card]}")
        count = words.text("screen.now", n=path_count(board, sheet, card))
        parts = [
            el("rect", x=x, y=y, width=w, height=h, rx=10, class_="card"),
            label(self.names.card(card), x + 12, y + 30, 22, "yr", "start"),
            label(numeral, x + w - 12, y + 28, 16, "t-note", "end"),
            label(goal, x + 12, y + 54, 13.5, "t-note", "start"),
            label(count, x + 12, y + 78, 17, "num", "start"),
        ]
        reached = path_points(board, sheet, card)
        step = (w - 24) / 3
        for index, tier in enumerate(board.card_tiers[card]):
            left = x + 12 + index * step
            css = "tier won" if index < reached else "tier"
            ink = "num inked" if index < reached else "num"
            parts.append(el("rect", x=left, y=y + 92, width=step - 6, height=38, rx=7, class_=css))
            parts.append(label(f"{tier}", left + step * 0.3, y + 117, 18, ink))
            parts.append(label(f"{index + 1}", left + step * 0.68, y + 120, 13, ink))
        return el("g", *parts, id=f"{name}-{year}")

    def _prospect(self, seat: int, slot: int, card: int, where: Box) -> str:
        """A Prospect in a row: whose it is, what it gave, its good and its pattern."""
        x, y, w, h = where
        place = f"row-slot-{slot}"
        if card == NONE:
            empty = el("rect", x=x, y=y, width=w, height=h, rx=10, class_="chip none")
            name = label(self.words.text("screen.prospect"), x + w / 2, y + 78, 15, "t-note")
            return el("g", empty, name, id=place)
        who = seat if slot == OWN else self.context.owner(seat, slot)
        parts = [el("rect", x=x, y=y, width=w, height=h, rx=10, class_="card")]
        left = x + 14
        if who < NEUTRAL_SLOT:
            parts.append(el("g", mark(who), transform=shifted(x + 22, y + 24, 0.9)))
            left += 24
        parts.append(label(self.names.card(card), left, y + 32, 22, "yr", "start"))
        parts.append(label(self._owner(seat, slot), x + 14, y + 58, 16, "t-note", "start"))
        parts.append(self._good(self.board.card_good[card], x + 40, y + 100, 1.35))
        parts.append(self._shape(self.board.card_pattern[card], x + 92, y + 72, 19))
        if slot == OWN:
            for index, item in enumerate(self.board.card_gives[card]):
                parts.append(icon(ITEM_KEYS[item], x + w - 42 - index * 32, y + 100, 32))
        return self._button(place, parts)

    def _good(self, good: int, x: float, y: float, scale: float) -> str:
        """A trade good: a hexagon with its number, centred."""
        points = "-22,0 -11,-19 11,-19 22,0 11,19 -11,19"
        hexagon = el("polygon", points=points, **look("fill:var(--flag);stroke:var(--box-line)"))
        number = label(str(good), 0, 8, 23, "yr")
        return el("g", hexagon, number, transform=shifted(x, y, scale))

    def _shape(self, pattern: int, x: float, y: float, cell: float) -> str:
        """A pattern as printed."""
        return pattern_shape(self.board.places[self.board.places_of[pattern][0]], x, y, cell)

    def _deck(self, where: Box, place: str) -> str:
        x, y, w, h = where
        left = self.words.text("screen.left", n=self.view.fate_left)
        parts = [
            el("rect", x=x, y=y, width=w, height=h, rx=10, class_="card deck"),
            icon("fate", x + w / 2 - 28, y + 18, 56),
            label(left, x + w / 2, y + 100, 19, "num"),
            label(self.words.text("screen.fate"), x + w / 2, y + 124, 14, "t-caps"),
        ]
        return self._button(place, parts)

    def _fate(self, card: int, where: Box, place: str) -> str:
        """A Fate card: its arrow, damage and good above, what it gave below."""
        board = self.board
        x, y, w, h = where
        if card == NONE:
            empty = el("rect", x=x, y=y, width=w, height=h, rx=10, class_="chip none")
            return el("g", empty, id=place)
        parts = [
            el("rect", x=x, y=y, width=w, height=h, rx=10, class_="card"),
            icon(f"pict-{COHORT_KEYS[board.fate_arrow[card]]}", x + 12, y + 8, 36),
            icon("gladiator", x + 62, y + 12, 28),
            label(str(board.fate_damage[card]), x + 98, y + 34, 19, "yr"),
            self._good(board.fate_good[card], x + 140, y + 27, 0.8),
        ]
        pieces = [item for item, count in enumerate(board.fate_items[card]) for _ in range(count)]
        for index, item in enumerate(pieces):
            left, top = x + 12 + index % 4 * 38, y + 56 + index // 4 * 40
            parts.append(icon(ITEM_KEYS[item], left, top, 34))
        return el("g", *parts, id=place)


def pattern_shape(mask: int, x: float, y: float, cell: float) -> str:
    """The cells of a mask as small squares."""
    drawn = ""
    for index in range(CELLS):
        if mask >> index & 1:
            drawn += el(
                "rect",
                x=x + index % COLUMNS * cell,
                y=y + index // COLUMNS * cell,
                width=cell,
                height=cell,
                **look("fill:var(--verdigris);stroke:var(--ink)"),
            )
    return drawn
