"""The rules of Agricola: who chooses what, and what follows from it.

Numbers in brackets are clauses in `clauses.toml`. Each module has one concern; `game.py`
puts them together.
"""
