"""A game followed by its story alone: points, markers, units and counters, as far as it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Event
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

SIDES: Final = (ROMAN, CALEDONIAN)
TOLD_AS: Final = {
    "march": "march",
    "build": "building",
    "dismantle": "dismantled",
    "concentrate": "concentrate",
    "play": "played",
}
"""Actions that the story begins with, by verb."""


class Listener:
    """What both sides have, by what was told; looked up again where the story leaves it open."""

    def __init__(self, t: Tables, state: State) -> None:
        self.t = t
        self.heard: Counter[str] = Counter()
        self.begun = False
        self.look(state)

    def look(self, state: State) -> None:
        self.points = state.points[:]
        self.hand = state.hand[:]
        self.at = [row[:] for row in state.at]
        self.worn = state.disrupted[:]
        self.up = state.center_up
        self.road = state.road
        self.flip = state.flip

    def hear(self, event: Event) -> None:
        self.heard[event.kind] += 1
        heard = HEARD.get(event.kind)
        if heard is not None:
            heard(self, event)

    def seat(self, side: int) -> int:
        return side ^ self.flip

    # Points and markers --------------------------------------------------------------------------

    def on_points(self, event: Event) -> None:
        side = event.number("side")
        self.points[side] += event.number("by")
        assert self.points[side] == event.number("now")

    def on_marker_known(self, event: Event) -> None:
        self.hand[event.number("side")] |= 1 << event.number("marker")
        assert event.seen_by == 1 << self.seat(event.number("side"))

    def on_marker_back(self, event: Event) -> None:
        self.hand[event.number("side")] &= ~(1 << event.number("marker"))
        assert event.seen_by == 1 << self.seat(event.number("side"))

    def on_played(self, event: Event) -> None:
        side, bit = event.number("side"), 1 << event.number("marker")
        assert self.hand[side] & bit, "only a marker in hand is played"
        self.hand[side] &= ~bit

    # Units ---------------------------------------------------------------------------------------

    def on_moved_units(self, event: Event) -> None:
        side = event.number("side")
        for unit in event.numbers("units"):
            self.at[side][unit] = event.number("to")

    def on_unit_moved(self, event: Event) -> None:
        self.at[event.number("side")][event.number("unit")] = event.number("to")

    def on_unit_placed(self, event: Event) -> None:
        self.at[event.number("side")][event.number("unit")] = event.number("place")

    def on_disrupted(self, event: Event) -> None:
        self.worn[event.number("side")] |= 1 << event.number("unit")

    def on_rallied(self, event: Event) -> None:
        for unit in event.numbers("units"):
            assert self.worn[event.number("side")] >> unit & 1, "only the disrupted rally"
            self.worn[event.number("side")] &= ~(1 << unit)

    def on_eliminated(self, event: Event) -> None:
        side, unit = event.number("side"), event.number("unit")
        assert self.at[side][unit] == event.number("place")

    def on_dismantled(self, event: Event) -> None:
        """The camp of the place goes back to the recruitment box."""
        for unit, place in enumerate(self.at[ROMAN]):
            if place == event.number("place") and self.t.rome.praesidia >> unit & 1:
                self.at[ROMAN][unit] = self.t.board.recruit

    # The map -------------------------------------------------------------------------------------

    def on_counter_up(self, event: Event) -> None:
        assert not self.up >> event.number("center") & 1
        self.up |= 1 << event.number("center")

    def on_road_built(self, event: Event) -> None:
        self.road += 1
        assert self.road == event.number("count")
        assert event.number("place") == self.t.board.route[self.road]

    # Comparing -----------------------------------------------------------------------------------

    def agrees(self, events: Sequence[Event], state: State) -> None:
        """What was told is what is so, wherever nothing else was told that could change it."""
        kinds = {event.kind for event in events}
        if self.begun:
            assert self.points == state.points or "winter_over" in kinds, kinds
            assert self.hand == state.hand or kinds & UNTOLD_HANDS, kinds
            assert self.road == state.road, kinds
            assert self.up & state.center_up == state.center_up or "counters_shown" in kinds, kinds
            for side in SIDES:
                if not kinds & UNTOLD_UNITS:
                    assert self.at[side] == state.at[side], (side, kinds)
                if not kinds & UNTOLD_WEAR:
                    assert self.worn[side] == state.disrupted[side], (side, kinds)
        self.begun = bool(state.turn)
        self.look(state)

    def acted(self, events: Sequence[Event], action: Action) -> None:
        """What a side does is told to both."""
        kind = TOLD_AS.get(action.verb)
        if kind is not None:
            told = [event for event in events if event.kind in (kind, "betrayed")]
            assert told and told[0].seen_by == EVERYONE, (action.text, kind)


# What the story says of these changes in other words, or leaves to the eye.
UNTOLD_HANDS: Final = {"betrayed"}
UNTOLD_UNITS: Final = {
    "retreat",
    "eliminated",
    "drawn",
    "recruited",
    "in_hand",
    "year_over",
    "tribute_roll",
}
UNTOLD_WEAR: Final = {
    "counter_laid",
    "eliminated",
    "withdrawn",
    "withdrawn_unit",
    "year_over",
    "battle_over",
}

HEARD: Final[dict[str, Callable[[Listener, Event], None]]] = {
    "points": Listener.on_points,
    "marker_known": Listener.on_marker_known,
    "marker_back": Listener.on_marker_back,
    "played": Listener.on_played,
    "moved_units": Listener.on_moved_units,
    "withdrawn_unit": Listener.on_unit_moved,
    "placed_unit": Listener.on_unit_placed,
    "disrupted": Listener.on_disrupted,
    "rallied": Listener.on_rallied,
    "eliminated": Listener.on_eliminated,
    "dismantled": Listener.on_dismantled,
    "counter_up": Listener.on_counter_up,
    "road_built": Listener.on_road_built,
}
