"""A game in five lines: open the box, sit down, choose until it is over."""

from ludus import new_table
from ludus.core.chance import SeededRng, pick

table, rng = new_table("cambria", ["Anna", "Ben", "Cleo"]), SeededRng(7)
while not table.over:
    decision = table.decisions()[0]
    table.play(decision.seat, pick(decision, rng))
print(table.outcome)
