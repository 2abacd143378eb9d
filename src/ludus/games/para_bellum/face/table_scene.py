"""The picture of the middle of the table: event, Battle Line, battle, and the other players."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Picture
from ludus.core.svg import at, el, group, mark, text
from ludus.games.para_bellum.face.armies import ArmyDrawing
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.cards import battle_card, command_card, event_card
from ludus.games.para_bellum.face.details import known_commands
from ludus.games.para_bellum.face.lettering import LEADING, fitted, width_of
from ludus.games.para_bellum.face.scene import CHIP, EDGE, INNER, WIDE, SceneBuilder
from ludus.games.para_bellum.ids import COLOURS, HIDDEN, NONE, TEAM_SEATS
from ludus.games.para_bellum.view import Side

LEFT = 292
EVENT = 86
LINE = (143, 160)
LINE_OF_TEAMS = (143, 146)
HEAD = 58
GAP = 8


class TableScene(SceneBuilder):
    """Everything that lies open for all, and the armies of the others."""

    name = "table"

    def draw(self) -> Picture:
        self._middle()
        others = [seat for seat in self._seats() if seat != self.front]
        if self.view.seats == TEAM_SEATS:
            ally = self.front ^ 2
            self._pair([seat for seat in others if seat != ally])
            self._wide(ally, 156)
        elif len(others) == 1:
            self._wide(others[0], 226)
        else:
            self._pair(others)
        return self.finish(self.words.text("name.scene"))

    def _seats(self) -> list[int]:
        """The others in turn order after the one in front."""
        order = list(self.view.order) or list(range(self.view.seats))
        start = order.index(self.front)
        return order[start:] + order[:start]

    # Event, Battle Line and battle ---------------------------------------------------------------

    def _middle(self) -> None:
        view = self.view
        parts: list[str] = []
        card = ""
        if view.event != NONE:
            card = event_card(self.palette, self.context, view.event, LEFT, EVENT)
        parts.append(self.place("event", EDGE, 0, LEFT, EVENT, card))
        words = f"{self.words.text('name.line')} · "
        words += self.words.text("name.in_deck", count=view.command_deck)
        caption = text(words, class_="so", x=EDGE, y=EVENT + 19, font_size=13.5)
        parts.append(el("g", caption, id="pb-line-deck"))
        width, height = LINE_OF_TEAMS if view.seats == TEAM_SEATS else LINE
        for index, kind in enumerate(view.line):
            x = EDGE + index % 2 * (width + 6)
            y = EVENT + 27 + index // 2 * (height + 6)
            drawing = el("rect", class_="tile dim", width=width, height=height, rx=7)
            if kind != NONE:
                drawing = command_card(self.palette, self.context, kind, width, height, 14.5)
            parts.append(self.place(f"line-{index}", x, y, width, height, drawing))
        low = EVENT + 27 + 2 * (height + 6.0)
        x = EDGE + LEFT + 10
        parts.append(el("g", *self._deck(x), id="pb-deck"))
        if view.battle != NONE:
            low = max(low, self._battle(parts, x))
        self.split_block("middle", low + 4, parts)

    def _deck(self, x: float) -> list[str]:
        """Cards left in the army deck, which is the clock of the game; who ends it."""
        view = self.view
        words = self.words.text("name.in_deck", count=view.army_deck)
        parts = [
            self.palette.use("army", x, -3, 20),
            text(words, class_="so", x=x + 26, y=12, font_size=13.5),
        ]
        if view.round:
            label = self.words.text("name.round", round=view.round)
            parts.append(
                text(label, class_="so", x=WIDE - EDGE, y=12, text_anchor="end", font_size=13.5)
            )
        if view.ending != NONE:
            parts.append(self.palette.use("ending", x + 104, -4, 22))
            parts.append(el("g", mark(view.ending), transform=at(x + 140, 7, 0.8)))
        return parts

    def _battle(self, parts: list[str], x: float) -> float:
        view = self.view
        own = view.sides[self.front].colour
        width = WIDE - EDGE - x
        rows, card, height = battle_card(self.palette, self.context, view.battle, own, width)
        parts.append(el("g", card, id="pb-battle", transform=at(x, 20)))
        for colour, top, tall in rows:
            parts.append(self.place(f"bonus-{colour}", x + 4, 20 + top, width - 8, tall))
        return 20 + height + 4

    # The others ----------------------------------------------------------------------------------

    def _wide(self, seat: int, height: float) -> None:
        """One player over the whole width: the army at the left, what they have at the right."""
        side = self.view.sides[seat]
        room = 380.0
        parts = [*self._head(seat, side, INNER), *self._army(seat, 2, HEAD, room, height)]
        cards, low = self._cards(seat, side, room + 10, INNER, HEAD + 4)
        bottom = max(HEAD + height + 4, low)
        self._tile(seat, [EDGE], INNER, bottom, [[*parts, cards]], [seat])

    def _pair(self, seats: Sequence[int]) -> None:
        """Two players side by side, their cards below their armies."""
        width = (INNER - GAP) / 2
        tall = 138.0 if self.view.seats == TEAM_SEATS else 170.0
        tiles: list[list[str]] = []
        bottom = 0.0
        for seat in seats:
            side = self.view.sides[seat]
            cards, low = self._cards(seat, side, 8, width, HEAD + tall + 6)
            army = self._army(seat, 2, HEAD, width - 4, tall)
            tiles.append([*self._head(seat, side, width), *army, cards])
            bottom = max(bottom, low)
        lefts = [EDGE + number * (width + GAP) for number in range(len(seats))]
        self._tile(seats[0], lefts, width, bottom, tiles, seats)

    def _tile(
        self,
        name: int,
        lefts: Sequence[float],
        width: float,
        height: float,
        tiles: Sequence[list[str]],
        seats: Sequence[int],
    ) -> None:
        drawn: list[str] = []
        for seat, x, parts in zip(seats, lefts, tiles, strict=True):
            on = " on" if self.view.turn == seat else ""
            tile = el("rect", class_=f"tile{on}", width=width, height=height, rx=9)
            frame = el("g", tile, id=f"pb-tile-{seat}")
            drawn += self.split_place(f"seat-{seat}", x, 0, width, height, frame, *parts)
        self.split_block(f"others-{name}", height + 10, drawn)

    def _army(self, seat: int, x: float, y: float, width: float, height: float) -> list[str]:
        field = el("rect", class_="field", x=x, y=y, width=width, height=height)
        inner: list[str] = []
        if self.view.sides[seat].colour != NONE:
            drawing = ArmyDrawing(self.palette, self.context, seat, self.offered, self.traces, True)
            wide, high = drawing.size
            scale = min((width - 8) / wide, (height - 6) / high, 0.62)
            dx = x + (width - wide * scale) / 2
            dy = y + (height - high * scale) / 2
            moved = f"translate({dx:.1f} {dy:.1f})scale({scale:.3f})"
            inner = group(*drawing.draw(), id=f"pb-army-{seat}", transform=moved)
        return [el("g", field, id=f"pb-field-{seat}"), *inner]

    def _head(self, seat: int, side: Side, width: float) -> list[str]:
        """Name, points and token; then coins, cards, how firm the army is, and the Blazons."""
        palette, view = self.palette, self.view
        name = self.names.of_players[seat]
        if view.seats == TEAM_SEATS and seat == self.front ^ 2:
            name += f" · {self.words.text('name.ally')}"
        parts = [
            el("g", mark(seat), transform=at(18, 17, 0.9)),
            fitted(name, 34, 23, width - 116, 17, class_="wf"),
            text(str(side.total), class_="pts", x=width - 10, y=25),
        ]
        if view.ending == seat or (view.ending == NONE and view.order[:1] == (seat,)):
            token = "ending" if view.ending == seat else "first"
            parts.append(palette.use(token, width - 70, 5, 22))
        x = 9.0
        limit = self.context.field(seat).limit
        for symbol, words in (
            ("coin", str(side.coins)),
            ("army", str(side.army_count)),
            ("command", str(side.command_count)),
            ("morale", f"≤{limit}"),
        ):
            parts.append(palette.use(symbol, x, 33, 19))
            parts.append(text(words, class_="st", x=x + 22, y=48, font_size=15))
            x += 25 + width_of(words, 15) + 6
        for colour in range(COLOURS):
            symbol = blazon_symbol(colour) if side.blazons >> colour & 1 else "blazon-none"
            parts.append(palette.use(symbol, x, 33, 19))
            x += 20
        return [el("g", *parts, id=f"pb-head-{seat}")]

    def _cards(
        self, seat: int, side: Side, left: float, right: float, y: float
    ) -> tuple[str, float]:
        """Cards in play, objectives, and what is known of the hand."""
        parts: list[str] = []
        x = left
        for index, card in enumerate(side.in_play):
            if card.cell != NONE:
                continue
            wide = self.chip_width(card.kind)
            if x > left and x + wide > right - 8:
                x, y = left, y + CHIP + 5
            parts.append(self.in_play(seat, index, x, y))
            x += wide + 6
        if x > left:
            y += CHIP + 6
        lines = [
            (
                f"goal-{seat}-{index}",
                "back" if goal.kind == HIDDEN else "objective",
                self._goal(goal.kind, goal.points),
            )
            for index, goal in enumerate(side.goals)
        ]
        if side.hand is not None:
            # A large hand lies in a fan, so that it stays within its owner's room.
            step = min(54.0, (right - left - 58) / max(len(side.hand) - 1, 1))
            for index, kind in enumerate(side.hand):
                parts.append(self.palette.use(f"small-{kind}", left + index * step, y, 50, 40))
            y += 46 if side.hand else 0
        if known := known_commands(side):
            names = [self.names.command(kind) for kind in known]
            lines.append((f"known-{seat}", "command", ", ".join(names)))
        for place, symbol, words in lines:
            drawing, low = self.palette.paragraph(
                words, left + 24, y + 13, right - left - 32, 13.5, shade="qf"
            )
            parts.append(el("g", self.palette.use(symbol, left, y - 1, 18), drawing, id=place))
            y = low - 13.5 * LEADING + 13.5 * 0.6
        return el("g", *parts, id=f"pb-cards-{seat}"), y + 6

    def _goal(self, kind: int, points: int) -> str:
        name = self.names.goal(kind)
        return f"{name} ({points})" if points else name
