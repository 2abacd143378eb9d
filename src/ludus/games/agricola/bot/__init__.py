"""A plan for either side: what greedy play and search steer by."""

from ludus.games.agricola.bot.council import Council
from ludus.games.agricola.bot.evaluation import Evaluation

__all__ = ["Council", "Evaluation"]
