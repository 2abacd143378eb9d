"""Workloads of those who teach a machine: afterstates with features, and the environments."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np

from ludus.bots.turns import leaves_of
from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.net import Judge, Net, rows_of
from ludus.core.protocol import Decision
from ludus.core.registry import find_game
from ludus.lab.train.collector import seldom_collected
from ludus.lab.train.plan import plan_of

TABLES: Final = 256
"""So many are stepped together."""
GAMES: Final = 6
"""Positions are drawn from so many games."""
APART: Final = 9
"""Every so many choices one is taken."""


def afterstates(box: AnyBox) -> Callable[[int], int]:
    """The positions that a turn can lead to, with their features; a unit is one of them.

    As many tables are looked at together as in training, and of positions in the middle of a turn
    as many are followed.
    """
    if box.encoding is None:
        raise BadRequest(f"{box.meta.title} has no encoding")
    encoding = box.encoding()
    plan = plan_of(find_game(box.meta.name))
    # It chooses whom to follow, and has learned nothing.
    judge = Judge(encoding, Net.new([encoding.width, 8, encoding.outputs], 0))
    asked = choices(box)

    @seldom_collected()
    def look(piece: int) -> int:
        first = piece * plan.tables
        starts = [asked[(first + number) % len(asked)] for number in range(plan.tables)]
        leaves = leaves_of(box, judge, starts, plan.beam)
        rows = rows_of(encoding, [(leaf.state, starts[leaf.start][1].seat) for leaf in leaves])
        return len(encoding.features(rows))

    return look


def choices(box: AnyBox) -> list[tuple[object, Decision]]:
    """Positions of random games with a real choice for a player."""
    rules = box.rules
    seats = usual_seats(box)
    found: list[tuple[object, Decision]] = []
    for game in range(GAMES):
        state = rules.setup(seats, box.options(seats, {}))
        rng = SeededRng(f"choices {game}")
        number = 0
        while decisions := rules.decisions(state):
            decision = decisions[0]
            if decision.seat >= 0 and len(decision.options) > 1:
                if number % APART == 0:
                    found.append((rules.copy(state), decision))
                number += 1
            rules.apply(state, decision.seat, pick(decision, rng), None)
    order = random.Random(1)
    order.shuffle(found)
    return found


def usual_seats(box: AnyBox) -> int:
    """The fewest that make a game of it."""
    return min(seats for seats in box.meta.seats if seats > 1)


def by_gymnasium(box: AnyBox) -> Callable[[int], int]:
    """One seat against random ones, with features and masks; a unit is a choice of its own."""
    from ludus.lab.gymnasium import SeatEnv

    table = SeatEnv(box.meta.name, ("random",) * (usual_seats(box) - 1))

    def play(piece: int) -> int:
        draw = random.Random(piece).random
        observation, _ = table.reset(seed=piece)
        count = 0
        over = False
        while not over:
            legal = observation["action_mask"].nonzero()[0]
            observation, _, over, _, _ = table.step(int(legal[int(draw() * len(legal))]))
            count += 1
        return count

    return play


def by_openspiel(box: AnyBox) -> Callable[[int], int]:
    """OpenSpiel's states, with the tensor and the legal actions; a unit is a player's choice."""
    import pyspiel

    from ludus.lab import openspiel

    openspiel.register()
    game = pyspiel.load_game(f"ludus_{box.meta.name}", {"players": usual_seats(box)})
    observer = game.make_py_observer()

    def play(piece: int) -> int:
        dice = random.Random(piece)
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                numbers, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(numbers, odds)[0])
                continue
            player = state.current_player()
            observer.set_from(state, player)
            legal = state.legal_actions()
            state.apply_action(dice.choice(legal))
            count += 1
        return count

    return play


def by_vector(box: AnyBox) -> Callable[[int], int]:
    """Many tables stepped together, with features and masks; a unit is a player's choice."""
    from ludus.lab.research.vector import Vector

    tables = Vector(box.meta.name, TABLES, usual_seats(box))
    draw = np.random.default_rng(1)
    edges = np.arange(TABLES + 1) * tables.tables[0].actions

    def step(piece: int) -> int:
        batch = tables.batch()
        # Any legal action of each row, as good as a policy that costs nothing.
        legal = np.flatnonzero(batch.masks.view(np.bool_))
        firsts = np.searchsorted(legal, edges)
        counts = np.diff(firsts)
        drawn = firsts[:-1] + (draw.random(TABLES) * counts).astype(np.int64)
        tables.step(legal[drawn] - edges[:-1])
        return TABLES

    return step
