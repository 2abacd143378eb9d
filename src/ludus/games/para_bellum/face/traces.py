"""What the last move has touched, for the pictures: cards laid, dice rolled, Legions completed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.protocol import Event

ROLLED = ("new_gray", "new_red", "rerolled", "die_back")


@dataclass(frozen=True, slots=True)
class Traces:
    """Places by their ids, and Legions by seat and first cell."""

    places: frozenset[str] = frozenset()
    rolled: frozenset[str] = frozenset()
    legions: frozenset[tuple[int, int]] = frozenset()


def latest(lately: Sequence[Event]) -> list[Event]:
    """The events of the last move."""
    found: list[Event] = []
    for event in lately:
        if event.kind in ("turn", "acts", "places"):
            found = []
        found.append(event)
    return found


def traces_of(lately: Sequence[Event]) -> Traces:
    places: set[str] = set()
    rolled: set[str] = set()
    legions: set[tuple[int, int]] = set()
    for event in latest(lately):
        facts = event.facts
        seat = facts.get("seat")
        if event.kind == "places":
            places.add(f"cell-{seat}-{facts['cell']}")
        elif event.kind in ROLLED:
            rolled.add(f"die-{seat}-{facts['slot']}")
        elif event.kind == "die_changed":
            places.add(f"die-{seat}-{facts['slot']}")
        elif event.kind == "legion":
            legions.add((event.number("seat"), event.number("lo")))
    return Traces(frozenset(places | rolled), frozenset(rolled), frozenset(legions))
