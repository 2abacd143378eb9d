"""The two pictures of the table: the viewer's army and hand, and everything in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, mark, offer, picture, text
from ludus.games.para_bellum.board import COLOURS, members
from ludus.games.para_bellum.face.armies import ArmyDrawing
from ludus.games.para_bellum.face.art import (
    HEIGHT,
    WIDTH,
    Art,
    Palette,
    banner_symbol,
    blazon_symbol,
)
from ludus.games.para_bellum.face.cards import (
    alliance_head,
    battle_card,
    command_card,
    event_card,
    goal_card,
)
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.face.lettering import fitted, paragraph, width_of
from ludus.games.para_bellum.face.look import CREAM, CSS, INK, NAME, TONES
from ludus.games.para_bellum.view import HIDDEN, NONE, Side, View, die_banner

SHEET = 780
"""How wide both pictures are."""
EDGE = 14
FIELD_HEIGHT = 410
BASICS = (
    "muster",
    "empower",
    "consult",
    "motivate",
    "requisition",
    "march",
    "pact",
    "runner",
    "end",
)
PRICES = {
    "muster": ("action", "pay-b1"),
    "empower": ("action", "pay-b1"),
    "consult": ("action", "pay-r1"),
    "motivate": ("action", "pay-r1"),
    "requisition": ("action", "army"),
    "march": ("action",),
    "pact": ("action",),
    "runner": ("action",),
    "end": (),
}
TEAMS = 4


class Painter:
    """Draws positions with the symbols of the game."""

    def __init__(self, art: Art) -> None:
        self._art = art

    def army(self, adviser: Adviser, choices: Sequence[Choice], lately: Sequence[Event]) -> str:
        sheet = _Sheet(Palette(self._art, "pba"), adviser, choices, lately)
        return sheet.army_picture()

    def table(self, adviser: Adviser, choices: Sequence[Choice], lately: Sequence[Event]) -> str:
        sheet = _Sheet(Palette(self._art, "pbt"), adviser, choices, lately)
        return sheet.table_picture()


def front_seat(view: View) -> int:
    """Whose army is drawn large: the viewer's own, or for others the one whose turn it is."""
    if view.viewer >= 0:
        return view.viewer
    return max(view.turn, 0)


class _Sheet:
    """One picture being drawn, from the top down."""

    def __init__(
        self,
        palette: Palette,
        adviser: Adviser,
        choices: Sequence[Choice],
        lately: Sequence[Event],
    ) -> None:
        self.palette = palette
        self.adviser = adviser
        self.view = adviser.view
        self.words = adviser.words
        self.voice = adviser.voice
        self.offered = by_place(choices)
        self.traces = traces(lately)
        self.front = front_seat(self.view)
        self.parts: list[str] = []
        self.y: float = EDGE

    def finish(self, title: str) -> str:
        height = self.y + 4
        ground = el("rect", class_="ground", width=SHEET, height=height)
        return picture(
            self.palette.defs(),
            ground,
            *self.parts,
            name=NAME,
            title=title,
            view_box=(0, 0, SHEET, height),
            tones=TONES,
            css=CSS,
        )

    def place(
        self,
        place: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *parts: str,
        idle: str | None = None,
    ) -> str:
        """A group for a place, with its outline over what lies there.

        `idle` is its class while it cannot be chosen. A place is always the same element: a page
        that follows it from picture to picture finds it where it was.
        """
        choices = self.offered.get(place, ())
        ring = ""
        if choices:
            ring = el(
                "rect", class_="ring over", x=-3, y=-3, width=width + 6, height=height + 6, rx=9
            )
        elif place in self.traces:
            box = {"x": -2.0, "y": -2.0, "width": width + 4, "height": height + 4, "rx": 9.0}
            ring = el("rect", class_="fresh", **box)
        return el(
            "g",
            *parts,
            ring,
            id=place,
            class_="choice" if choices else idle,
            transform=at(x, y),
            **offer(choices),
        )

    def caption(self, words: str, x: float = EDGE, right: str = "") -> None:
        self.parts.append(text(words.upper(), class_="cap", x=x, y=self.y + 13))
        if right:
            self.parts.append(
                text(right, class_="so", x=SHEET - EDGE, y=self.y + 13, text_anchor="end")
            )
        self.y += 21

    # The army and the hand -----------------------------------------------------------------------

    def army_picture(self) -> str:
        side = self.view.sides[self.front]
        self._status(side)
        self._field(side)
        self._basics()
        self._in_play(side)
        self._hand(self.front)
        self._goals(self.front)
        return self.finish(self.words.text("name.army_of", seat=self.voice.names[self.front]))

    def _status(self, side: Side) -> None:
        """Name and points; actions, coins, Blazons and the banners still in reserve."""
        view, palette = self.view, self.palette
        row = [el("g", mark(self.front), transform=at(EDGE + 12, self.y + 14))]
        row.append(text(self.voice.names[self.front], class_="who", x=EDGE + 30, y=self.y + 20))
        row.append(text(str(side.total), class_="pts", x=SHEET - EDGE, y=self.y + 22))
        x = EDGE + 44 + width_of(self.voice.names[self.front], 21)
        if view.turn == self.front:
            for number in range(max(view.actions, 3)):
                symbol = "action" if number < view.actions else "action-spent"
                row.append(palette.use(symbol, x, self.y + 2, 23))
                x += 26
            x += 10
        row.append(palette.use("coin", x, self.y + 3, 21))
        row.append(text(str(side.coins), class_="st", x=x + 25, y=self.y + 20))
        x += 52
        for colour in range(COLOURS):
            symbol = blazon_symbol(colour) if side.blazons >> colour & 1 else "blazon-none"
            row.append(palette.use(symbol, x, self.y + 3, 21))
            x += 24
        x += 10
        held = {die_banner(code) for code in side.dice}
        for banner in range(6):
            if banner not in held and x < SHEET - 90:
                row.append(palette.use(banner_symbol(banner), x, self.y + 3, 21))
                x += 23
        self.parts += row
        self.y += 34

    def _field(self, side: Side) -> None:
        self.parts.append(
            el("rect", class_="field", x=0, y=self.y, width=SHEET, height=FIELD_HEIGHT)
        )
        if side.colour == NONE:
            self._starting_cards()
        else:
            drawing = ArmyDrawing(
                self.palette, self.adviser, self.front, self.offered, self.traces, False
            )
            width, height = drawing.size
            scale = min((SHEET - 8) / width, (FIELD_HEIGHT - 6) / height, 1.15)
            x = (SHEET - width * scale) / 2
            y = self.y + (FIELD_HEIGHT - height * scale) / 2
            self.parts.append(
                el("g", drawing.draw(), transform=f"translate({x:.1f} {y:.1f})scale({scale:.3f})")
            )
        self.y += FIELD_HEIGHT + 8

    def _starting_cards(self) -> None:
        """Before a colour is chosen: the five starting cards."""
        catalog = self.adviser.catalog
        for colour in range(COLOURS):
            x = EDGE + 16 + colour * 148
            place = f"colour-{colour}"
            card = self.palette.use(f"army-{catalog.start_kind(colour)}", 0, 0, WIDTH, HEIGHT)
            self.parts.append(self.place(place, x, self.y + 150, WIDTH, HEIGHT, card))

    def _basics(self) -> None:
        """What can be done for an action; what cannot be done now is pale."""
        view = self.view
        if view.turn == NONE or not view.questions:
            return
        verbs = [verb for verb in BASICS if verb not in ("pact", "runner") or view.alliances]
        verbs = [verb for verb in verbs if verb != "march" or "act-march" in self.offered]
        width = (SHEET - 2 * EDGE + 6) / len(verbs) - 6
        for number, verb in enumerate(verbs):
            place = f"act-{verb}"
            label = self.words.text(f"action.{verb}", alliance=self.words.text("name.alliance"))
            parts = [
                el("rect", class_="tile", width=width, height=48, rx=7),
                fitted(label, 7, 18, width - 14, 15, class_="sf"),
            ]
            for index, symbol in enumerate(PRICES[verb]):
                parts.append(self.palette.use(symbol, 7 + 22 * index, 24, 19))
            x = EDGE + number * (width + 6)
            self.parts.append(self.place(place, x, self.y, width, 48, *parts, idle="dim"))
        self.y += 58

    def _in_play(self, side: Side) -> None:
        chips = [(i, card) for i, card in enumerate(side.in_play) if card.cell == NONE]
        if not chips:
            return
        x = float(EDGE)
        for index, card in chips:
            name = self.voice.command(card.kind)
            width = 44 + width_of(name, 15.5)
            if x + width > SHEET - EDGE:
                x = EDGE
                self.y += 36
            chip = self._chip(card.kind, card.down, width)
            self.parts.append(self.place(f"perm-{self.front}-{index}", x, self.y, width, 30, chip))
            x += width + 9
        self.y += 40

    def _chip(self, kind: int, down: bool, width: float) -> str:
        """A Permanent as a small plate; struck through while it lies face down."""
        card = self.adviser.catalog.commands[kind]
        symbol = "construct" if card.subtypes & 2 else "character"
        parts = [
            f"<title>{esc(self.voice.command_text(kind))}</title>",
            el("rect", class_="plate", width=width, height=30, rx=6),
            self.palette.use(symbol, 6, 5, 20),
            text(self.voice.command(kind), class_="t", x=32, y=20, font_size=15.5),
        ]
        if down:
            parts.append(el("path", class_="strike", d=f"M30 15H{width - 8}"))
        return el("g", *parts, class_="down" if down else None)

    def _hand(self, seat: int) -> None:
        side = self.view.sides[seat]
        looking = side.looking or ()
        if side.hand is None or side.commands is None:
            self._backs(side)
            return
        if side.hand or looking:
            x = float(EDGE)
            for index, kind in enumerate(looking):
                card = self.palette.use(f"army-{kind}", 0, 0, 112, 90)
                self.parts.append(self.place(f"look-{index}", x, self.y, 112, 90, card))
                x += 132
            step = min(120.0, (SHEET - EDGE - x - 112) / max(len(side.hand) - 1, 1))
            for index, kind in enumerate(side.hand):
                card = self.palette.use(f"army-{kind}", 0, 0, 112, 90)
                self.parts.append(self.place(f"hand-{seat}-{index}", x, self.y, 112, 90, card))
                x += step
            self.y += 102
        self._command_row(seat, side.commands)

    def _command_row(self, seat: int, commands: Sequence[int]) -> None:
        width, height = 182, 152
        for start in range(0, len(commands), 4):
            for offset, kind in enumerate(commands[start : start + 4]):
                index = start + offset
                card = command_card(self.palette, self.adviser, kind, width, height, 14.5)
                x = EDGE + offset * (width + 8)
                self.parts.append(
                    self.place(f"command-{seat}-{index}", x, self.y, width, height, card)
                )
            self.y += height + 10

    def _backs(self, side: Side) -> None:
        self.parts.append(
            text(
                self.words.text(
                    "name.cards_in_hand", army=side.army_count, command=side.command_count
                ),
                class_="so",
                x=EDGE,
                y=self.y + 15,
            )
        )
        self.y += 26

    def _goals(self, seat: int) -> None:
        goals = self.view.sides[seat].goals
        if not goals:
            return
        width = (SHEET - 2 * EDGE + 8) / max(len(goals), 2) - 8
        height = 108 if len(goals) < 3 else 128
        for index, goal in enumerate(goals):
            card = goal_card(self.palette, self.adviser, goal, width, height)
            x = EDGE + index * (width + 8)
            self.parts.append(self.place(f"goal-{seat}-{index}", x, self.y, width, height, card))
        self.y += height + 12

    # The middle of the table ---------------------------------------------------------------------

    def table_picture(self) -> str:
        self._middle()
        self._alliances()
        others = [seat for seat in self._seats() if seat != self.front]
        self._others(others)
        return self.finish(self.words.text("name.scene"))

    def _seats(self) -> list[int]:
        """The others in turn order after the one in front."""
        order = list(self.view.order) or list(range(self.view.seats))
        start = order.index(self.front)
        return order[start:] + order[:start]

    def _middle(self) -> None:
        """Event and Battle Line at the left, the battle at the right."""
        view = self.view
        left = 372.0
        top = self.y
        if view.event != NONE:
            card = event_card(self.palette, self.adviser, view.event, left, 92)
            self.parts.append(self.place("event", EDGE, self.y, left, 92, card))
            self.y += 102
        words = f"{self.words.text('name.line')} · "
        words += self.words.text("name.in_deck", count=view.command_deck)
        self.parts.append(text(words, class_="so", x=EDGE, y=self.y + 13))
        self.y += 20
        for index, kind in enumerate(view.line):
            x = EDGE + (index % 2) * 188
            y = self.y + (index // 2) * 166
            if kind == NONE:
                gap = el("rect", class_="tile dim", width=182, height=158, rx=7)
                self.parts.append(self.place(f"line-{index}", x, y, 182, 158, gap))
                continue
            card = command_card(self.palette, self.adviser, kind, 182, 158, 14.5)
            self.parts.append(self.place(f"line-{index}", x, y, 182, 158, card))
        low = self.y + 332
        if view.battle != NONE:
            low = max(low, self._battle(EDGE + left + 12, top))
        self.y = low + 4

    def _battle(self, x: float, y: float) -> float:
        view = self.view
        words = self.words.text("name.in_deck", count=view.army_deck)
        self.parts.append(self.palette.use("army", x, y - 3, 20))
        self.parts.append(text(words, class_="so", x=x + 26, y=y + 12))
        if view.ending != NONE:
            token = self.palette.use("ending", x + 130, y - 4, 22)
            name = self.voice.names[view.ending]
            self.parts += [token, text(name, class_="so", x=x + 157, y=y + 12)]
        y += 22
        own = view.sides[self.front].colour
        width = SHEET - EDGE - x
        rows, card, height = battle_card(self.palette, self.adviser, view.battle, own, width)
        self.parts.append(el("g", card, transform=at(x, y)))
        for colour, top, tall in rows:
            self.parts.append(self.place(f"bonus-{colour}", x + 4, y + top, width - 8, tall))
        return y + height + 6

    def _alliances(self) -> None:
        """The alliance of the team in front: its action, and a track for each teammate."""
        view = self.view
        if not view.alliances or view.alliances[self.front & 1] == NONE:
            return
        alliance = view.alliances[self.front & 1]
        width, height = SHEET - 2 * EDGE, 178
        parts = [
            el("rect", class_="plate", width=width, height=height, rx=7),
            alliance_head(self.palette, self.adviser, alliance, width),
        ]
        self.parts.append(el("g", *parts, transform=at(EDGE, self.y)))
        for side in range(2):
            seat = (self.front & 1) + 2 * side
            self._track(alliance, seat, side, EDGE + 10 + side * (width / 2), self.y + 66)
        self.y += height + 12

    def _track(self, alliance: int, seat: int, side: int, x: float, y: float) -> None:
        spaces = self.adviser.catalog.alliances[alliance].spaces
        for space in range(spaces):
            box_y = y + 22 + (spaces - 1 - space) * 26
            here = self.view.sides[seat].runner == space
            self.parts.append(
                el(
                    "rect",
                    x=x,
                    y=box_y,
                    width=26,
                    height=24,
                    fill="#f6dfa0" if here else CREAM,
                    stroke=INK,
                )
            )
            if here:
                self.parts.append(self.palette.use("runner", x + 3, box_y + 2, 20))
        self.parts.append(el("g", mark(seat), transform=at(x + 12, y + 6, 0.8)))
        self.parts.append(
            text(self.voice.names[seat], class_="t", x=x + 28, y=y + 12, font_size=15)
        )
        for option in range(2):
            words = self.voice.runner_text(alliance, side, option)
            drawing, _ = paragraph(self.palette, words, 6, 15, 306, 14.5, 2)
            place = f"runner-{seat}-{option}"
            self.parts.append(self.place(place, x + 34, y + 20 + option * 42, 316, 38, drawing))

    def _others(self, seats: Sequence[int]) -> None:
        """A tile for each other player: army, purse, cards in play, objectives."""
        wide = len(seats) == 1
        width = SHEET - 2 * EDGE if wide else (SHEET - 2 * EDGE - 10) / 2
        for start in range(0, len(seats), 2):
            heights = [
                self._tile(seat, EDGE + number * (width + 10), self.y, width)
                for number, seat in enumerate(seats[start : start + 2])
            ]
            self.y += max(heights) + 10

    def _tile(self, seat: int, x: float, y: float, width: float) -> float:
        view = self.view
        side = view.sides[seat]
        army_height = 236 if width > 500 else 178
        parts = [self._tile_head(seat, side, width)]
        parts.append(el("rect", class_="field", x=2, y=60, width=width - 4, height=army_height))
        if side.colour != NONE:
            drawing = ArmyDrawing(self.palette, self.adviser, seat, self.offered, self.traces, True)
            wide, high = drawing.size
            scale = min((width - 10) / wide, (army_height - 6) / high, 0.62)
            dx = (width - wide * scale) / 2
            dy = 60 + (army_height - high * scale) / 2
            parts.append(
                el("g", drawing.draw(), transform=f"translate({dx:.1f} {dy:.1f})scale({scale:.3f})")
            )
        inner, bottom = self._tile_cards(seat, side, width, 66.0 + army_height)
        parts.append(inner)
        on = " on" if view.turn == seat else ""
        frame = el("rect", class_=f"tile{on}", width=width, height=bottom, rx=9)
        self.parts.append(self.place(f"seat-{seat}", x, y, width, bottom, frame, *parts))
        return bottom

    def _tile_head(self, seat: int, side: Side, width: float) -> str:
        palette, view = self.palette, self.view
        name = self.voice.names[seat]
        if view.seats == TEAMS and seat == self.front ^ 2:
            name += f" · {self.words.text('name.ally')}"
        parts = [
            el("g", mark(seat), transform=at(18, 18, 0.9)),
            fitted(name, 34, 24, width - 120, 18, class_="wf"),
            text(str(side.total), class_="pts", x=width - 10, y=25),
        ]
        if view.ending == seat or (view.ending == NONE and view.order[:1] == (seat,)):
            token = "ending" if view.ending == seat else "first"
            parts.append(palette.use(token, width - 70, 6, 22))
        x = 10.0
        limit = self.adviser.field(seat).limit
        for symbol, words in (
            ("coin", str(side.coins)),
            ("army", str(side.army_count)),
            ("command", str(side.command_count)),
            ("morale", f"≤{limit}"),
        ):
            parts.append(palette.use(symbol, x, 34, 19))
            parts.append(text(words, class_="st", x=x + 22, y=50))
            x += 26 + width_of(words, 16) + 8
        for colour in members(side.blazons):
            parts.append(palette.use(blazon_symbol(colour), x, 34, 19))
            x += 21
        return "".join(parts)

    def _tile_cards(self, seat: int, side: Side, width: float, y: float) -> tuple[str, float]:
        """Cards in play and objectives as chips; an ally's hand as well."""
        parts: list[str] = []
        x = 8.0
        for index, card in enumerate(side.in_play):
            if card.cell != NONE:
                continue
            wide = 44 + width_of(self.voice.command(card.kind), 15.5)
            if x + wide > width - 8:
                x, y = 8.0, y + 35
            chip = self._chip(card.kind, card.down, wide)
            parts.append(self.place(f"perm-{seat}-{index}", x, y, wide, 30, chip))
            x += wide + 7
        if x > 8.0:
            y += 36
        for goal in side.goals:
            name = self.voice.goal(goal.kind)
            if goal.points:
                name += f" ({goal.points})"
            symbol = "back" if goal.kind == HIDDEN else "objective"
            parts.append(self.palette.use(symbol, 8, y - 1, 18))
            parts.append(fitted(name, 32, y + 13, width - 40, 14.5, class_="qf"))
            y += 21
        if side.hand is not None and side.commands is not None and seat != self.front:
            names = [self.voice.army_card(kind) for kind in side.hand]
            names += [self.voice.command(kind) for kind in side.commands]
            for name in names:
                parts.append(fitted(f"· {name}", 12, y + 13, width - 20, 14, class_="qf"))
                y += 18
        return "".join(parts), y + 6


def traces(lately: Sequence[Event]) -> frozenset[str]:
    """The places that the last move touched."""
    found: set[str] = set()
    for event in lately:
        facts = event.facts
        seat = facts.get("seat")
        if event.kind == "places":
            found = {f"cell-{seat}-{facts['cell']}"}
        elif event.kind in ("new_gray", "new_red", "rerolled", "die_changed", "die_back"):
            found.add(f"die-{seat}-{facts['slot']}")
        elif event.kind in ("turn", "acts"):
            found = set()
    return frozenset(found)
