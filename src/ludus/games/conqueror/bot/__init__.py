"""What bots of Conqueror judge positions by."""

from __future__ import annotations

from ludus.games.conqueror.bot.evaluation import Evaluation

__all__ = ["Evaluation"]
