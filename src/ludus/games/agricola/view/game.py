"""The rules together with what each seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Decision, Rng, Seat, waited_for
from ludus.games.agricola.rules.game import AgricolaRules
from ludus.games.agricola.state import State
from ludus.games.agricola.view.resample import resample
from ludus.games.agricola.view.view import View, view_of


class Agricola(AgricolaRules):
    """The rules, with views and resampling."""

    def view(self, state: State, viewer: Seat) -> View:
        return self.view_from(state, viewer, self.decisions(state))

    def view_from(self, state: State, viewer: Seat, decisions: Sequence[Decision]) -> View:
        """The view, for a caller that has the decisions of the position already."""
        return view_of(
            self.tables_for(state.short, state.south), state, viewer, waited_for(decisions)
        )

    def resample(self, view: View, rng: Rng) -> State:
        """A position that fits the view, hidden things drawn at random."""
        return resample(self.tables_for(view.short, view.south), view, rng)
