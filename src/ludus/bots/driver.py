"""Plays a game on for the seats that have a bot, until somebody else must choose.

Simulations, the terminal and the environments for learners all go through here: they differ in what
they play at (a bare position, a table with its record) and in who goes first where several seats
may act at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

from ludus.bots.random import RandomBot
from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.protocol import Bot, Decision, Rng, Seat

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

Order: TypeAlias = Callable[[Sequence[Decision]], Decision]
"""Which of several decisions is answered next."""


class Playable(Protocol[V_co]):
    """A game in progress that moves can be made in."""

    def decisions(self) -> Sequence[Decision]:
        """Who must choose now; empty once the game is over."""
        ...

    def view(self, viewer: Seat, /) -> V_co:
        """What a seat may see."""
        ...

    def play(self, decision: Decision, action: Action, /) -> None:
        """Make the move."""
        ...


def play_on(
    game: Playable[V],
    bots: Sequence[Bot[V] | None],
    chance: Rng,
    bot_rngs: Sequence[Rng],
    order: Order,
) -> Decision | None:
    """Let chance, the clock and the bots move; stops at the first seat that has no bot.

    Returns the decision of that seat, or None once the game is over. `bots` and `bot_rngs` go by
    seat; `chance` answers dice, draws and the clock.
    """
    while decisions := game.decisions():
        decision = decisions[0] if len(decisions) == 1 else order(decisions)
        seat = decision.seat
        if seat < 0:
            action = pick(decision, chance)
        else:
            bot = bots[seat]
            if bot is None:
                return decision
            if isinstance(bot, RandomBot):
                # It never looks, so no view is built for it.
                action = pick(decision, bot_rngs[seat])
            else:
                action = bot.choose(game.view(seat), decision, bot_rngs[seat])
        game.play(decision, action)
    return None
