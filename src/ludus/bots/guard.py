"""A bot that may be wrong, kept from taking the game down with it.

Whoever fails, or chooses what is not on offer, is named, asked once more, and then replaced by the
default bot for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic

from ludus.core.actions import Action
from ludus.core.protocol import Bot, Decision, Rng, V_contra

DEFAULT: Final = "greedy"
"""The bot that plays on where another one cannot."""
TRIES: Final = 2


class GuardedBot(Generic[V_contra]):
    """Plays as `bot` does, while that one plays by the rules; `spare` makes who comes after it."""

    def __init__(self, name: str, bot: Bot[V_contra], spare: Callable[[], Bot[V_contra]]) -> None:
        self._name = name
        self._bot = bot
        self._spare = spare
        self._replaced = False
        self.troubles: list[str] = []
        """What went wrong, in sentences that name the bot."""

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        if not self._replaced:
            for attempt in range(TRIES):
                action = self._asked(view, decision, rng, attempt + 1 == TRIES)
                if action is not None:
                    return action
            self._bot = self._spare()
            self._replaced = True
        return self._bot.choose(view, decision, rng)

    def _asked(self, view: V_contra, decision: Decision, rng: Rng, last: bool) -> Action | None:
        then = f"{DEFAULT} plays on" if last else "asked again"
        try:
            action = self._bot.choose(view, decision, rng)
        except Exception as error:
            # Whatever a bot does wrong is the bot's trouble, and not the game's.
            self.troubles.append(f"{self._name}: {type(error).__name__}: {error}; {then}")
            return None
        if any(action is option for option in decision.options):
            return action
        self.troubles.append(f"{self._name}: chose {action!r}, which is not on offer; {then}")
        return None
