"""The whole protocol of the game: the rules with views and resampling."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Decision, Rng, Seat
from ludus.games.para_bellum.rules.game import ParaBellumRules
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.view.resample import resample
from ludus.games.para_bellum.view.view import View, view_of


class ParaBellum(ParaBellumRules):
    """The rules together with views and resampling."""

    def view(self, state: State, viewer: Seat) -> View:
        return self.view_from(state, viewer, self.decisions(state))

    def view_from(self, state: State, viewer: Seat, decisions: Sequence[Decision]) -> View:
        """The view, for a caller that has the decisions of the position already."""
        waiting = tuple(decision.seat for decision in decisions if decision.seat >= 0)
        return view_of(self.tables, state, viewer, waiting)

    def resample(self, view: View, rng: Rng) -> State:
        return resample(self.tables, view, rng)
