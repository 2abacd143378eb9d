"""How bots judge a position of Cambria."""

from __future__ import annotations

from ludus.games.cambria.bot.evaluation import Evaluation

__all__ = ["Evaluation"]
