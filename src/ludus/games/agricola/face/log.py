"""The story of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import TEXT, Bit, Sentence, joined
from ludus.games.agricola.face.voice import Voice, hex_id
from ludus.games.agricola.ids import CALEDONIAN, FIRST_EVENT, ROMAN

Part: TypeAlias = Bit | Sentence | str | int
Teller: TypeAlias = Callable[[Voice, Event, dict[str, Part]], "Line | None"]

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
        "passes",
    )
)
"""Events that only say that something is over, or show what another one tells."""
TWICE: Final = frozenset(("placed", "drawn", "withdrawn", "marker_taken", "marker_returned"))
"""Events of which their own side is told more by a second one."""
HEADINGS: Final = ("turn", "phase")


def tell(voice: Voice, event: Event) -> Line | None:
    if event.kind in SILENT:
        return None
    if event.kind in TWICE and (event.facts["side"] == voice.view.side or not voice.view.turn):
        return None
    parts = gathered(voice, event)
    key = f"event.{event.kind}"
    if event.kind in VARIANTS:
        variant = VARIANTS[event.kind](event)
        if not variant:
            return None
        key = f"{key}.{variant}"
    if event.kind in HEADINGS:
        return Line((), heading=voice.words.text(key, **parts))
    sentence = voice.words.say(key, **parts)
    return Line(sentence, motions(voice, event), SOUNDS.get(event.kind, ""))


VARIANTS: Final[dict[str, Callable[[Event], str]]] = {
    "points": lambda event: _sign(event.number("by")),
    "round": lambda event: "1",
    "lines_drawn": lambda event: "1" if event.number("count") else "0",
    "declares": lambda event: str(event.number("points")),
    "siege_choice": lambda event: str(event.number("siege")),
    "battle_over": lambda event: str(event.number("major")),
    "turn": lambda event: str(event.number("winter")),
    "phase": lambda event: str(event.number("phase")),
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


def motions(voice: Voice, event: Event) -> tuple[Motion, ...]:
    """A force that goes from one place to another."""
    if event.kind not in ("moved", "sailed", "retreat"):
        return ()
    return (Motion(hex_id(event.number("place")), hex_id(event.number("to"))),)


def gathered(voice: Voice, event: Event) -> dict[str, Part]:
    """The facts of an event as bits, each by what its name stands for."""
    parts: dict[str, Part] = {}
    side = event.facts.get("side", ROMAN)
    side = side if isinstance(side, int) and side >= 0 else ROMAN
    if event.kind in ("drawn_unit", "leader_shown", "rolls_again"):
        side = CALEDONIAN
    for name, value in event.facts.items():
        if isinstance(value, tuple):
            _row(voice, event, name, value, side, parts)
        else:
            _one(voice, event, name, value, side, parts)
    return parts


def _row(
    voice: Voice,
    event: Event,
    name: str,
    value: tuple[int, ...],
    side: int,
    parts: dict[str, Part],
) -> None:
    if name == "units":
        owner = 1 - side if event.kind == "seen" else side
        if event.kind == "attrition":
            parts["rolls"] = _rolls(voice, event, owner, value)
        else:
            parts[name] = voice.company(owner, value)
    elif name in ("romans", "tribes"):
        owner = ROMAN if name == "romans" else CALEDONIAN
        parts[name] = voice.company(owner, value)
    elif name in ("dice", "bids"):
        parts["dice"] = voice.dice(value) if name == "dice" else ""
        for key, face in zip(("first", "second"), value, strict=False):
            parts[key] = voice.die(face) if name == "dice" else face
    elif name == "plus":
        parts["plus"], parts["more"] = value


def _rolls(voice: Voice, event: Event, side: int, many: tuple[int, ...]) -> Sentence:
    """Each die with the unit it was rolled for."""
    pairs = zip(event.numbers("dice"), many, strict=False)
    named = [(voice.die(face), Bit(TEXT, f" {voice.bare(side, unit)}")) for face, unit in pairs]
    return joined(named)


def _one(
    voice: Voice, event: Event, name: str, value: int, side: int, parts: dict[str, Part]
) -> None:
    if name in ("place", "to"):
        parts[name] = voice.place(value)
    elif name in ("side", "winner"):
        parts[name] = voice.side(value) if value >= 0 else ""
    elif name == "unit":
        parts[name] = voice.bare(side, value)
    elif name == "seat":
        parts[name] = voice.seat(value)
    elif name == "center":
        parts[name] = voice.center(value)
    elif name == "type":
        parts["counter"] = voice.counter(value)
    elif name == "die":
        parts[name] = voice.die(value)
    elif name == "marker":
        parts["about"] = voice.about(side, value)
        parts[name] = parts["about"]
    elif name == "payment":
        parts[name] = voice.words.text(f"payment.{value}")
    elif name == "event":
        row = voice.contents.tables.event[value - FIRST_EVENT]
        parts[name] = row.name
        parts["what"] = voice.words.text(f"happening.{row.key}")
    else:
        _count(voice, name, value, parts)


def _count(voice: Voice, name: str, value: int, parts: dict[str, Part]) -> None:
    parts[name] = value
    if name in ("count", "hits", "round"):
        parts["n"] = value
    elif name == "by":
        parts["n"] = abs(value)
    elif name == "turn":
        parts["n"] = value
        parts["year"] = voice.year(value)
