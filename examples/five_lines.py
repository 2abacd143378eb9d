"""A game in five lines: open the box, sit down, choose until it is over."""

from ludus import Table, find_game
from ludus.core.chance import SeededRng, pick

table, rng = Table(find_game("cambria").open(), ["Anna", "Ben", "Cleo"]), SeededRng(7)
while not table.over:
    decision = table.decisions()[0]
    table.play(decision.seat, pick(decision, rng))
print(table.outcome)
