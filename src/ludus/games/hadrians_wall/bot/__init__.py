"""How bots judge a position of Hadrian's Wall."""

from __future__ import annotations

from ludus.games.hadrians_wall.bot.evaluation import Evaluation

__all__ = ["Evaluation"]
