"""What happens when a bot fails: one policy for simulations, the terminal and the server.

A bot that raises an error, answers too late or chooses what is not on offer is asked once more, and
then the fallback bot takes its place. The game never stops because of a bot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic

from ludus.core.actions import Action
from ludus.core.protocol import Bot, Decision, Rng, V_contra

DEFAULT: Final = "greedy"
"""The bot that plays on where another one cannot."""


class BotFailure(Exception):
    """A bot did not answer as it should; the message says what it did instead.

    `where` says at which choice, if the bot knows.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, slots=True)
class FailurePolicy:
    """How often a bot is asked for the same choice, and which bot takes its place after that."""

    tries: int = 2
    fallback: str = DEFAULT

    def attempts(self, name: str) -> tuple[str, ...]:
        """The bots to ask for one choice, in order, until one of them answers."""
        return (*[name] * self.tries, self.fallback)

    def report(self, name: str, failure: str, attempt: int) -> str:
        """A sentence on failed attempt number `attempt` (from 1), and what happens next."""
        then = "asked again" if attempt < self.tries else f"{self.fallback} plays on"
        return f"{name}: {failure}; {then}"


POLICY: Final = FailurePolicy()


class GuardedBot(Generic[V_contra]):
    """Plays as `bot` does until that fails; then as the bot that `replacement` makes, for good."""

    def __init__(
        self,
        name: str,
        bot: Bot[V_contra],
        replacement: Callable[[], Bot[V_contra]],
        policy: FailurePolicy = POLICY,
    ) -> None:
        self._name = name
        self._bot = bot
        self._replacement = replacement
        self._policy = policy
        self._replaced = False
        self.troubles: list[str] = []
        """What went wrong, in sentences that name the bot."""

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        if not self._replaced:
            for attempt in range(1, self._policy.tries + 1):
                try:
                    return self._checked(self._bot.choose(view, decision, rng), decision)
                except BotFailure as error:
                    failure, where = str(error), error.where
                except Exception as error:
                    # Whatever a bot does wrong must not end the game.
                    failure, where = f"{type(error).__name__}: {error}", ""
                name = f"{self._name}, {where}" if where else self._name
                self.troubles.append(self._policy.report(name, failure, attempt))
            self._bot = self._replacement()
            self._replaced = True
        return self._bot.choose(view, decision, rng)

    def _checked(self, action: Action, decision: Decision) -> Action:
        if any(action is option for option in decision.options):
            return action
        raise BotFailure(f"chose {action!r}, which is not on offer")
