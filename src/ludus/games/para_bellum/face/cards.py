"""Cards with text: command cards, the event, the battle, objectives, the alliance."""

from __future__ import annotations

from ludus.core.svg import at, el, mark, text
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.lettering import LEADING, fitted, width_of
from ludus.games.para_bellum.face.look import CINNABAR, INK, LAPIS, PURPLE, VERDIGRIS
from ludus.games.para_bellum.face.palette import Palette
from ludus.games.para_bellum.ids import COLOURS, HIDDEN, NONE, SUBTYPES
from ludus.games.para_bellum.view import Goal

HEADS = (CINNABAR, VERDIGRIS, PURPLE)
TYPE_SYMBOLS = ("order", "permanent", "special")
HEAD = 30
SMALLEST = 11.0
NARROW = 220
GOAL = 14.0
"""The size of an objective's text."""
TIERS = 33.0
"""How much of an objective its tiers take, with the space above them."""


def _plate(width: float, height: float) -> str:
    return el("rect", class_="plate", width=width, height=height, rx=7)


def _head(width: float, fill: str) -> str:
    path = f"M0 {HEAD}V7a7 7 0 0 1 7-7H{width - 7}a7 7 0 0 1 7 7V{HEAD}z"
    return el("path", d=path, fill=fill, stroke=INK, stroke_width=1.3)


def command_card(
    palette: Palette, context: Context, kind: int, width: float, height: float, size: float
) -> str:
    """A command card: type in colour and shape, price in actions, all of its text."""
    card = context.catalog.commands[kind]
    names = context.names
    parts = [_plate(width, height), _head(width, HEADS[card.type])]
    parts.append(palette.use(TYPE_SYMBOLS[card.type], 5, 5, 20))
    room = width - 34 - 19 * card.actions
    parts.append(fitted(names.command(kind), 30, 21, room, 17, class_="h"))
    parts += [
        palette.use("action", width - 22 - 19 * number, 5.5, 18) for number in range(card.actions)
    ]
    while size > SMALLEST and _text_height(palette, context, kind, width, size) > height - HEAD:
        size -= 0.5
    y = HEAD + size + 3
    if card.type:
        x = 8.0
        for index, symbol in enumerate(SUBTYPES):
            if card.subtypes >> index & 1:
                parts.append(palette.use(symbol, x, y - size + 1, size))
                name = context.words.text(f"type.{symbol}")
                parts.append(text(name, class_="t", x=x + size + 3, y=y, font_size=size - 2))
                x += size + 10 + width_of(name, size - 2)
        y += size * 1.2
    for number, line in enumerate(names.printed(kind)):
        if number:
            parts.append(_or(context, width, y - size * 0.55))
            y += size * 0.9
        drawing, y = palette.paragraph(line, 8, y, width - 16, size)
        parts.append(drawing)
    return "".join(parts)


def _text_height(palette: Palette, context: Context, kind: int, width: float, size: float) -> float:
    """How high the text of a card is below its head."""
    texts = context.names.printed(kind)
    lines = sum(len(palette.lines(line, width - 16, size)) for line in texts)
    heading = size * 1.2 if context.catalog.commands[kind].type else 0.0
    return size * 0.6 + heading + lines * size * LEADING + (len(texts) - 1) * size * 0.9


def _or(context: Context, width: float, y: float) -> str:
    rule = f"M8 {y}H{width / 2 - 12}M{width / 2 + 12} {y}H{width - 8}"
    return el("path", class_="thin", d=rule) + text(
        context.words.text("name.or"), class_="or", x=width / 2, y=y + 4
    )


def event_card(palette: Palette, context: Context, event: int, width: float, height: float) -> str:
    kind = context.catalog.events[event]
    words = context.words
    when = words.text("name.this_round" if kind.reveal == NONE else "name.when_up")
    drawing, _ = palette.paragraph(
        words.text(f"omen.{kind.id}.text"), 9, HEAD + 17, width - 18, 13.5
    )
    return "".join(
        [
            _plate(width, height),
            _head(width, "#7a5a16"),
            palette.use("event", 5, 5, 20),
            fitted(context.names.event(event), 30, 21, width - 130, 17, class_="h"),
            text(when, class_="h", x=width - 8, y=20, text_anchor="end", font_size=13),
            drawing,
        ]
    )


def goal_height(palette: Palette, context: Context, goal: Goal, width: float) -> float:
    """How high an objective of this width is, so that its text stays clear of its tiers."""
    if goal.kind == HIDDEN:
        return 0.0
    line = context.words.text(f"objective.{context.catalog.objectives[goal.kind].id}.text")
    return HEAD + GOAL * LEADING * len(palette.lines(line, width - 18, GOAL)) + TIERS


def goal_card(palette: Palette, context: Context, goal: Goal, width: float, height: float) -> str:
    """An objective with its tiers and its progress, or a card back if it is hidden."""
    words = context.words
    if goal.kind == HIDDEN:
        return _plate(width, height) + palette.use("back", width / 2 - 16, height / 2 - 16, 32)
    kind = context.catalog.objectives[goal.kind]
    state = "met" if goal.points else "open" if goal.up else "face_down"
    label = words.text(f"name.{state}")
    if goal.shared:
        label = f"{words.text('name.shared')} · {label}"
    drawing, _ = palette.paragraph(
        words.text(f"objective.{kind.id}.text"), 9, HEAD + 17, width - 18, GOAL
    )
    # A narrow card has no room for more than its name, and what is on it shows the rest.
    room = width - 44 - width_of(label, 13) if width > NARROW else width - 36
    parts = [
        _plate(width, height),
        _head(width, PURPLE),
        palette.use("objective", 5, 5, 20),
        fitted(context.names.goal(goal.kind), 30, 21, room, 16, class_="h"),
        drawing,
    ]
    if room < width - 36:
        parts.append(text(label, class_="h", x=width - 8, y=20, text_anchor="end", font_size=13))
    tiers = [points for _, points in kind.tiers] or [goal.points or kind.points]
    x = 9.0
    for points in tiers:
        got = goal.points >= points
        parts.append(
            el(
                "rect",
                x=x,
                y=height - 27,
                width=46,
                height=21,
                rx=10.5,
                fill="#f6dfa0" if got else "none",
                stroke=INK,
                stroke_dasharray=None if got else "3 2.4",
            )
        )
        parts.append(palette.use("vp", x + 5, height - 25, 17))
        parts.append(text(str(points), class_="t", x=x + 27, y=height - 11, font_size=15))
        x += 52
    words_at = {"x": width - 9, "y": height - 11, "font_size": 13.5}
    parts.append(text(context.progress(goal), class_="t", text_anchor="end", **words_at))
    return "".join(parts)


def battle_card(
    palette: Palette, context: Context, battle: int, own: int, width: float
) -> tuple[list[tuple[int, float, float]], str, float]:
    """The battle; also where each bonus row begins and how high it is, and the card's height."""
    words, names = context.words, context.names
    rows: list[tuple[int, float, float]] = []
    parts = [
        _head(width, INK),
        palette.use("battle", 5, 5, 20),
        text(names.battle(battle), class_="h", x=30, y=21, font_size=17),
        text(
            words.text("name.bonus"),
            class_="h",
            x=width - 8,
            y=20,
            text_anchor="end",
            font_size=13,
        ),
        palette.use(
            f"battle-{context.catalog.battles[battle].id}",
            1,
            HEAD,
            width - 2,
            (width - 2) * 44 / 192,
        ),
    ]
    y = HEAD + (width - 2) * 44 / 192
    for colour in range(COLOURS):
        top = y
        name = names.bonus(battle, colour)
        parts.append(palette.use(blazon_symbol(colour), 9, y + 6, 21))
        any_of_them = words.text("name.own_colour")
        room = width - 49 - (width_of(any_of_them, 12) if colour == own else 0)
        parts.append(fitted(name, 36, y + 18, room, 15, class_="t hs"))
        if colour == own:
            parts.append(
                text(
                    any_of_them,
                    x=width - 9,
                    y=y + 18,
                    text_anchor="end",
                    font_size=12,
                    font_style="italic",
                    fill=PURPLE,
                )
            )
        drawing, y = palette.paragraph(
            names.bonus_text(battle, colour), 36, y + 34, width - 44, 13.5
        )
        parts.append(drawing)
        y -= 8
        rows.append((colour, top + 2, y - top - 2))
    return rows, _plate(width, y + 8) + "".join(parts), y + 8


TRACK = 24
"""A space of a runner's track."""


def alliance_card(
    palette: Palette, context: Context, alliance: int, front: int, width: float
) -> tuple[str, float, list[tuple[int, int, float, float, float, float]]]:
    """An alliance: its action at the left, then for each teammate a track and what it leads to.

    Also its height, and for each option of a runner its seat, number and box.
    """
    names = context.names
    left = 150.0
    parts = [
        palette.use("runner", 5, 5, 20),
        text(names.alliance(alliance), class_="h", x=30, y=21, font_size=16),
    ]
    words = f"x : {names.alliance_action(alliance)}"
    drawing, low = palette.paragraph(words, 9, HEAD + 19, left - 18, 14)
    parts.append(drawing)
    spaces = context.catalog.alliances[alliance].spaces
    column = (width - left) / 2
    height = max(low, HEAD + spaces * (TRACK + 2) + 8)
    rows: list[tuple[int, int, float, float, float, float]] = []
    for side in range(2):
        seat = (front & 1) + 2 * side
        x = left + side * column
        parts.append(_track(palette, context, spaces, seat, x))
        y = 6.0
        for option in range(2):
            printed = names.runner_text(alliance, side, option)
            drawing, low = palette.paragraph(printed, x + 40, y + 14, column - 48, 13.5)
            parts.append(drawing)
            tall = low - y - 8
            rows.append((seat, option, x + 35, y - 1, column - 40, tall))
            y += tall + 6
        height = max(height, y + 4)
    head = f"M0 {HEAD}V7a7 7 0 0 1 7-7H{left - 8}V{HEAD}z"
    back = _plate(width, height) + el("path", d=head, fill=LAPIS, stroke=INK, stroke_width=1.3)
    return back + "".join(parts), height, rows


def _track(palette: Palette, context: Context, spaces: int, seat: int, x: float) -> str:
    """A runner on its way up."""
    parts = [el("g", mark(seat), transform=at(x + 12, HEAD - 14, 0.8))]
    for space in range(spaces):
        y = HEAD + (spaces - 1 - space) * (TRACK + 2)
        here = context.view.sides[seat].runner == space
        fill = "#f6dfa0" if here else "#fbf5e6"
        parts.append(el("rect", x=x, y=y, width=TRACK, height=TRACK, rx=3, fill=fill, stroke=INK))
        if here:
            parts.append(palette.use("runner", x + 2, y + 2, TRACK - 4))
    return "".join(parts)
