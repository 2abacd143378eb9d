"""Workloads: each does its work for a while and says how much it did.

A workload is named `KIND` or `KIND:GAME`. Peers are imported only when they are asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ludus.bots import SearchBot
from ludus.core.chance import SeededRng, pick, random_playout
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox, Box
from ludus.core.protocol import Decision, S, V
from ludus.core.registry import open_box
from ludus.lab.bench.targets import targets_of

Work: TypeAlias = Callable[[int], int]
"""Do piece number n of the work; returns how many units were done."""

COPIES: Final = 500
POSITIONS: Final = 8
SIMULATIONS: Final = 100


def workload(name: str) -> Work:
    """The workload of this name, warmed up as far as set-up goes."""
    kind, _, game = name.partition(":")
    if kind in LEARNERS:
        from ludus.lab.bench import learners  # It needs NumPy, as its peers do.

        work: Work = getattr(learners, LEARNERS[kind])(open_box(game))
        return work
    if kind in GAMES:
        return GAMES[kind](open_box(game))
    if kind in PEERS:
        return PEERS[kind]()
    raise BadRequest(
        f"unknown workload {name!r}: there are {', '.join([*GAMES, *LEARNERS, *PEERS])}"
    )


def random_play(box: AnyBox) -> Work:
    """Whole games at random through the ordinary interface; a unit is one player's decision."""
    rules = box.rules
    seats = seats_of(box)
    options = box.options(seats, {})

    def play(piece: int) -> int:
        return random_playout(rules, rules.setup(seats, options), SeededRng(piece))

    return play


def copying(box: AnyBox) -> Work:
    """Copies of positions in the middle of games; a unit is one copy."""
    rules = box.rules
    positions = [middle(box, seed) for seed in range(POSITIONS)]

    def copy(piece: int) -> int:
        state = positions[piece % POSITIONS]
        for _ in range(COPIES):
            rules.copy(state)
        return COPIES

    return copy


def middle(box: Box[S, V], seed: int) -> S:
    """The position half-way through a random game."""
    rules = box.rules
    seats = seats_of(box)
    options = box.options(seats, {})
    length = sum(1 for _ in random_moves(box, rules.setup(seats, options), seed))
    state = rules.setup(seats, options)
    for number, _ in enumerate(random_moves(box, state, seed)):
        if number == length // 2:
            break
    return state


def seats_of(box: Box[S, V]) -> int:
    """How many play while a game is measured."""
    return targets_of(box.meta.name).seats or max(box.meta.seats)


def random_moves(box: Box[S, V], state: S, seed: int) -> Iterator[Decision]:
    """Play to the end at random, in place; yields each decision before it is answered."""
    rules = box.rules
    rng = SeededRng(seed)
    while decisions := rules.decisions(state):
        decision = decisions[0]
        yield decision
        rules.apply(state, decision.seat, pick(decision, rng), None)


def searching(box: AnyBox) -> Work:
    """Tree search from positions in the middle of games; a unit is one simulation."""
    rules = box.rules
    asked = [ask for seed in range(POSITIONS) if (ask := _choice(box, middle(box, seed)))]

    def search(piece: int) -> int:
        state, decision = asked[piece % len(asked)]
        bot = SearchBot(box, simulations=SIMULATIONS)
        bot.choose(rules.view(state, decision.seat), decision, SeededRng(piece))
        return bot.simulated

    return search


def _choice(box: AnyBox, state: object) -> tuple[object, Decision] | None:
    """The next position with a real choice for a player, played on at random from here."""
    for decision in random_moves(box, state, 1):
        if decision.seat >= 0 and len(decision.options) > 1:
            return state, decision
    return None


def looking_on(box: AnyBox) -> Work:
    """Random play in which every player is shown a view before choosing; a unit is a decision."""
    rules = box.rules
    seats = seats_of(box)
    options = box.options(seats, {})

    def play(piece: int) -> int:
        state = rules.setup(seats, options)
        count = 0
        for decision in random_moves(box, state, piece):
            if decision.seat >= 0:
                rules.view(state, decision.seat)
                count += 1
        return count

    return play


def by_pettingzoo(box: AnyBox) -> Work:
    """The same through PettingZoo, with features and masks; a unit is a decision."""
    from ludus.lab.pettingzoo import env

    table = env(box.meta.name, seats_of(box))

    def play(piece: int) -> int:
        draw = random.Random(piece).random
        table.reset(seed=piece)
        count = 0
        while True:
            observation, _, termination, _, _ = table.last()
            if termination:
                return count
            legal = observation["action_mask"].nonzero()[0]
            table.step(int(legal[int(draw() * len(legal))]))
            count += 1

    return play


def catanatron_play() -> Work:
    """Catanatron with four random players; a unit is one action of theirs."""
    from catanatron import Color, Game, RandomPlayer

    def play(piece: int) -> int:
        game = Game([RandomPlayer(color) for color in Color], seed=piece)
        game.play()
        return len(game.state.actions)

    return play


def catanatron_copy() -> Work:
    """Copies of a game of Catanatron in its middle."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(color) for color in Color], seed=1)
    for _ in range(400):
        game.play_tick()

    def copy(piece: int) -> int:
        for _ in range(50):
            game.copy()
        return 50

    return copy


def backgammon_play() -> Work:
    """OpenSpiel's backgammon driven from Python; a unit is one player's decision."""
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def play(piece: int) -> int:
        draw = random.Random(piece).random
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                left = draw()
                for outcome, odds in state.chance_outcomes():
                    left -= odds
                    if left < 0:
                        state.apply_action(outcome)
                        break
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                count += 1
        return count

    return play


def backgammon_copy() -> Work:
    """Copies of a game of backgammon in its middle."""
    import pyspiel

    state = pyspiel.load_game("backgammon").new_initial_state()
    for _ in range(80):
        outcomes = state.chance_outcomes() if state.is_chance_node() else ()
        state.apply_action(outcomes[0][0] if outcomes else state.legal_actions()[0])

    def copy(piece: int) -> int:
        for _ in range(COPIES):
            state.clone()
        return COPIES

    return copy


GAMES: Final[dict[str, Callable[[AnyBox], Work]]] = {
    "random": random_play,
    "copy": copying,
    "search": searching,
    "seen": looking_on,
    "pettingzoo": by_pettingzoo,
}
LEARNERS: Final = {
    "afterstates": "afterstates",
    "vector": "by_vector",
    "gymnasium": "by_gymnasium",
    "openspiel": "by_openspiel",
}
"""By kind, the function of `learners.py`."""
PEERS: Final[dict[str, Callable[[], Work]]] = {
    "catanatron": catanatron_play,
    "catanatron-copy": catanatron_copy,
    "backgammon": backgammon_play,
    "backgammon-copy": backgammon_copy,
}
