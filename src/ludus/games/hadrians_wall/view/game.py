"""The whole game: the rules, and what each seat may know."""

from __future__ import annotations

from ludus.core.protocol import Rng, Seat
from ludus.games.hadrians_wall.rules.game import HadriansWallRules
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.view.resample import resample
from ludus.games.hadrians_wall.view.view import View, view_of


class HadriansWall(HadriansWallRules):
    """The rules with their views: all that a table needs."""

    def view(self, state: State, viewer: Seat) -> View:
        waiting = tuple(d.seat for d in self.decisions(state) if d.seat >= 0)
        return view_of(self.board, state, viewer, waiting)

    def resample(self, view: View, rng: Rng) -> State:
        return resample(self.board, view, rng)
