"""The rules of a game, started from a given position instead of the set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import Box
from ludus.core.protocol import Decision, Emit, Outcome, Rng, Rules, S, Seat, V
from ludus.core.table import Table
from ludus.kit.tables import Setting


class Staged(Generic[S, V]):
    """The same rules, except that every game begins at `start`."""

    def __init__(self, rules: Rules[S, V], start: S) -> None:
        self._rules = rules
        self._start = rules.copy(start)

    @property
    def actions(self) -> ActionSpace:
        return self._rules.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> S:
        return self._rules.copy(self._start)

    def decisions(self, state: S) -> Sequence[Decision]:
        return self._rules.decisions(state)

    def apply(self, state: S, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        self._rules.apply(state, seat, action, emit)

    def outcome(self, state: S) -> Outcome | None:
        return self._rules.outcome(state)

    def copy(self, state: S) -> S:
        return self._rules.copy(state)

    def view(self, state: S, viewer: Seat) -> V:
        return self._rules.view(state, viewer)

    def resample(self, view: V, rng: Rng) -> S:
        return self._rules.resample(view, rng)

    def check(self, state: S) -> Iterable[str]:
        return self._rules.check(state)

    def teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        return self._rules.teams(state)

    def parallel(self, state: S) -> bool:
        return self._rules.parallel(state)


def table_from(box: Box[S, V], setting: Setting, state: S) -> Table[S, V]:
    """A table at which the game begins with `state`. Its record does not replay elsewhere."""
    staged = replace(box, rules=Staged(box.rules, state))
    return Table(staged, setting.names, setting.options)
