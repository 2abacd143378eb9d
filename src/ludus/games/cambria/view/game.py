"""The rules together with what each seat may know: the whole protocol of a game."""

from __future__ import annotations

from ludus.core.protocol import Rng, Seat
from ludus.games.cambria.rules.game import CambriaRules
from ludus.games.cambria.state import State
from ludus.games.cambria.view.resample import resample
from ludus.games.cambria.view.view import View, view_of


class Cambria(CambriaRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
        return view_of(self.boards[state.side], state, viewer)

    def resample(self, view: View, rng: Rng) -> State:
        return resample(self.tables, view)
