"""The rules together with what each seat may know: the whole protocol of a game."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Decision, Rng, Seat, waited_for
from ludus.games.conqueror.rules.game import ConquerorRules
from ludus.games.conqueror.state import State
from ludus.games.conqueror.view.resample import resample
from ludus.games.conqueror.view.view import View, view_of


class Conqueror(ConquerorRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
        return self.view_from(state, viewer, self.decisions(state))

    def view_from(self, state: State, viewer: Seat, decisions: Sequence[Decision]) -> View:
        """The view, for a caller that has the decisions of the position already."""
        return view_of(self.tables, state, viewer, waited_for(decisions))

    def resample(self, view: View, rng: Rng) -> State:
        return resample(self.tables, view, rng)
