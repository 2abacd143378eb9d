"""An army on its field: cards, fused Legions, dice on their seams, and where cards may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.face import Choice
from ludus.core.svg import READABLE, at, el, esc, group, offer, text
from ludus.games.para_bellum.board import (
    COLUMN_NAMES,
    COLUMNS,
    GENERAL,
    RED,
    ROWS,
    START_CELL,
    cell_name,
    die_letter,
    members,
    slot_name,
)
from ludus.games.para_bellum.face.art import (
    DIE,
    FOOT,
    HEIGHT,
    SMALL_DIE,
    TOP,
    WIDTH,
    banner_symbol,
    blazon_symbol,
    emblem,
)
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.field import Field
from ludus.games.para_bellum.face.look import CREAM, INK, PAINTS, PURPLE
from ludus.games.para_bellum.face.palette import Palette
from ludus.games.para_bellum.face.traces import Traces
from ludus.games.para_bellum.ids import NONE
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.mechanics.legions import Completion, is_big

Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width and height."""
PICTURE_WIDTH: Final = 1160
PICTURE_HEIGHT: Final = 660
BROAD: Final = {2: 1.5, 3: 2.6, 4: 1.5}
"""How broad a small picture is at least by its height: three players leave each less height, and at
four it stands beside the counts."""
FIELD_X: Final = (PICTURE_WIDTH - COLUMNS * WIDTH) // 2
FIELD_Y: Final = (PICTURE_HEIGHT - ROWS * HEIGHT) // 2
"""Where the field is in the large picture. A cell never moves; what is shown of it may."""


class ArmyDrawing:
    """One army being drawn. `small` armies show shields and digits."""

    def __init__(
        self,
        palette: Palette,
        context: Context,
        seat: int,
        offered: Mapping[str, Sequence[Choice]],
        traces: Traces,
        small: bool,
    ) -> None:
        self.palette = palette
        self.context = context
        self.seat = seat
        self.offered = offered
        self.traces = traces
        self.small = small
        self.side = context.view.sides[seat]
        self.field: Field = context.field(seat)
        self.die = SMALL_DIE if small else DIE
        cells = 0
        asked = False
        for place in offered:
            kind, _, rest = place.partition("-")
            if kind in ("free", "die", "perm") and rest.startswith(f"{seat}-"):
                asked = True
                if kind == "free":
                    cells |= 1 << int(rest.rpartition("-")[2])
        self.asked = asked
        """Whether something in it is to be chosen."""
        self.placements = {} if small else context.placements(seat)
        for cell in self.placements:
            cells |= 1 << cell
        self.placing = cells != 0
        # The same part of a large army whether or not something is to be placed: a board that moved
        # when a question comes would move away from the pointer.
        shown = cells if small else cells | self.field.around
        self.left, self.right, self.bottom, self.top = self.field.bounds(shown)

    @property
    def box(self) -> Box:
        """The picture: all of the field with grass round it, or for a small army its cards."""
        if not self.small:
            return 0, 0, PICTURE_WIDTH, PICTURE_HEIGHT
        columns = self.right - self.left + 1
        rows = self.top - self.bottom + 1
        x, y = self.x(self.left), self.y(self.top * COLUMNS)
        width, height = columns * WIDTH + 28, rows * HEIGHT + 28
        # As broad as the room that a panel has for it.
        broad = max(width, height * BROAD[self.context.view.seats])
        return x - 14 - (broad - width) / 2, y - 14, broad, height

    @property
    def focus(self) -> Box:
        """Where the army is, with the cells around it."""
        x, y = self.x(self.left), self.y((ROWS - 1) * COLUMNS)
        columns = self.right - self.left + 1
        return x - 22, y - 8, columns * WIDTH + 36, ROWS * HEIGHT + 28

    def grass(self, tuft: str) -> list[str]:
        """Tufts here and there, always the same."""
        if self.small:
            return []
        return [
            el("path", class_="tuft", d=tuft, transform=at(x, y))
            for x, y in (
                (
                    46 + (37 * number * number + 211 * number) % (PICTURE_WIDTH - 80),
                    40 + number * 20,
                )
                for number in range(30)
            )
        ]

    def x(self, cell: int) -> float:
        return cell % COLUMNS * WIDTH + FIELD_X

    def y(self, cell: int) -> float:
        return (ROWS - 1 - cell // COLUMNS) * HEIGHT + FIELD_Y

    def spot(self, slot: int) -> tuple[float, float]:
        """The middle of a die."""
        if slot == GENERAL:
            return self.x(START_CELL) + WIDTH / 2, self.y(START_CELL) + HEIGHT / 2
        if slot >= RED:
            return self.x(slot - RED) + WIDTH / 2, self.y(slot - RED)
        return self.x(slot) + WIDTH, self.y(slot) + HEIGHT / 2

    def draw(self) -> list[str]:
        """Cards below, dice above, and on top the cells that can be chosen; each in its group."""
        fused = el("g", *self._fused(), id=f"pb-fused-{self.seat}")
        return [
            el("g", *self._corners(), id=f"pb-ground-{self.seat}"),
            *group(*self._cards(), fused, *self._units(), id=f"pb-men-{self.seat}"),
            *group(*self._dice(), id=f"pb-dice-{self.seat}"),
            el("g", *self._legal(), *self._labels(), id=f"pb-legal-{self.seat}"),
        ]

    # The field -----------------------------------------------------------------------------------

    def _corners(self) -> list[str]:
        if self.small:
            return []
        marks: list[str] = []
        for row in range(ROWS):
            for column in range(COLUMNS):
                x, y = self.x(column), self.y(row * COLUMNS)
                marks.append(
                    f"M{x + 5} {y + 14}v-9h9M{x + 106} {y + 5}h9v9M{x + 115} {y + 82}v9h-9"
                    f"M{x + 14} {y + 91}h-9v-9"
                )
        foot, side = self.y(0) + HEIGHT + 14, self.x(self.left) - 11
        names = [
            text(COLUMN_NAMES[column], class_="cn", x=self.x(column) + 60, y=foot)
            for column in range(COLUMNS)
        ]
        names += [
            text(str(row + 1), class_="cn", x=side, y=self.y(row * COLUMNS) + 53)
            for row in range(ROWS)
        ]
        return [el("path", class_="corner", d="".join(marks)), *names]

    def _cards(self) -> list[str]:
        drawn: list[str] = []
        name = "small" if self.small else "army"
        for cell in members(self.field.army):
            kind = self.side.cells[cell]
            place = f"cell-{self.seat}-{cell}"
            title = f"{self.context.names.army_card(kind)}, {cell_name(cell)}"
            drawn.append(
                el(
                    "g",
                    f"<title>{esc(title)}</title>",
                    self.palette.use(f"{name}-{kind}", 0, 0, WIDTH, HEIGHT),
                    self._trace(place),
                    id=place,
                    transform=at(self.x(cell), self.y(cell)),
                )
            )
        return drawn

    def _trace(self, place: str) -> str:
        if place not in self.traces.places:
            return ""
        box = {"x": 1.0, "y": 1.0, "width": WIDTH - 2.0, "height": HEIGHT - 2.0, "rx": 7.0}
        return el("rect", class_="last", **box) + el("rect", class_="fresh", **box)

    def _fused(self) -> list[str]:
        """A completed Legion has its joints filled and one outline around it."""
        drawn: list[str] = []
        for lo, hi in self.field.spans():
            base, _, tint, _ = PAINTS[self.context.catalog.army[self.side.cells[lo]].colour]
            y = self.y(lo)
            drawn += [
                el("rect", x=self.x(slot) + 117, y=y + TOP, width=6, height=FOOT - TOP, fill=tint)
                for slot in range(lo, hi)
            ]
            box = self._outline(lo, hi, 1)
            thick = 1.4 if self.small else 1.0
            drawn.append(el("rect", **box, fill="none", stroke=INK, stroke_width=3.6 * thick))
            drawn.append(el("rect", **box, fill="none", stroke=base, stroke_width=1.6 * thick))
            if (self.seat, lo) in self.traces.legions:
                drawn.append(el("rect", **self._outline(lo, hi, 4), class_="legion"))
        return drawn

    def _outline(self, lo: int, hi: int, over: float) -> dict[str, float]:
        x = self.x(lo) + 79
        width = self.x(hi) + 41 - x
        return {
            "x": x,
            "y": self.y(lo) + TOP - over,
            "width": width,
            "height": FOOT - TOP + 2 * over,
            "rx": 7,
        }

    def _units(self) -> list[str]:
        drawn: list[str] = []
        for index, card in enumerate(self.side.in_play):
            if card.cell == NONE:
                continue
            place = f"perm-{self.seat}-{index}"
            choices = self.offered.get(place, ())
            parts = [self._unit(card.kind, card.down)]
            if not choices:
                parts.insert(0, f"<title>{esc(self.context.names.command(card.kind))}</title>")
            else:
                parts.append(el("rect", class_="ring over", width=WIDTH, height=HEIGHT, rx=8))
            drawn.append(
                el(
                    "g",
                    *parts,
                    id=place,
                    class_="choice" if choices else None,
                    transform=at(self.x(card.cell), self.y(card.cell)),
                    **(offer(choices) or READABLE),
                )
            )
        return drawn

    def _unit(self, kind: int, down: bool) -> str:
        names = self.context.names
        return el(
            "g",
            el("path", class_="plate", d="M9 1h102l8 8v78l-8 8H9l-8-8V9z"),
            el(
                "path",
                d="M10.5 4.5h99l6 6v75l-6 6h-99l-6-6v-75z",
                fill="none",
                stroke=PURPLE,
                stroke_width=2,
            ),
            self.palette.use(emblem(self.context.catalog.commands[kind].id), 14, 15, 92, 44),
            text(
                names.command(kind).upper(),
                class_="t",
                x=60,
                y=80,
                text_anchor="middle",
                font_weight="bold",
                font_size=15,
                letter_spacing=1.2,
            ),
            class_="down" if down else None,
        )

    # Dice ----------------------------------------------------------------------------------------

    def _dice(self) -> list[str]:
        """Dice and the slots of lost ones, red ones below gray ones, the General on top."""
        drawn: list[str] = []
        for slot in (*range(RED, GENERAL), *range(RED), GENERAL):
            code = self.side.dice[slot]
            if code:
                title = f"{self.context.names.die(code, slot)}, {slot_name(slot)}"
                drawn.append(self._die_place(slot, self._die(code, slot), title))
            elif self.side.lost >> slot & 1:
                drawn.append(self._die_place(slot, self._lost(), slot_name(slot)))
        return drawn

    def _lost(self) -> str:
        half = self.die / 2
        box = {"x": -half, "y": -half, "width": self.die, "height": self.die, "rx": 7}
        return (
            el("rect", **box, fill=CREAM, fill_opacity=0.8)
            + el("rect", **box, fill="none", stroke=INK, stroke_dasharray="4 3")
            + el("path", d="M-6-6l12 12M6-6l-12 12", stroke="#8a8478", stroke_width=3)
        )

    def _die(self, code: int, slot: int) -> str:
        size = self.die * (1.12 if slot == GENERAL else 1.0)
        symbol = f"die-{die_letter(slot)}"
        banner = banner_of(code)
        parts: list[str] = []
        if banner != NONE:
            flag = size * 0.86
            if slot < RED:
                x, y = -flag / 2, -size / 2 - flag * 0.78
            else:
                x, y = size * 0.36, -flag * 0.62
            parts.append(self.palette.use(banner_symbol(banner), x, y, flag))
        halo = size / 2 + 2.2
        parts.append(
            el(
                "rect",
                x=-halo,
                y=-halo,
                width=2 * halo,
                height=2 * halo,
                rx=size * 0.27,
                fill=CREAM,
                fill_opacity=0.92,
            )
        )
        if self.small:
            parts.append(self.palette.use(symbol, -size / 2, -size / 2, size))
            drop = size * (0.36 if RED <= slot < GENERAL else 0.28)
            parts.append(text(str(face_of(code)), class_="digit", y=drop, font_size=size * 0.8))
        else:
            parts.append(self.palette.use(f"{symbol}-{face_of(code)}", -size / 2, -size / 2, size))
        return "".join(parts)

    def _die_place(self, slot: int, drawing: str, title: str) -> str:
        place = f"die-{self.seat}-{slot}"
        x, y = self.spot(slot)
        choices = self.offered.get(place, ())
        half = self.die / 2 + 6
        glow = ring = ""
        box = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 10}
        if choices:
            glow = el("rect", class_="glow", **box)
            ring = el("rect", class_="ring over", **box)
        elif place in self.traces.places:
            ring = el("rect", class_="fresh", **box)
        if place in self.traces.rolled:
            drawing = el("g", drawing, class_="rolled")
        return el(
            "g",
            "" if choices else f"<title>{esc(title)}</title>",
            glow,
            drawing,
            ring,
            id=place,
            class_="choice" if choices else None,
            transform=at(x, y),
            **offer(choices),
        )

    def _labels(self) -> list[str]:
        """Next to each die that can be chosen: its face now, and its face if it is chosen."""
        labels: list[str] = []
        for slot, code in enumerate(self.side.dice):
            if code and self.offered.get(f"die-{self.seat}-{slot}"):
                change = self.context.change(slot)
                if change is not None:
                    labels.append(self._label(slot, change))
        return labels

    def _label(self, slot: int, change: tuple[int, int]) -> str:
        tall = 26.0 if self.small else 18.0
        wide = tall * 2.2
        x, y = self.spot(slot)
        # To the left of a red die, where no other die is; below the others.
        if RED <= slot < GENERAL:
            x -= self.die / 2 + wide / 2 + 7
            y -= tall / 2
        else:
            y += self.die / 2 + 5
        box = {"x": x - wide / 2, "y": y, "width": wide, "height": tall, "rx": 5}
        return el("rect", class_="tag", **box) + text(
            f"{change[0]}→{change[1]}",
            class_="h",
            x=x,
            y=y + tall * 0.77,
            text_anchor="middle",
            font_size=tall * 0.8,
        )

    # Where a card may go -------------------------------------------------------------------------

    def _legal(self) -> list[str]:
        """Cells to choose; while a card is placed also other free ones, which can say why not."""
        drawn: list[str] = []
        for row in range(self.top, self.bottom - 1, -1):
            for cell in range(row * COLUMNS, (row + 1) * COLUMNS):
                place = f"free-{self.seat}-{cell}"
                choices = self.offered.get(place, ())
                if choices:
                    drawn.append(self._legal_cell(place, cell, choices))
                elif cell in self.placements:
                    drawn.append(self._target_cell(place, cell))
                elif self.placing and not (self.field.army | self.field.units) >> cell & 1:
                    box = {"x": self.x(cell), "y": self.y(cell), "width": WIDTH, "height": HEIGHT}
                    drawn.append(el("rect", class_="spot", id=place, **box))
        return drawn

    def _target_cell(self, place: str, cell: int) -> str:
        """A cell that cards of the hand can go to, with what each of them would bring there.

        The page shows it once one of these cards is taken.
        """
        parts = [el("rect", class_="ring", x=5, y=5, width=WIDTH - 10, height=HEIGHT - 10, rx=7)]
        for seen in self.placements[cell]:
            gesture = f"card-{seen.kind}"
            gains = "".join(self._icons(self._gains(seen), 36))
            parts.append(el("g", gains, class_="gains", data_gesture_of=gesture))
            parts.append(self._ghost(seen, cell, data_gesture_of=gesture))
        return el("g", *parts, id=place, class_="target", transform=at(self.x(cell), self.y(cell)))

    def _icons(self, names: Sequence[str], y: float) -> list[str]:
        """Symbols in a row in the middle of a cell."""
        return [
            self.palette.use(name, 60 + 26 * (at_ - len(names) / 2), y, 24)
            for at_, name in enumerate(names)
        ]

    def _legal_cell(self, place: str, cell: int, choices: Sequence[Choice]) -> str:
        """A cell with the number of its choice, which is the key to press for it."""
        number = self.context.number(choices[0])
        seen = self.context.placed(self.seat, cell)
        if choices[0].action.verb != "cell" or choices[0].hint == ():
            seen = None
        gains = [] if seen is None else self._gains(seen)
        top = 22 if gains else 35
        key = el(
            "g",
            el("rect", class_="plate", x=47, y=top, width=26, height=26, rx=6),
            text(str(number), class_="t", x=60, y=top + 19, text_anchor="middle", font_size=17),
            *self._icons(gains, 55),
            class_="key",
        )
        return el(
            "g",
            el("rect", class_="ring", x=5, y=5, width=WIDTH - 10, height=HEIGHT - 10, rx=7),
            key,
            "" if seen is None else self._ghost(seen, cell),
            id=place,
            class_="choice numbered",
            transform=at(self.x(cell), self.y(cell)),
            **offer(choices),
        )

    def _gains(self, seen: Completion) -> list[str]:
        """The symbols of what a card would bring: dice, a Blazon, the bonus of a Big Legion."""
        names = ["die-k-q"] * min(len(seen.grays), 2) + ["die-r-q"] * len(seen.reds)
        if seen.blazon:
            names.append(blazon_symbol(self.context.catalog.army[seen.kind].colour))
        if any(is_big(lo, hi) for lo, hi in seen.spans):
            names.append("battle")
        return names[:4]

    def _ghost(self, seen: Completion, cell: int, **more: str) -> str:
        """The card as it would lie, and the dice that it would bring."""
        parts = [self.palette.use(f"army-{seen.kind}", 0, 0, WIDTH, HEIGHT)]
        dx, dy = self.x(cell), self.y(cell)
        for lo, hi in seen.spans:
            box = self._outline(lo, hi, 3)
            box["x"] -= dx
            box["y"] -= dy
            parts.append(el("rect", class_="band", **box))
        for slot in (*seen.grays, *seen.reds):
            x, y = self.spot(slot)
            half = self.die / 2
            x, y = x - dx, y - dy
            parts.append(
                el(
                    "rect",
                    class_="box",
                    x=x - half - 4,
                    y=y - half - 4,
                    width=self.die + 8,
                    height=self.die + 8,
                    rx=9,
                )
            )
            symbol = f"die-{die_letter(slot)}-q"
            parts.append(self.palette.use(symbol, x - half, y - half, self.die))
        return el("g", *parts, class_="ghost", **more)
