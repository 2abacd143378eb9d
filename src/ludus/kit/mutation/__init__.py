"""Mutation testing: plant one fault at a time in a game, and see whether its tests notice.

`plant` finds what can be planted, `scope` chooses the files, `runner` runs the tests on a copy of
the game by way of `worker`, and `report` tells what came of it. `ludus mutate` is the command.
"""
