"""Positions for rule tests: a table played by text, its chance scripted.

    script = Script.start(box, seats=3, chance=["dice:0", "dice:20", "dice:20"])
    script.play("roll").play("roll").play("roll")
    script.play("roll").chance("die:5")
    assert "place:8" in script.offered()
    script.play("place:8")

Chance is answered from the list for as long as there is anything in it; then it waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic

from ludus.core.errors import IllegalAction, LudusError
from ludus.core.game import Box
from ludus.core.protocol import CHANCE, Decision, Event, Outcome, S, Seat, V
from ludus.core.table import Table
from ludus.kit.staged import table_from
from ludus.kit.tables import Setting


class Script(Generic[S, V]):
    """A table, and what chance is going to bring."""

    def __init__(self, table: Table[S, V], chance: Iterable[str] = ()) -> None:
        self.table = table
        self._chance = deque(chance)
        self.told: list[Event] = []
        """The events of the latest `play`, chance included."""
        self._answer_chance()

    @classmethod
    def start(
        cls,
        box: Box[S, V],
        seats: int,
        options: Mapping[str, str] | None = None,
        chance: Iterable[str] = (),
    ) -> Script[S, V]:
        """A new game."""
        setting = Setting(seats, options or {})
        return cls(Table(box, setting.names, setting.options), chance)

    @classmethod
    def at(
        cls,
        box: Box[S, V],
        state: S,
        seats: int,
        options: Mapping[str, str] | None = None,
        chance: Iterable[str] = (),
    ) -> Script[S, V]:
        """A game that begins with a given position."""
        return cls(table_from(box, Setting(seats, options or {}), state), chance)

    # Looking ------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The position, which a test may change in place."""
        return self.table.state

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has to choose now."""
        return tuple(decision.seat for decision in self._decisions())

    def view(self, viewer: Seat) -> V:
        return self.table.view(viewer)

    def decision(self, seat: Seat | None = None) -> Decision:
        """The decision of a seat; without a seat, the only one there is."""
        decisions = self._decisions()
        found = [d for d in decisions if seat is None or d.seat == seat]
        if len(found) != 1:
            raise AssertionError(
                f"{'nobody' if not found else 'more than one seat'} fits: "
                f"{'anyone' if seat is None else f'seat {seat}'} was asked for, and there are "
                f"{list(decisions) or 'no decisions'}"
            )
        return found[0]

    def _decisions(self) -> Sequence[Decision]:
        """Computed every time: the test may have changed the position in between."""
        self.table.set_position(self.table.state)
        return self.table.decisions()

    def prompt(self, seat: Seat | None = None) -> str:
        return self.decision(seat).prompt

    def offered(self, seat: Seat | None = None, verb: str = "") -> list[str]:
        """What is on offer, as text; all of it, or one verb's."""
        options = self.decision(seat).options
        return [option.text for option in options if not verb or option.verb == verb]

    def events(self, kind: str) -> list[Event]:
        """The events of a kind in the latest `play`."""
        return [event for event in self.told if event.kind == kind]

    # Playing ------------------------------------------------------------------------------------

    def play(self, *texts: str, seat: Seat | None = None) -> Script[S, V]:
        """Play actions one after another, each by the seat, or by the one that is offered it."""
        self.told = []
        for text in texts:
            self.table.set_position(self.table.state)
            who = self._whose(text) if seat is None else seat
            self.told += self.table.play(who, text)
            self._answer_chance()
        return self

    def chance(self, *texts: str) -> Script[S, V]:
        """What chance brings next."""
        self._chance.extend(texts)
        self._answer_chance()
        return self

    def refused(self, text: str, seat: Seat | None = None) -> str:
        """Try an action that must be refused; the reason given."""
        who = self.decision().seat if seat is None else seat
        self.table.set_position(self.table.state)
        try:
            self.table.play(who, text)
        except IllegalAction as error:
            return str(error)
        except LudusError as error:
            raise AssertionError(f"{text!r} is refused as no action at all: {error}") from error
        raise AssertionError(f"{text!r} of seat {who} was played, and should have been refused")

    def _whose(self, text: str) -> Seat:
        decisions = self._decisions()
        seats = [d.seat for d in decisions if any(option.text == text for option in d.options)]
        if len(seats) != 1:
            raise AssertionError(
                f"{text!r} is on offer to {f'seats {seats}; say which' if seats else 'nobody'}: "
                f"{list(decisions) or 'the game is over'}"
            )
        return seats[0]

    def _answer_chance(self) -> None:
        while self._chance and self.table.decision(CHANCE) is not None:
            self.told += self.table.play(CHANCE, self._chance.popleft())
