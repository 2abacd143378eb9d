"""Separate pictures: the attack of the Picts, the final score, the other players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice
from ludus.core.svg import at, el, mark, offer
from ludus.core.text import roman
from ludus.games.hadrians_wall.face.cards import Drawn
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.shapes import icon, label, name_label
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    IGNORED,
    RENOWN,
    STOCK,
    THROUGH,
    TRACK_KEYS,
)
from ludus.games.hadrians_wall.mechanics.attack import breaches
from ludus.games.hadrians_wall.mechanics.points import paths_points, penalty, solo_rank, total

WIDE = 660
ARROWS_IN_A_ROW = 5
DEFENDER = 92
SMALL = (1100, 1220)
"""The size of a whole sheet; other players' sheets are drawn in these units."""


class Screens:
    """Draws these pictures for one position."""

    def __init__(self, context: Context, offered: Mapping[str, Sequence[Choice]]) -> None:
        self.context = context
        self.names = context.names
        self.words = context.words
        self.board = context.board
        self.view = context.view
        self.offered = offered

    # The attack ----------------------------------------------------------------------------------

    def attack(self) -> Drawn:
        """The attack cards by cohort, and how each player stands against them."""
        words, view = self.words, self.view
        year = self.context.attack_year
        flag = self.board.flag[year]
        said = words.text("screen.at_stake", year=roman(year), flag=flag)
        parts = [
            label(words.text("screen.attack"), WIDE / 2, 44, 26, "h1"),
            label(said, WIDE / 2, 74, 17, "t-note", place="attack-flag"),
        ]
        arrows = self.context.arrows()
        rows = max(1, *((count + ARROWS_IN_A_ROW - 1) // ARROWS_IN_A_ROW for count in arrows))
        height = 96 + rows * 34
        parts += [self._column(cohort, arrows[cohort], height) for cohort in range(COHORTS)]
        top = 96 + height + 18
        parts += [self._defender(seat, top + seat * DEFENDER, flag) for seat in range(view.seats)]
        return parts, (0, 0, WIDE, top + view.seats * DEFENDER + 10)

    def _column(self, cohort: int, count: int, height: float) -> str:
        """One cohort's attackers; a button while a Favour can ignore one of them."""
        x, y, name = 20 + cohort * 210, 96, COHORT_KEYS[cohort]
        place = f"attack-{cohort}"
        choices = self.offered.get(place, ())
        parts = [
            el("rect", x=x, y=y, width=200, height=height, rx=12, class_="card"),
            icon(f"pict-{name}", x + 14, y + 14, 64),
            label(self.names.cohort(cohort), x + 92, y + 36, 17, "t-caps", "start"),
            label(str(count), x + 92, y + 76, 38, "yr", "start"),
        ]
        for arrow in range(count):
            left = x + 16 + arrow % ARROWS_IN_A_ROW * 34
            top = y + 90 + arrow // ARROWS_IN_A_ROW * 34
            parts.append(icon(f"pict-{name}", left, top, 30))
        # Players compare all three, so a small screen keeps them visible.
        kind = "choice" if choices else None
        return el("g", *parts, id=place, class_=kind, data_beside="", **offer(choices))

    def _defender(self, seat: int, y: float, flag: int) -> str:
        """A player's cohorts against the attack, and the outcome."""
        sheet, words = self.context.sheets[seat], self.words
        arrows = self.context.arrows()
        settled = not (self.context.under_attack and seat in self.view.waiting)
        count = sheet[THROUGH] if settled else breaches(sheet, arrows)
        disdain = min(count, flag)
        parts = [
            el("rect", x=20, y=y, width=WIDE - 40, height=DEFENDER - 10, rx=10, class_="chip"),
            el("g", mark(seat), transform=at(46, y + 28, 1.2)),
            name_label(self.names.of_players[seat], 66, y + 35, 20, 320),
        ]
        for cohort, name in enumerate(COHORT_KEYS):
            x = 36 + cohort * 104
            held = sheet[COHORT + cohort] + sheet[IGNORED + cohort]
            css = "num t-limit" if held < arrows[cohort] else "num"
            parts.append(icon("cohort", x - 4, y + 48, 25))
            parts.append(label(str(held), x + 22, y + 68, 19, css, "start"))
            parts.append(icon(f"pict-{name}", x + 42, y + 48, 25))
            parts.append(label(str(arrows[cohort]), x + 70, y + 68, 19, css, "start"))
        if not settled:
            now = words.text("screen.open")
        else:
            now = words.text("screen.through", n=count) if count else words.text("screen.held")
        right = WIDE - 36
        parts.append(label(now, right, y + 34, 17, "t-note", "end"))
        gained = words.text("screen.valour", n=flag - disdain)
        lost = words.text("screen.disdain", n=disdain)
        parts.append(label(gained, right - 130, y + 68, 19, "num", "end"))
        parts.append(label(lost, right, y + 68, 19, "num t-limit" if disdain else "num", "end"))
        return el("g", *parts, id=f"defender-{seat}")

    # The end -------------------------------------------------------------------------------------

    def end(self) -> Drawn:
        """The final score, column by column; for a solo player also the ranks."""
        words, view = self.words, self.view
        heads = [*(f"part.{TRACK_KEYS[p - RENOWN]}" for p in ATTRIBUTES), "part.paths"]
        heads += ["part.disdain", "part.total"]
        parts = [label(words.text("screen.end"), 450, 48, 26, "h1")]
        for index, key in enumerate(heads):
            parts.append(label(words.text(key), 300 + index * 86, 92, 14, "t-caps"))
        order = sorted(range(view.seats), key=lambda seat: -view.points[seat])
        for row, seat in enumerate(order):
            parts.append(self._count(seat, 104 + row * 60))
        if view.seats == 1:
            parts += self._ranks(190)
            return parts, (0, 0, 900, 220 + len(self.board.rank_keys) * 50)
        return parts, (0, 0, 900, 150 + view.seats * 60)

    def _count(self, seat: int, y: float) -> str:
        sheet = self.context.sheets[seat]
        parts = [
            el("rect", x=40, y=y, width=820, height=52, rx=10, class_="chip"),
            el("g", mark(seat), transform=at(66, y + 26, 1.2)),
            name_label(self.names.of_players[seat], 90, y + 33, 18, 170),
        ]
        numbers = [sheet[place] for place in ATTRIBUTES]
        numbers += [paths_points(self.board, sheet), -penalty(self.board, sheet)]
        numbers.append(total(self.board, sheet))
        for index, value in enumerate(numbers):
            size = 26 if index == len(numbers) - 1 else 20
            parts.append(label(str(value), 300 + index * 86, y + 34, size, "yr"))
        return el("g", *parts, id=f"count-{seat}")

    def _ranks(self, y: float) -> list[str]:
        """The ladder of ranks, highest first, with the one that was reached."""
        words = self.words
        reached = solo_rank(self.board, self.view.points[0])
        parts: list[str] = []
        ladder = list(zip(self.board.rank_keys, self.board.rank_points, strict=True))[::-1]
        for step, (key, least) in enumerate(ladder):
            top, here = y + step * 50, key == reached
            css = "chip now" if here else "chip none"
            parts.append(el("rect", x=220, y=top, width=460, height=44, rx=10, class_=css))
            parts.append(label(words.text(f"rank.{key}"), 240, top + 30, 21, "yr", "start"))
            points = words.text("screen.from", n=least)
            parts.append(label(points, 660, top + 29, 16, "t-note", "end"))
            if here:
                parts.append(icon("laurel", 176, top + 5, 34))
        return parts

    # The others ----------------------------------------------------------------------------------

    def caption(self, seat: int, x: float, y: float) -> str:
        """A player's name, points and stock over small sheets."""
        points = self.words.text("screen.points", n=self.view.points[seat])
        stock = self.names.items(self.context.sheets[seat][:STOCK])
        return el(
            "g",
            el("g", mark(seat), transform=at(x + 30, y + 34, 2.2)),
            label(f"{self.names.of_players[seat]} · {points}", x + 66, y + 44, 40, "yr", "start"),
            label(stock, x + 66, y + 84, 30, "t-note", "start"),
            id=f"caption-{seat}",
        )
