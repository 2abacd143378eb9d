"""The rules of Hadrian's Wall: who chooses what, and what follows from it.

Numbers in brackets name the clauses in `clauses.toml`, without their prefix.
"""
