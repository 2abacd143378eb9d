"""What greedy play and search use: the value of a position, and the options worth a look."""

from ludus.games.agricola.bot.evaluation import Evaluation
from ludus.games.agricola.bot.shortlist import Shortlist

__all__ = ["Evaluation", "Shortlist"]
