"""The picture in front of a player: army, actions, hand and objectives."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Picture
from ludus.core.svg import at, el, esc, group, mark, text
from ludus.core.text import plain
from ludus.games.para_bellum.face.armies import ArmyDrawing
from ludus.games.para_bellum.face.art import HEIGHT, WIDTH, banner_symbol, blazon_symbol
from ludus.games.para_bellum.face.cards import alliance_card, command_card, goal_card, goal_height
from ludus.games.para_bellum.face.dice_tray import tray
from ludus.games.para_bellum.face.lettering import fitted, width_of
from ludus.games.para_bellum.face.names import phase_of
from ludus.games.para_bellum.face.scene import CHIP, EDGE, INNER, STEP, WIDE, SceneBuilder
from ludus.games.para_bellum.ids import BANNERS, COLOURS, NONE, TEAM_SEATS
from ludus.games.para_bellum.mechanics.costs import turn_actions
from ludus.games.para_bellum.mechanics.dice import banner_of
from ludus.games.para_bellum.view import Side

LOWEST, HIGHEST = 226, 420
"""The height of the field."""
GAP = 8
FIELD_AT = 3
"""The field comes below the heading, the actions and the purse: a hand that grows takes height from
the field, and must not move the actions away from under the pointer."""
TILE = 48
ARMY_CARD = (104, 83)
NARROWEST = 136
"""The least width of a command card."""
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
"""The basic actions in their order, and the symbols of what they cost."""
PHASES = ("army", "action", "draw")


class ArmyScene(SceneBuilder):
    """The army and hand of the seat in front."""

    name = "own"

    def draw(self) -> Picture:
        side = self.view.sides[self.front]
        self._heading(side)
        self._basics()
        self._purse(side)
        self._in_play(side)
        if self.view.seats == TEAM_SEATS:
            self._alliance()
        self._hand(side)
        self._goals(side)
        self._field(side)
        return self.finish(self.words.text("name.army_of", seat=self.names.of_players[self.front]))

    def _heading(self, side: Side) -> None:
        """Whose army it is, the phase of the turn, and the points as they would count now."""
        name = self.names.of_players[self.front]
        parts = [
            el("g", mark(self.front), transform=at(EDGE + 10, 13)),
            fitted(name, EDGE + 28, 20, 190, 20, class_="wf"),
            text(str(side.total), class_="pts", x=WIDE - EDGE, y=22),
        ]
        x = max(EDGE + 42 + min(width_of(name, 20), 190), 150.0)
        if self.view.turn == self.front and self.view.questions:
            now = phase_of(self.view)
            for phase in PHASES:
                words = self.words.text(f"short.{phase}")
                width = 30 + width_of(words, 13)
                on = " on" if now == f"phase.{phase}" else ""
                arrow = f"M{x:.0f} 2h{width - 9:.0f}l9 11-9 11h-{width - 9:.0f}l9-11z"
                parts.append(el("path", class_=f"step{on}", d=arrow))
                parts.append(text(words, class_=f"step-name{on}", x=x + width / 2 + 1, y=17.5))
                x += width - 4
        right = WIDE - EDGE - 48
        fallen = tray(self.palette, self.words, self.lately, x + 8, right)
        parts.append(el("g", fallen, id="pb-tray"))
        self.block("heading", 34, *parts)

    def _field(self, side: Side) -> None:
        """The army, in all the height that the hand leaves it."""
        room = min(self.least - self.used - GAP, HIGHEST)
        if room < LOWEST:
            # The picture grows by whole steps; what a step leaves over is the field's.
            room = LOWEST + (room - LOWEST) % STEP
        ground = el("rect", class_="field", width=WIDE, height=room)
        parts = [el("g", ground, id=f"pb-field-{self.front}")]
        if side.colour == NONE:
            parts += self._starting_cards(room)
        else:
            drawing = ArmyDrawing(
                self.palette, self.context, self.front, self.offered, self.traces, False
            )
            width, height = drawing.size
            scale = min((WIDE - 8) / width, (room - 6) / height, 1.15)
            x = (WIDE - width * scale) / 2
            y = (room - height * scale) / 2
            moved = f"translate({x:.1f} {y:.1f})scale({scale:.3f})"
            parts += group(*drawing.draw(), id="pb-army", transform=moved)
        self.split_block("field", room + GAP, parts, index=FIELD_AT)

    def _starting_cards(self, room: float) -> list[str]:
        """Before a colour is chosen: the five starting cards."""
        first = self.context.catalog.start_kind(0)
        width, height = 104.0, 104.0 * HEIGHT / WIDTH
        return [
            self.place(
                f"colour-{colour}",
                EDGE + 4 + colour * (width + 12),
                (room - height) / 2,
                width,
                height,
                self.palette.use(f"army-{first + colour}", 0, 0, width, height),
            )
            for colour in range(COLOURS)
        ]

    def _basics(self) -> None:
        """What can be done for an action; what cannot be done now is pale."""
        view = self.view
        verbs = [verb for verb in PRICES if verb not in ("pact", "runner") or view.alliances]
        verbs = [verb for verb in verbs if verb != "march" or "act-march" in self.offered]
        width = (INNER + 5) / len(verbs) - 5
        parts: list[str] = []
        for number, verb in enumerate(verbs):
            place = f"act-{verb}"
            label = self.words.text(f"tile.{verb}")
            tile = [
                el("rect", class_="tile", width=width, height=TILE, rx=7),
                fitted(label, 6, 18, width - 12, 14.5, class_="sf"),
            ]
            price = PRICES[verb][:1] if self.context.spared(verb, self.front) else PRICES[verb]
            for index, symbol in enumerate(price):
                tile.append(self.palette.use(symbol, 6 + 21 * index, 24, 19))
            x = EDGE + number * (width + 5)
            parts.append(self.place(place, x, 0, width, TILE, *tile, idle="dim"))
        self.block("basics", TILE + 8, *parts)

    def _purse(self, side: Side) -> None:
        """Actions, coins, Blazons and the banners still in reserve."""
        view = self.view
        row: list[str] = []
        x = float(EDGE)
        if view.turn == self.front:
            x = self._label(row, "actions", x)
            full = turn_actions(view.seats)
            for number in range(max(view.actions, full)):
                symbol = "action" if number < view.actions else "action-spent"
                row.append(self.palette.use(symbol, x, 3, 22))
                x += 24
            x += 8
        row.append(self.palette.use("coin", x, 3, 22))
        row.append(text(str(side.coins), class_="st", x=x + 26, y=20, font_size=16))
        x = self._label(row, "blazons", x + 30 + width_of(str(side.coins), 16) + 8)
        for colour in range(COLOURS):
            symbol = blazon_symbol(colour) if side.blazons >> colour & 1 else "blazon-none"
            row.append(self.palette.use(symbol, x, 3, 22))
            x += 23
        x = self._label(row, "banners_left", x + 8)
        held = {banner_of(code) for code in side.dice}
        for banner in range(BANNERS):
            if banner not in held:
                row.append(self._reserve(banner, x))
                x += 22
        self.block("purse", 34, *row)

    def _reserve(self, banner: int, x: float) -> str:
        """A banner in reserve; its title says which cards need it."""
        hint = plain(self.context.banner_hint(self.front, banner))
        title = f"<title>{esc(self.names.banner(banner))}. {esc(hint)}</title>"
        drawn = self.palette.use(banner_symbol(banner), x, 3, 22)
        return el("g", title, drawn, id=f"reserve-{self.front}-{banner}")

    def _label(self, row: list[str], name: str, x: float) -> float:
        words = self.words.text(f"short.{name}")
        row.append(text(words, class_="so", x=x, y=18.5, font_size=13))
        return x + width_of(words, 13) + 6

    def _in_play(self, side: Side) -> None:
        chips = [(i, card) for i, card in enumerate(side.in_play) if card.cell == NONE]
        parts: list[str] = []
        x, y = float(EDGE), 0.0
        for index, card in chips:
            width = self.chip_width(card.kind)
            if x + width > WIDE - EDGE:
                x, y = float(EDGE), y + CHIP + 5
            parts.append(self.in_play(self.front, index, x, y))
            x += width + 7
        self.block("play", y + CHIP + 8 if chips else 0, *parts)

    def _alliance(self) -> None:
        """The alliance of the team in front: its action, and a track for each teammate."""
        alliance = self.view.alliances[self.front & 1]
        if alliance == NONE:
            self.block("alliance", 0)
            return
        card, height, rows = alliance_card(self.palette, self.context, alliance, self.front, INNER)
        parts = [el("g", card, transform=at(EDGE, 0))]
        for seat, option, x, y, width, tall in rows:
            parts.append(self.place(f"runner-{seat}-{option}", EDGE + x, y, width, tall))
        self.block("alliance", height + 8, *parts)

    # The hand ------------------------------------------------------------------------------------

    def _hand(self, side: Side) -> None:
        """Army cards and command cards, arranged so that they take the least height."""
        if side.hand is None or side.commands is None:
            words = self.words.text(
                "name.cards_in_hand", army=side.army_count, command=side.command_count
            )
            self.block("hand", 28, text(words, class_="so", x=EDGE, y=16, font_size=14))
            return
        looking = side.looking or ()
        shape = arrange(len(side.hand) + len(looking), len(side.commands))
        parts: list[str] = []
        picked = self.context.waiting_card()
        places = [f"look-{index}" for index in range(len(looking))]
        places += [f"hand-{self.front}-{index}" for index in range(len(side.hand))]
        width, height = ARMY_CARD
        for number, (place, kind) in enumerate(zip(places, [*looking, *side.hand], strict=True)):
            x = EDGE + number % shape.across * (width + 5)
            y = number // shape.across * (height + 6)
            card = self.palette.use(f"army-{kind}", 0, 0, width, height)
            if kind == picked:
                picked = NONE
                card += el("rect", class_="picked", width=width, height=height, rx=6)
            parts.append(self.place(place, x, y, width, height, card))
        parts += self._commands(side.commands, shape)
        self.split_block("hand", shape.height + 6, parts)

    def _commands(self, commands: Sequence[int], shape: Arrangement) -> list[str]:
        parts: list[str] = []
        for index, kind in enumerate(commands):
            x = shape.left + index % shape.columns * (shape.width + 6)
            y = shape.top + index // shape.columns * (shape.tall + 6)
            card = command_card(self.palette, self.context, kind, shape.width, shape.tall, 14.5)
            place = f"command-{self.front}-{index}"
            parts.append(self.place(place, x, y, shape.width, shape.tall, card))
        return parts

    def _goals(self, side: Side) -> None:
        goals = side.goals
        width = (INNER + 8) / max(len(goals), 2) - 8
        height = max(
            [96, *(goal_height(self.palette, self.context, goal, width) for goal in goals)]
        )
        parts: list[str] = []
        for index, goal in enumerate(goals):
            card = goal_card(self.palette, self.context, goal, width, height)
            x = EDGE + index * (width + 8)
            parts.append(self.place(f"goal-{self.front}-{index}", x, 0, width, height, card))
        self.block("goals", height + 8 if goals else 0, *parts)


class Arrangement:
    """Army cards in columns, and command cards to the right of them or below."""

    def __init__(self, army: int, commands: int, across: int, beside: bool) -> None:
        width, height = ARMY_CARD
        rows = -(-army // across) if army else 0
        self.across = across
        self.left = float(EDGE)
        self.top = 0.0
        if beside and army:
            self.left += min(across, army) * (width + 5) + 4
        elif army:
            self.top = rows * (height + 6.0)
        room = WIDE - EDGE - self.left
        most = max(int((room + 6) // (NARROWEST + 6)), 1)
        self.columns = max(min(most, commands), 1)
        if not beside and commands == self.columns + 1 and self.columns > 1:
            self.columns = -(-commands // 2)
        self.width = min((room + 6) / self.columns - 6, 188)
        self.tall = 134 if self.width > 168 else 150 if self.width > 150 else 166
        below = self.top + -(-commands // self.columns) * (self.tall + 6)
        self.height = max(rows * (height + 6), below if commands else 0.0)


def arrange(army: int, commands: int) -> Arrangement:
    """The layout of a hand that takes the least height; side by side if there is no difference."""
    shapes = [Arrangement(army, commands, across, True) for across in (1, 2, 3)]
    shapes.append(Arrangement(army, commands, 5, False))
    return min(shapes, key=_height)


def _height(shape: Arrangement) -> float:
    return shape.height
