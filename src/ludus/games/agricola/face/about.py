"""What a thing at the table is: hexes, units, stratagems, counts, turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.models import About, Tone
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined, roman
from ludus.games.agricola.board import units
from ludus.games.agricola.face import why
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.names import BASE, hex_id
from ludus.games.agricola.face.symbols import unit_icon
from ludus.games.agricola.ids import (
    CALEDONIAN,
    COUNTER_NAMES,
    HIDDEN,
    INTERRUPT,
    MARKERS,
    NONE,
    ROMAN,
    SEA,
    WILDERNESS,
)

Explainer: TypeAlias = Callable[[Context, "Decision | None", tuple[int, ...]], "About | None"]

SCORED: Final = {
    ROMAN: ("roman_centers", "sites", "calgacus", "elites"),
    CALEDONIAN: ("fortresses", "agricola", "leaders", "tribal_centers", "legionaries"),
}
"""What each side's Victory Points are for, in the order of the view."""


def about_of(context: Context, decision: Decision | None, place: str) -> About | None:
    """What is at a place; None if there is no such place."""
    if place == BASE:
        return _hex(context, decision, (context.board.britannia,))
    kind, _, rest = place.partition("-")
    if kind == "meter":
        return _meter(context, rest)
    found = EXPLAINERS.get(kind)
    parts = rest.split("-")
    if found is None or len(parts) > 3 or not all(_is_number(part) for part in parts):
        return None
    return found(context, decision, tuple(int(part) for part in parts))


def _is_number(part: str) -> bool:
    return part.isdecimal() and part.isascii() and len(part) < 6


# On the map ---------------------------------------------------------------------------------------


def _hex(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    place = at[0]
    board, names, words = context.board, context.names, context.words
    if place > board.hexes:
        return None
    body: list[Sentence] = []
    if place < board.hexes:
        kind = "sea" if board.terrain[place] == SEA else "open"
        if board.terrain[place] == WILDERNESS:
            kind = "wild"
        body.append(words.say(f"about.terrain.{kind}", id=board.ids[place]))
        body += _features(context, place)
    body += why.there(context, place)
    reason = why.reason(context, decision, hex_id(place), place)
    open_now = reason is None
    return About(
        names.short_name(place),
        _hex_icon(context, place),
        state=words.text("about.open") if open_now else "",
        tone="good" if open_now else "",
        body=tuple(body),
        why_not=reason or (),
        clauses=_hex_clauses(context, place),
    )


def _features(context: Context, place: int) -> list[Sentence]:
    """Center, fortress, site: what it is worth."""
    board, words = context.board, context.words
    worth = context.names.contents.tables.victory
    found: list[Sentence] = []
    if board.center_at[place] != NONE:
        found.append(
            words.say("about.center", roman=worth.roman_center, tribes=worth.caledonian_center)
        )
    if board.is_fortress[place]:
        found.append(words.say("about.fortress", tribes=worth.fortress, few=worth.fortresses))
    if board.is_site[place]:
        found.append(words.say("about.site", roman=worth.site))
    if place == board.thule:
        found.append(words.say("about.thule"))
    return found


def _hex_icon(context: Context, place: int) -> str:
    board = context.board
    if place >= board.hexes or board.is_fortress[place]:
        return "fortress"
    if board.center_at[place] != NONE:
        return "center"
    return "site" if board.is_site[place] else ""


def _hex_clauses(context: Context, place: int) -> tuple[str, ...]:
    board = context.board
    if place >= board.hexes:
        return ("agricola.8.1.1",)
    if board.is_fortress[place]:
        return ("agricola.tec.fortress.3",)
    if board.center_at[place] != NONE:
        return ("agricola.counter.3", "agricola.tec.center.2")
    if board.terrain[place] == WILDERNESS:
        return ("agricola.tec.wilderness.2", "agricola.tec.wilderness.3")
    return ("agricola.tec.open.2",) if board.is_land[place] else ("agricola.26.2.2",)


def _stack(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    """A pile of counters is explained with its hex."""
    return _hex(context, decision, at[-1:])


def _center(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    center = at[0]
    if center >= len(context.board.center_hex):
        return None
    words, names, view = context.words, context.names, context.view
    kind = view.center[center]
    if kind == NONE:
        return _hex(context, decision, (context.board.center_hex[center],))
    if kind == HIDDEN:
        body, icon = words.say("about.counter.hidden"), "center"
    else:
        body = words.say(f"about.counter.{COUNTER_NAMES[kind]}")
        icon = f"counter-{COUNTER_NAMES[kind]}"
    title = words.text(
        "about.counter_title", center=names.center(center), counter=names.counter(kind)
    )
    return About(title, icon, body=(body,), clauses=("agricola.counter.3",))


def _way(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    place = at[0]
    if place > context.board.hexes:
        return None
    title = context.words.text("about.way", place=context.names.short_name(place))
    return About(title, "steps", body=(context.words.say("hint.on"),), clauses=("agricola.13.1.2",))


# Pieces -------------------------------------------------------------------------------------------


def _own_unit(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    side = context.view.side if context.view.side != NONE else ROMAN
    return _any_unit(context, decision, (side, at[0]))


def _any_unit(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    if len(at) < 2 or at[0] > 1 or at[1] >= context.names.contents.musters[at[0]].count:
        return None
    side, unit = at[0], at[1]
    words, names, view = context.words, context.names, context.view
    info = names.info(side, unit)
    worn = bool(view.disrupted[side] >> unit & 1)
    body: list[Sentence] = [context.about_unit(side, unit)]
    if info.back:
        body.append(words.say("about.steps.two", n=info.back))
    else:
        body.append(words.say("about.steps.one"))
    if info.elite:
        body.append(words.say("about.elite"))
    place = view.at[side][unit]
    if place >= 0:
        body.append(words.say("about.stands", place=names.place(place)))
    shade: Tone = "warn" if worn else ""
    return About(
        names.bare(side, unit),
        unit_icon(info.type),
        state=words.text("about.worn") if worn else "",
        tone=shade,
        body=tuple(body),
        clauses=("agricola.battle-results.1", "agricola.16.2.1"),
        rings=(hex_id(place),) if 0 <= place <= context.board.hexes else (),
    )


def _marker(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    """A stratagem: `marker-K` is the viewer's, `marker-SIDE-K` that of a side."""
    side = context.view.side if context.view.side != NONE else ROMAN
    if len(at) == 2:
        side, at = at[0], at[1:]
    if side > 1 or at[0] >= MARKERS:
        return None
    kind = at[0]
    words, names = context.words, context.names
    return About(
        names.marker(side, kind),
        "stratagem",
        body=(
            words.say("hint.marker", text=names.marker_text(side, kind, context.target(side))),
            words.say("about.marker", side=names.side(side)),
        ),
        clauses=("agricola.21.1.1",),
    )


def _ask(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    """The switch for a question out of turn."""
    view, words = context.view, context.words
    if view.side == NONE or at[0] > INTERRUPT:
        return None
    on = view.asks[view.side] >> at[0] & 1
    what = context.names.about(view.side, at[0])
    body = [words.say("about.ask")]
    if at[0] < INTERRUPT:
        told = context.names.marker_text(view.side, at[0], context.target(view.side))
        body.insert(0, words.say("hint.marker", text=told))
    return About(
        words.text("about.ask_title", about=what),
        "stratagem",
        state=words.text("tray.ask_on" if on else "tray.ask_off"),
        body=tuple(body),
        clauses=("agricola.21.1.1",),
    )


def _turn(context: Context, decision: Decision | None, at: tuple[int, ...]) -> About | None:
    turns = context.names.contents.tables.turns
    turn = at[0]
    if not 1 <= turn <= turns.last:
        return None
    winter = turn in turns.winters
    key = "name.winter_slot" if winter else "name.summer_slot"
    title = context.words.text("about.turn", n=roman(turn), year=context.names.year(turn))
    words = context.words.say(key, n=roman(turn), year=context.names.year(turn))
    now = turn == context.view.turn
    return About(
        title,
        "snow" if winter else "turn",
        state=context.words.text("about.now") if now else "",
        body=(words,),
        clauses=("agricola.8.1.1",) if winter else ("agricola.7.2.3",),
    )


# Counts -------------------------------------------------------------------------------------------


def _meter(context: Context, key: str) -> About | None:
    words, names = context.words, context.names
    if key == "balance":
        return _balance(context)
    if key == "to-place":
        return About(words.text("meter.to_place"), "recruits", body=(words.say("about.to_place"),))
    name, _, digits = key.rpartition("-")
    if digits not in ("0", "1") or name not in COUNTS:
        return None
    side = int(digits)
    icon, clause = COUNTS[name]
    charts, board = names.contents.tables, context.board
    few, many = charts.victory.fortresses, len(board.fortress_hex)
    body = [words.say(f"about.meter.{name}", n=charts.points.most, few=few, many=many)]
    if name == "held":
        body += _silent(context, side)
    if name == "lost":
        body += _fallen(context, side)
    what = words.text("meter.points" if name == "ap" else f"meter.{name}")
    title = words.text("about.count", side=names.side(side), what=what)
    return About(title, icon, body=tuple(body), clauses=(clause,))


COUNTS: Final = {
    "ap": ("ap", "agricola.10.1.1"),
    "points": ("ap", "agricola.10.1.1"),
    "held": ("stratagem", "agricola.21.1.1"),
    "box": ("recruits", "agricola.11.1.1"),
    "centers": ("center", "agricola.5.2.2"),
    "lost": ("lost", "agricola.5.2.17"),
    "forts": ("fortress", "agricola.5.1.3"),
    "spare": ("counter-mines", "agricola.counter.3"),
    "sites": ("site", "agricola.5.2.3"),
}
"""Meters by name: icon and clause."""


def _silent(context: Context, side: int) -> list[Sentence]:
    """What is out of the game, and what the side does not want to be asked about."""
    names, words, view = context.names, context.words, context.view
    found: list[Sentence] = []
    out = view.gone[side] & ~names.contents.absent[side]
    gone = [(names.marker_bit(side, kind),) for kind in units(out) if kind < MARKERS]
    if gone:
        found.append(words.say("panel.gone", list=joined(gone, ", ")))
    quiet = [
        names.about(side, kind) for kind in range(MARKERS + 1) if not view.asks[side] >> kind & 1
    ]
    if quiet:
        found.append(words.say("panel.quiet", list=", ".join(quiet)))
    return found


def _fallen(context: Context, side: int) -> list[Sentence]:
    names, view = context.names, context.view
    dead = [unit for unit, place in enumerate(view.at[side]) if place == context.board.fallen]
    if side == ROMAN:
        dead += units(view.fallen)
    if not dead:
        return []
    return [context.words.say("about.fallen", units=names.company(side, dead))]


def _balance(context: Context) -> About:
    """The score explained: what each side has points for, and where the levels are."""
    words, names, view = context.words, context.names, context.view
    body: list[Sentence] = []
    for side in (ROMAN, CALEDONIAN):
        parts = [
            words.text("about.part", n=points, what=words.text(f"part.{key}"))
            for key, points in zip(SCORED[side], view.score[side], strict=True)
            if points
        ]
        body.append(
            words.say(
                "about.score",
                side=names.side(side),
                n=sum(view.score[side]),
                parts=", ".join(parts) or words.text("about.nothing"),
            )
        )
    gives = tuple(
        words.say("about.level", n=level.from_, level=words.text(f"level.{level.key}"))
        if level.from_ is not None
        else words.say("about.level_below", level=words.text(f"level.{level.key}"))
        for level in names.contents.tables.level
    )
    return About(
        words.text("meter.balance"),
        "vp",
        body=tuple(body),
        gives=gives,
        clauses=("agricola.5.2.1", "agricola.5.1.2", "agricola.5.1.3"),
    )


EXPLAINERS: Final[dict[str, Explainer]] = {
    "hex": _hex,
    "st0": _stack,
    "st1": _stack,
    "center": _center,
    "way": _way,
    "pick": _own_unit,
    "pile": _hex,
    "quarters": _hex,
    "unit": _any_unit,
    "foe": _any_unit,
    "told": _any_unit,
    "marker": _marker,
    "ask": _ask,
    "turn": _turn,
}
"""What explains a kind of place."""
