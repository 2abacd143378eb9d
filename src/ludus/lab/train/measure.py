"""How a net fares against a bot that never changes, while it is trained."""

from __future__ import annotations

from ludus.bots import AnyBot, make_bot
from ludus.bots.driver import play_on
from ludus.bots.net_bot import NetBot, NetWork
from ludus.core.chance import SeededRng, next_decision
from ludus.core.game import AnyBox
from ludus.core.net import Judge, shares
from ludus.core.protocol import Outcome
from ludus.lab.match import Position
from ludus.lab.plan import Plan


def measure(
    box: AnyBox, judge: Judge, against: str, seats: int, games: int, seed: str, ends: int = 0
) -> float:
    """The net's share of the wins, alone against others of one kind; alone, its mean points."""
    net = NetBot(box, judge, NetWork(beam=16, ends=ends))
    total = 0.0
    for number in range(games):
        mine = number % seats
        outcome = _game(box, net, against, seats, mine, f"{seed} {number}")
        total += outcome.scores[0] if seats == 1 else shares(outcome)[mine]
    return total / games


def _game(box: AnyBox, net: NetBot, against: str, seats: int, mine: int, seed: str) -> Outcome:
    bots: list[AnyBot] = [net if seat == mine else make_bot(against, box) for seat in range(seats)]
    rngs = [SeededRng(f"{seed} {seat}") for seat in range(seats)]
    names = tuple(against for _ in range(seats))
    plan = Plan(box.meta.name, seats, names, 1, 0, box.options(seats, {}), None, False)
    game = Position(box, plan, 0, None)
    play_on(game, bots, SeededRng(seed), rngs, next_decision)
    return game.outcome()
