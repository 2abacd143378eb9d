"""Pictures beside the sheets: counters, cards, the map to lay on, the attack, the end, others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice
from ludus.core.svg import at, by_place, el, esc, mark, offer
from ludus.core.text import roman
from ludus.games.hadrians_wall.board import CELLS, COLUMNS, DIFFICULTIES, OWN, ROWS
from ludus.games.hadrians_wall.face.choices import through
from ludus.games.hadrians_wall.face.report import favours_of
from ludus.games.hadrians_wall.face.shapes import counter, icon, label, look
from ludus.games.hadrians_wall.face.table import NEUTRAL, Table
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.points import (
    final_disdain,
    path_count,
    path_points,
    paths_points,
    penalty,
    solo_rank,
    total,
)
from ludus.games.hadrians_wall.sheet import (
    ABOUT,
    ATTRIBUTES,
    COHORT,
    COHORT_KEYS,
    FORT,
    IGNORED,
    ITEM_KEYS,
    MAP,
    NONE,
    PATH,
    RENOWN,
    STOCK,
    THROUGH,
    TRACK_KEYS,
    YEARS,
    Sheet,
)

CARD_W, CARD_H = 236, 128
STRIP = 64
"""How high the strip of counters above a sheet is."""


class Screens:
    """Draws from one opened view."""

    def __init__(self, table: Table, voice: Voice, choices: Sequence[Choice]) -> None:
        self.table = table
        self.voice = voice
        self.board = table.board
        self.view = table.view
        self.offered: Mapping[str, list[Choice]] = by_place(choices)

    # Counters ------------------------------------------------------------------------------------

    def strip(self, seat: int, key: str) -> str:
        """What the player holds, what it is worth, and the Years."""
        sheet, words = self.table.sheets[seat], self.voice.words
        parts: list[str] = []
        x = 10.0
        for item in range(STOCK):
            title = self.voice.item(item, sheet[item])
            parts.append(
                counter(ITEM_KEYS[item], sheet[item], x, 8 - STRIP, title, f"{key}-{item}")
            )
            x += 90
        x += 12
        infra = self.board.infrastructure[sheet[FORT]]
        for name, count, title in (
            ("infrastructure", infra, f"{words.text('track.infrastructure')} {infra}"),
            ("favour", favours_of(sheet), words.text("panel.favours", n=favours_of(sheet))),
            (
                "disdain",
                final_disdain(self.board, sheet),
                f"{words.text('part.disdain')} {final_disdain(self.board, sheet)}",
            ),
        ):
            parts.append(counter(name, count, x, 8 - STRIP, title))
            x += 90
        parts.append(self._years(x + 10, 8 - STRIP))
        return "".join(parts)

    def _years(self, x: float, y: float) -> str:
        """The player board: six Years with the grey flag and the attackers by difficulty."""
        drawn = ""
        for year in range(1, YEARS + 1):
            left = x + (year - 1) * 57
            now = year == self.view.year
            counts = [self.board.attacks[level][year] for level in range(3)]
            title = self.voice.words.text(
                "screen.year_slot",
                year=roman(year),
                flag=self.board.flag[year],
                **dict(zip(DIFFICULTIES, counts, strict=True)),
            )
            css = "chip" if now else "chip none"
            drawn += f"<g><title>{esc(title)}</title>"
            drawn += el("rect", x=left, y=y, width=54, height=44, rx=8, class_=css)
            drawn += label(roman(year), left + 17, y + 18, 15, "yr")
            drawn += el("path", d=f"M{left + 33:.0f} {y + 4:.0f}h14v16l-7-4l-7 4z", class_="grey")
            drawn += label(str(self.board.flag[year]), left + 40, y + 15, 11, "num pale")
            for index, (count, colour) in enumerate(
                zip(counts, ("--verdigris", "--ochre", "--cinnabar"), strict=True)
            ):
                here = DIFFICULTIES[index] == self.view.difficulty
                x0 = left + 3.5 + 16 * index
                block = el(
                    "rect",
                    x=x0,
                    y=y + 23,
                    width=15,
                    height=18,
                    rx=2,
                    **look(f"fill:var({colour})"),
                )
                block += label(str(count), x0 + 7.5, y + 36.5, 12, "num pale")
                drawn += el("g", block, opacity=1 if here else 0.4)
            drawn += "</g>"
        return drawn

    # Cards ---------------------------------------------------------------------------------------

    def cards(self, seat: int) -> tuple[str, tuple[float, float, float, float]]:
        """Paths kept, cards in hand, Prospects in reach and the Fate deck."""
        words = self.voice.words
        parts: list[str] = []
        y = 30.0
        if self.view.hand:
            parts.append(label(words.text("screen.hand"), 20, y, 17, "t-title", "start"))
            for index, card in enumerate(self.view.hand):
                sheet = self.table.sheets[seat]
                parts.append(self._card(card, 20 + index * 256, y + 14, f"hand-{card}", sheet))
            y += CARD_H + 50
        parts.append(label(words.text("screen.prospects"), 20, y, 17, "t-title", "start"))
        parts += self._prospects(seat, y + 14)
        y += CARD_H + 62
        parts.append(label(words.text("screen.paths"), 20, y, 17, "t-title", "start"))
        for year in range(YEARS):
            x, top = 20 + (year % 3) * 256, y + 14 + (year // 3) * (CARD_H + 16)
            card = self.table.sheets[seat][PATH + year]
            parts.append(self._path_slot(seat, year, card, x, top))
        return "".join(parts), (0, 0, 1190, y + 2 * CARD_H + 60)

    def _prospects(self, seat: int, y: float) -> list[str]:
        words = self.voice.words
        left = words.text("screen.left", n=self.view.deck_sizes[seat])
        drawn = [
            el(
                "g",
                el("rect", x=20, y=y, width=100, height=CARD_H, rx=10, class_="card"),
                icon("path", 44, y + 20, 52),
                label(left, 70, y + 98, 15, "num"),
                id="deck",
            )
        ]
        x = 136.0
        for slot in (OWN, 0, 1):
            card = self.table.card(seat, slot) if self.view.year else NONE
            if card == NONE:
                continue
            who = seat if slot == OWN else self.table.owner(seat, slot)
            if who >= NEUTRAL:
                held = self._neutral_items(who - NEUTRAL)
                caption = words.text("screen.neutral") + held
            else:
                caption = words.text("screen.own") if slot == OWN else self.voice.names[who]
            drawn.append(self._card(card, x, y, f"slot-{slot}", None, caption))
            x += 256
        choices = self.offered.get("fate-deck", ())
        drawn.append(
            el(
                "g",
                el("rect", x=x, y=y, width=116, height=CARD_H, rx=10, class_="card"),
                icon("fate", x + 34, y + 18, 48),
                label(words.text("screen.left", n=self.view.fate_left), x + 58, y + 92, 16, "num"),
                label(words.text("screen.fate"), x + 58, y + 114, 13, "t-caps"),
                id="fate-deck",
                class_="choice" if choices else None,
                **offer(choices),
            )
        )
        x += 132
        if self.view.fate_card != NONE:
            drawn.append(self._fate(self.view.fate_card, x, y))
        return drawn

    def _neutral_items(self, card: int) -> str:
        items = self.view.neutral_items
        count = len(self.view.neutral_cards)
        if not items:
            return ""
        held = [0, 0, 0, 0, items[card]]
        held[0] = items[count + card]
        return f" · {self.voice.items(held)}" if any(held) else ""

    def _card(
        self, card: int, x: float, y: float, place: str, sheet: Sheet | None, caption: str = ""
    ) -> str:
        """A player card: its goal above, its use as a Prospect below."""
        board, words = self.board, self.voice.words
        choices = self.offered.get(place, ())
        parts = [
            el("rect", x=x, y=y, width=CARD_W, height=CARD_H, rx=10, class_="card"),
            label(self.voice.card(card), x + 12, y + 26, 19, "yr", "start"),
            label(caption, x + CARD_W - 12, y + 25, 13, "t-note", "end"),
            label(
                words.text(f"goal.{board.card_counts[card]}"), x + 12, y + 46, 13, "t-note", "start"
            ),
        ]
        for index, tier in enumerate(board.card_tiers[card]):
            left = x + 12 + index * 44
            reached = sheet is not None and path_points(board, sheet, card) > index
            parts.append(
                el(
                    "rect",
                    x=left,
                    y=y + 54,
                    width=38,
                    height=22,
                    rx=6,
                    class_="bx fil" if reached else "bx",
                )
            )
            css = "num inked" if reached else "num"
            parts.append(label(f"{tier}", left + 13, y + 70, 14, css))
            parts.append(label(f"{index + 1}", left + 29, y + 72, 10, css))
        if sheet is not None:
            count = words.text("screen.now", n=path_count(board, sheet, card))
            parts.append(label(count, x + 148, y + 70, 13, "t-note", "start"))
        left = x + 12
        for item in board.card_gives[card]:
            parts.append(icon(ITEM_KEYS[item], left, y + 86, 30))
            left += 32
        parts.append(icon("good", x + 96, y + 86, 30))
        parts.append(label(str(board.card_good[card]), x + 134, y + 108, 20, "yr"))
        parts.append(self._shape(board.card_pattern[card], x + 158, y + 84))
        return el("g", *parts, id=place, class_="choice" if choices else None, **offer(choices))

    def _shape(self, pattern: int, x: float, y: float, cell: float = 15) -> str:
        """A pattern as printed."""
        mask = self.board.places[self.board.places_of[pattern][0]]
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

    def _path_slot(self, seat: int, year: int, card: int, x: float, y: float) -> str:
        if card != NONE:
            return self._card(card, x, y, f"path-{year}", self.table.sheets[seat], roman(year + 1))
        empty = self.voice.words.text("screen.no_path", year=roman(year + 1))
        return el(
            "g",
            el("rect", x=x, y=y, width=CARD_W, height=CARD_H, rx=10, class_="chip none"),
            label(empty, x + CARD_W / 2, y + CARD_H / 2 + 5, 15, "t-note"),
        )

    def _fate(self, card: int, x: float, y: float) -> str:
        """A Fate card: what it gave, its arrow, damage and good."""
        board = self.board
        parts = [
            el("rect", x=x, y=y, width=150, height=CARD_H, rx=10, class_="card"),
            icon(f"pict-{COHORT_KEYS[board.fate_arrow[card]]}", x + 10, y + 8, 34),
            icon("gladiator", x + 52, y + 10, 28),
            label(str(board.fate_damage[card]), x + 86, y + 32, 18, "yr"),
            icon("good", x + 98, y + 10, 28),
            label(str(board.fate_good[card]), x + 134, y + 32, 18, "yr"),
        ]
        left, top = x + 10, y + 52
        for item, count in enumerate(board.fate_items[card]):
            for _ in range(count):
                if left > x + 122:
                    left, top = x + 10, top + 32
                parts.append(icon(ITEM_KEYS[item], left, top, 28))
                left += 32
        return el("g", *parts, id=f"fate-{card}")

    # The map to lay a pattern on -----------------------------------------------------------------

    def map(self, seat: int) -> tuple[str, tuple[float, float, float, float]]:
        """Each way to turn and mirror the pattern has a map of its own, with a handle per place."""
        board, sheet = self.board, self.table.sheets[seat]
        pattern = board.card_pattern[self.table.card(seat, sheet[ABOUT])]
        numbers = board.places_of[pattern]
        turns = board.orientations[pattern]
        across = min(turns, 4)
        cell = 46.0
        width, height = COLUMNS * cell + 40, ROWS * cell + 40
        title = self.voice.words.text("screen.turn_pattern")
        parts = [label(title, 20, 30, 17, "t-title", "start")]
        for turn in range(turns):
            x, y = 20 + turn % across * width, 50 + turn // across * height
            parts.append(self._small_map(sheet, turn, x, y, cell))
            turned = (number for number in numbers if board.place_turn[number] == turn)
            parts += [self._handle(number, x, y, cell) for number in turned]
        rows = (turns + across - 1) // across
        return "".join(parts), (0, 0, max(across * width + 20, 560), 60 + rows * height)

    def _small_map(self, sheet: Sheet, turn: int, x: float, y: float, cell: float) -> str:
        drawn = ""
        for index in range(CELLS):
            left, top = x + index % COLUMNS * cell, y + index // COLUMNS * cell
            filled = sheet[MAP] >> index & 1
            gives = self.board.cell_gives[index]
            inner = el(
                "rect",
                x=left,
                y=top,
                width=cell,
                height=cell,
                class_="bx fil" if filled else "bx land",
            )
            if gives != NONE and not filled:
                inner += icon(ITEM_KEYS[gives], left + 8, top + 8, 30)
            drawn += el("g", inner, id=f"lay{turn}-{index}")
        return drawn

    def _handle(self, number: int, x: float, y: float, cell: float) -> str:
        """A button at the heart of the cells that a place covers."""
        choices = self.offered.get(f"lay-{number}", ())
        if not choices:
            return ""
        mask = self.board.places[number]
        cells = [index for index in range(CELLS) if mask >> index & 1]
        cx = x + sum(index % COLUMNS + 0.5 for index in cells) / 4 * cell
        cy = y + sum(index // COLUMNS + 0.5 for index in cells) / 4 * cell
        dot = el("circle", cx=cx, cy=cy, r=9, class_="bx")
        halo = el("circle", cx=cx, cy=cy, r=13, class_="halo")
        return el("g", halo, dot, id=f"lay-{number}", class_="choice", **offer(choices))

    # The attack and the end ----------------------------------------------------------------------

    def attack(self) -> tuple[str, tuple[float, float, float, float]]:
        """The attack cards by cohort, and how each player stands against them."""
        words, view = self.voice.words, self.view
        parts = [label(words.text("screen.attack"), 450, 44, 26, "h1")]
        flag = self.board.flag[view.year]
        year = words.text("screen.year", year=roman(view.year))
        caption = f"{year} · {words.text('screen.flag', flag=flag)}"
        parts.append(label(caption, 450, 72, 16, "t-note"))
        for cohort, name in enumerate(COHORT_KEYS):
            x = 40 + cohort * 280
            choices = self.offered.get(f"attack-{cohort}", ())
            count = self.table.arrows()[cohort]
            parts.append(
                el(
                    "g",
                    el("rect", x=x, y=92, width=260, height=130, rx=12, class_="card"),
                    icon(f"pict-{name}", x + 20, 112, 90),
                    label(str(count), x + 180, 185, 64, "yr"),
                    label(self.voice.cohort(cohort), x + 180, 122, 16, "t-caps"),
                    id=f"attack-{cohort}",
                    class_="choice" if choices else None,
                    **offer(choices),
                )
            )
        parts += [self._defender(seat, 250 + seat * 74, flag) for seat in range(view.seats)]
        return "".join(parts), (0, 0, 900, 262 + view.seats * 74)

    def _defender(self, seat: int, y: float, flag: int) -> str:
        sheet, words = self.table.sheets[seat], self.voice.words
        open_ = seat in self.view.waiting
        count = through(self.table, sheet) if open_ else sheet[THROUGH]
        disdain = min(count, flag)
        parts = [
            el("rect", x=40, y=y, width=820, height=64, rx=10, class_="chip"),
            el("g", mark(seat), transform=at(66, y + 32, 1.2)),
            label(self.voice.names[seat], 90, y + 38, 19, "yr", "start"),
        ]
        for cohort, name in enumerate(COHORT_KEYS):
            x = 300 + cohort * 90
            parts.append(icon(f"pict-{name}", x, y + 18, 28))
            shown = f"{sheet[COHORT + cohort] + sheet[IGNORED + cohort]}"
            parts.append(label(shown, x + 48, y + 40, 22, "yr"))
        if open_:
            words_now = words.text("screen.open")
        else:
            words_now = (
                words.text("screen.through", n=count) if count else words.text("screen.held")
            )
        parts.append(label(words_now, 590, y + 27, 15, "t-note", "start"))
        parts.append(
            label(words.text("screen.valour", n=flag - disdain), 590, y + 50, 16, "num", "start")
        )
        parts.append(
            label(words.text("screen.disdain", n=disdain), 710, y + 50, 16, "t-limit", "start")
        )
        return el("g", *parts)

    def end(self) -> tuple[str, tuple[float, float, float, float]]:
        """The count, column by column."""
        words, view = self.voice.words, self.view
        heads = [*(f"part.{TRACK_KEYS[p - RENOWN]}" for p in ATTRIBUTES), "part.paths"]
        heads += ["part.disdain", "part.total"]
        parts = [label(words.text("screen.end"), 450, 48, 26, "h1")]
        for index, key in enumerate(heads):
            parts.append(label(words.text(key), 300 + index * 86, 92, 14, "t-caps"))
        order = sorted(range(view.seats), key=lambda seat: -view.points[seat])
        for row, seat in enumerate(order):
            sheet, y = self.table.sheets[seat], 104 + row * 60
            parts.append(el("rect", x=40, y=y, width=820, height=52, rx=10, class_="chip"))
            parts.append(el("g", mark(seat), transform=at(66, y + 26, 1.2)))
            parts.append(label(self.voice.names[seat], 90, y + 33, 18, "yr", "start"))
            numbers = [sheet[place] for place in ATTRIBUTES]
            numbers += [paths_points(self.board, sheet), -penalty(self.board, sheet)]
            numbers.append(total(self.board, sheet))
            for index, value in enumerate(numbers):
                size = 26 if index == len(numbers) - 1 else 20
                parts.append(label(str(value), 300 + index * 86, y + 34, size, "yr"))
        if view.seats == 1:
            rank = words.text(f"rank.{solo_rank(self.board, view.points[0])}")
            parts.append(label(rank, 450, 210, 34, "h1"))
        return "".join(parts), (0, 0, 900, 150 + max(view.seats, 2) * 60)

    def caption(self, seat: int, x: float, y: float) -> str:
        """A player's name and points over small sheets."""
        points = self.voice.words.text("screen.points", n=self.view.points[seat])
        stock = self.voice.items(self.table.sheets[seat][:STOCK])
        return (
            el("g", mark(seat), transform=at(x + 20, y + 22, 1.4))
            + label(f"{self.voice.names[seat]} · {points}", x + 46, y + 30, 26, "yr", "start")
            + label(stock, x + 46, y + 56, 18, "t-note", "start")
        )
