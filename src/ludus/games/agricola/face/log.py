"""The log: what happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.face import Line, Motion, merged
from ludus.core.models import Moment
from ludus.core.protocol import Event
from ludus.core.text import TEXT, Bit, Part, Sentence, joined, seat_bit
from ludus.games.agricola.face import battle, chapter
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.names import Names, hex_id, tidy
from ludus.games.agricola.ids import CALEDONIAN, FIRST_EVENT, ROMAN

Teller: TypeAlias = Callable[[Names, Event, dict[str, Part]], "Line | None"]

SILENT: Final = frozenset(
    (
        "rolled",
        "fire_dice",
        "attrition_dice",
        "march_over",
        "marches_over",
        "turn_over",
        "landing_over",
        "lets_pass",
        "supply_rolled",
        "moves_up",
        "in_hand",
        "passes",
    )
)
"""Events that only mark an end, or repeat what another one says."""
TWICE: Final = frozenset(
    ("placed", "drawn", "withdrawn", "recruited", "marker_taken", "marker_returned")
)
"""Events of which their own side gets a second one that says more."""
STEPS: Final = {
    "disrupted": "losses",
    "eliminated": "losses",
    "supply_check": "supply",
    "attrition": "supply",
    "rallied": "rallied",
    "chosen": "withdrawn",
    "withdrawn": "withdrawn",
    "withdrawn_unit": "withdrawn",
    "withdrawal_over": "withdrawn",
    "boards": "aboard",
    "ship_named": "aboard",
    "embarks": "aboard",
    "landed": "ashore",
    "left": "left",
    "reserve": "lines",
    "lines_drawn": "lines",
    "declares": "declares",
    "drawn": "drawn",
    "drawn_unit": "drawn",
    "recruited": "recruited",
    "recruited_unit": "recruited",
    "placed": "placed",
    "placed_unit": "placed",
    "counter_laid": "counters",
    "counter_known": "counters",
    "points_rolled": "points",
    "points": "points",
    "marker_taken": "points",
    "marker_known": "points",
    "levy": "points",
}
"""What is told unit by unit, or belongs to one reckoning of points: one step after the other stands
in one paragraph."""
NAMED: Final = "recruited_unit"
"""Told to the enemy only of units that everybody sees, before what is told of all."""
HEADINGS: Final = ("turn", "phase")
OPENING: Final = 0
"""The phase that opens a side's turn. It has a heading, since something is always told in it."""
ACTS: Final = frozenset(
    (
        "concentrate",
        "dismantled",
        "levy",
        "march",
        "moved",
        "played",
        "points_rolled",
        "recruited",
        "recruited_unit",
        "retreat",
        "sailed",
        "voyage",
    )
)
"""What a player does: "Since your last turn" tells of those of the other one."""


def tell(names: Names, event: Event) -> Line | None:
    if event.kind in SILENT:
        return None
    if event.kind in TWICE and (event.facts["side"] == names.view.side or not names.view.turn):
        return None
    if event.kind == "counter_laid" and names.view.side == CALEDONIAN:
        # The tribes are told which one it is.
        return None
    parts = gathered(names, event)
    key = f"event.{event.kind}"
    if event.kind in VARIANTS:
        variant = VARIANTS[event.kind](event)
        if not variant:
            return None
        key = f"{key}.{variant}"
    if event.kind == NAMED:
        key = f"{key}.{'own' if event.facts['side'] == names.view.side else 'other'}"
    if event.kind in HEADINGS:
        return Line((), heading=names.words.text(key, **parts))
    sentence = tidy(names.words.say(key, **parts))
    moment = (
        MOMENTS[event.kind](Context(names.view, names), event) if event.kind in MOMENTS else None
    )
    return Line(
        sentence,
        motions(names, event),
        SOUNDS.get(event.kind, ""),
        moment=moment,
        step=STEPS.get(event.kind, ""),
    )


MOMENTS: Final[dict[str, Callable[[Context, Event], Moment | None]]] = {
    "fire": battle.told_fire,
    "advantage": battle.told_advantage,
    "year_over": chapter.told_year,
}
"""Events that are worth stopping for."""

ASIDE: Final = frozenset(
    ("left", "chosen", "boards", "ship_named", "landed", "reserve", "placed_unit")
)
"""What a gesture is made of, and need not be told where the whole is."""


def tell_gesture(names: Names, events: Sequence[Event]) -> Line | None:
    """A gesture in one line: the whole of it, without its single steps."""
    main = [event for event in events if event.kind not in ASIDE]
    told = [*_transfers(names, main), *(tell(names, e) for e in main if e.kind != MOVED)]
    lines = [line for line in told if line is not None]
    if not any(line.sentence for line in lines):
        told = [tell(names, event) for event in events]
        lines = [line for line in told if line is not None]
    return merged(lines)


MOVED: Final = "withdrawn_unit"


def _transfers(names: Names, events: Sequence[Event]) -> list[Line | None]:
    """Units that were lifted from one place to another: those with the same way in one sentence."""
    ways: dict[tuple[int, int], list[Event]] = {}
    for event in events:
        if event.kind == MOVED:
            ways.setdefault((event.number("place"), event.number("to")), []).append(event)
    return [
        tell(names, some[0])
        if len(some) == 1
        else Line(
            names.words.say(
                "event.withdrawn_units",
                n=len(some),
                place=names.place(place),
                to=names.place(to),
            )
        )
        for (place, to), some in ways.items()
    ]


VARIANTS: Final[dict[str, Callable[[Event], str]]] = {
    "points": lambda event: _sign(event.number("by")),
    "round": lambda event: "1",
    "lines_drawn": lambda event: "1" if event.number("count") else "0",
    "declares": lambda event: str(event.number("points")),
    "siege_choice": lambda event: str(event.number("siege")),
    "battle_over": lambda event: str(event.number("major")),
    "turn": lambda event: str(event.number("winter")),
    "phase": lambda event: str(OPENING) if event.number("phase") == OPENING else "",
    "game_end": lambda event: str(event.number("by")),
}

SOUNDS: Final = {
    "advantage": "dice",
    "fire": "dice",
    "event": "dice",
    "sailing": "dice",
    "points_rolled": "dice",
    "moved": "move",
    "sailed": "move",
    "battle": "battle",
    "eliminated": "capture",
    "game_end": "end",
}


def _sign(by: int) -> str:
    if by > 0:
        return "gain"
    return "lose" if by < 0 else ""


def motions(names: Names, event: Event) -> tuple[Motion, ...]:
    """A force that goes from one place to another."""
    if event.kind not in ("moved", "sailed", "retreat"):
        return ()
    return (Motion(hex_id(event.number("place")), hex_id(event.number("to"))),)


def gathered(names: Names, event: Event) -> dict[str, Part]:
    """The facts of an event as bits, each by what its name stands for."""
    parts: dict[str, Part] = {}
    if event.kind == "sailed":
        parts["side"] = _who(names, event, ROMAN)
    side = event.facts.get("side", ROMAN)
    side = side if isinstance(side, int) and side >= 0 else ROMAN
    if event.kind in ("drawn_unit", "leader_shown", "rolls_again"):
        side = CALEDONIAN
    for name, value in event.facts.items():
        if isinstance(value, tuple):
            _row(names, event, name, value, side, parts)
        else:
            _one(names, event, name, value, side, parts)
    return parts


def _row(
    names: Names,
    event: Event,
    name: str,
    value: tuple[int, ...],
    side: int,
    parts: dict[str, Part],
) -> None:
    if event.kind == "year_over":
        parts[name] = sum(value)
    elif name == "units":
        owner = 1 - side if event.kind == "seen" else side
        if event.kind == "attrition":
            parts["rolls"] = _rolls(names, event, owner, value)
        else:
            parts[name] = names.company(owner, value)
    elif name in ("romans", "tribes"):
        owner = ROMAN if name == "romans" else CALEDONIAN
        parts[name] = names.company(owner, value)
    elif name == "dice":
        parts["dice"] = names.dice(value)
        for key, face in zip(("first", "second"), value, strict=False):
            parts[key] = names.die(face)
    elif name == "bids":
        parts["first"], parts["second"] = value
    elif name == "plus":
        parts["plus"], parts["more"] = value


def _rolls(names: Names, event: Event, side: int, many: tuple[int, ...]) -> Sentence:
    """Each die with the unit it was rolled for."""
    pairs = zip(event.numbers("dice"), many, strict=False)
    named = [(names.die(face), Bit(TEXT, f" {names.bare(side, unit)}")) for face, unit in pairs]
    return joined(named)


def _one(
    names: Names, event: Event, name: str, value: int, side: int, parts: dict[str, Part]
) -> None:
    if name in ("place", "to"):
        parts[name] = names.place(value)
    elif name in ("side", "winner"):
        parts[name] = _who(names, event, value) if value >= 0 else ""
    elif name == "unit":
        parts[name] = names.bare(side, value)
    elif name == "seat":
        parts[name] = names.seat(value)
    elif name == "center":
        parts[name] = names.center(value)
    elif name == "type":
        parts["counter"] = names.counter(value)
    elif name == "die":
        parts[name] = names.die(value)
    elif name == "marker":
        known = value < len(names.contents.stratagems[side])
        parts["about"] = names.marker_bit(side, value) if known else names.about(side, value)
        parts[name] = parts["about"]
    elif name == "payment":
        parts[name] = names.words.text(f"payment.{value}")
    elif name == "event":
        row = names.contents.tables.event[value - FIRST_EVENT]
        parts[name] = row.name
        parts["what"] = names.words.text(f"happening.{row.key}")
    else:
        _count(names, name, value, parts)


def _who(names: Names, event: Event, side: int) -> Part:
    """A side; where it acted, also as its player, whose line it then is."""
    if event.kind in ACTS:
        return seat_bit(side ^ names.view.flip, names.side(side))
    return names.side(side)


def _count(names: Names, name: str, value: int, parts: dict[str, Part]) -> None:
    parts[name] = value
    if name in ("count", "hits", "round"):
        parts["n"] = value
    elif name == "by":
        parts["n"] = abs(value)
    elif name == "turn":
        parts["n"] = value
        parts["year"] = names.year(value)
