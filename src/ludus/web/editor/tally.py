"""How often bots use each item of a pack, and how they fare with it: counted over whole games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from ludus.bots.greedy import GreedyBot
from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision
from ludus.core.table import Table
from ludus.web.editor.boards import NAMES, Board, Play
from ludus.web.editor.trial import may_use

BUDGET: Final = 8
"""How much a bot thinks about a choice: little, so that there are many games."""
MOST_MOVES: Final = 20_000


class Count(msgspec.Struct):
    """One item: in the games of how many seats it could be used and was, and what they scored.

    Of what chance brings, every seat counts in whose game it came up.
    """

    could: int = 0
    used: int = 0
    gain: float = 0.0
    """The sum, over seats that used it, of how many points they had more than the mean of all seats
    of their game."""


@dataclass
class Tally:
    """Games between bots with one pack."""

    box: AnyBox
    board: Board
    plays: Sequence[Play]
    games: int = 0
    counts: list[dict[int, Count]] = field(default_factory=list)
    """For each way of coming into play, the items by their numbers."""

    def __post_init__(self) -> None:
        self.counts = [{} for _ in self.plays]

    def play(self, number: int, more: Callable[[], bool]) -> bool:
        """One game to its end; False if it was left before, and does not count."""
        table: Table[object, object] = Table(
            self.box, NAMES[: self.board.seats], self.board.options
        )
        rng, bot = SeededRng(f"tally {number}"), GreedyBot(self.box, BUDGET)
        could: set[tuple[int, int, int]] = set()
        used: set[tuple[int, int, int]] = set()
        while not table.over:
            if len(table.moves) >= MOST_MOVES or not more():
                return False
            decision = table.decisions()[0]
            action = pick(decision, rng)
            if decision.seat >= 0:
                action = bot.choose(table.view(decision.seat), decision, rng)
            for each, play in enumerate(self.plays):
                if not _about(decision, play) or not may_use(table, play, decision.seat):
                    continue
                seats = range(table.seats) if decision.seat < 0 else (decision.seat,)
                for option in decision.options if decision.seat >= 0 else (action,):
                    if option.verb == play.verb:
                        could |= {(each, option.arg // play.per, seat) for seat in seats}
                if action.verb == play.verb:
                    used |= {(each, action.arg // play.per, seat) for seat in seats}
            table.play(decision.seat, action)
        outcome = table.outcome
        assert outcome is not None
        self._add(could, used, outcome.scores)
        self.games += 1
        return True

    def _add(
        self,
        could: set[tuple[int, int, int]],
        used: set[tuple[int, int, int]],
        scores: Sequence[int],
    ) -> None:
        mean = sum(scores) / len(scores)
        for play, item, seat in could:
            count = self.counts[play].setdefault(item, Count())
            count.could += 1
            if (play, item, seat) in used:
                count.used += 1
                count.gain += scores[seat] - mean


def _about(decision: Decision, play: Play) -> bool:
    return any(option.verb == play.verb for option in decision.options)
