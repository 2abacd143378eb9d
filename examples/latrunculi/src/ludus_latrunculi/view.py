"""What a seat may know: everything, for nothing in this game is secret."""

from dataclasses import dataclass

from ludus.core.protocol import Rng, Seat
from ludus_latrunculi.rules import LatrunculiRules
from ludus_latrunculi.state import Frame, State


@dataclass(frozen=True, slots=True)
class View:
    """The position as it lies on the table."""

    viewer: Seat
    squares: tuple[int, ...]
    bound: tuple[int, ...]
    supply: tuple[int, ...]
    quiet: int
    ended: str
    loser: int
    questions: tuple[tuple[int, int, int], ...]
    """Phase, seat and square of each open question; the last one is asked now."""


class Latrunculi(LatrunculiRules):
    """The rules together with what each seat may know: the whole protocol."""

    def view(self, state: State, viewer: Seat) -> View:
        lists = (tuple(state.squares), tuple(state.bound), tuple(state.supply))
        questions = tuple((frame.phase, frame.seat, frame.square) for frame in state.stack)
        return View(viewer, *lists, state.quiet, state.ended, state.loser, questions)

    def resample(self, view: View, rng: Rng) -> State:
        """The one position that fits."""
        lists = (list(view.squares), list(view.bound), list(view.supply))
        stack = [Frame(phase, seat, square) for phase, seat, square in view.questions]
        return State(*lists, view.quiet, view.ended, view.loser, stack)
