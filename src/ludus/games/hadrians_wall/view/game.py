"""The whole game: the rules, and what each seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Decision, Rng, Seat
from ludus.games.hadrians_wall.rules.game import HadriansWallRules
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.view.resample import resample
from ludus.games.hadrians_wall.view.view import View, view_of


class HadriansWall(HadriansWallRules):
    """The rules with their views: all that a table needs."""

    def view(self, state: State, viewer: Seat) -> View:
        return self.view_from(state, viewer, self.decisions(state))

    def view_from(self, state: State, viewer: Seat, decisions: Sequence[Decision]) -> View:
        """The view, for a caller that has the decisions of the position already."""
        waiting = tuple(decision.seat for decision in decisions if decision.seat >= 0)
        return view_of(self.board, state, viewer, waiting)

    def resample(self, view: View, rng: Rng) -> State:
        return resample(self.board, view, rng)
