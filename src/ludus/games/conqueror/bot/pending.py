"""What is under way: battles, bids and bribes by their odds."""

from __future__ import annotations

import math

from ludus.games.conqueror.bot.chart import Chart
from ludus.games.conqueror.bot.odds import WIN, WIN_FOR_SURE, WIN_WITH_ONE, chance
from ludus.games.conqueror.bot.weights import COIN, COUNTDOWN, WARNING
from ludus.games.conqueror.ids import (
    ATTACK,
    BID,
    CAVALRY,
    DEFENCE,
    INDEPENDENT,
    INFANTRY,
    JOIN,
    NONE,
    WARNED,
    WIN_FORTS,
)
from ludus.games.conqueror.mechanics.strength import attack_strength, attackers, strength_of
from ludus.games.conqueror.rules import army, bribery, strength
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, State


def add_pending(t: Tables, chart: Chart, state: State, worth: list[float]) -> None:
    """Add to each player's worth what battles, bids and bribes may still bring."""
    add_known(t, chart, state, worth, state.battle, state.bids)


def add_known(
    t: Tables,
    chart: Chart,
    state: State,
    worth: list[float],
    fight: Battle | None,
    bids: list[int],
) -> None:
    """The same with the battle and the bids as far as somebody knows them."""
    if fight is not None:
        _battle(t, chart, state, fight, worth)
    if not state.stack:
        return
    if state.stack[-1].phase == BID:
        _bids(t, state, bids, worth)
    for seat, place in enumerate(state.claims):
        if place != NONE:
            worth[seat] += _bribe(t, chart, state, place)
    if state.clock == WARNED:
        _warning(t, chart, state, worth)


def _bribe(t: Tables, chart: Chart, state: State, place: int) -> float:
    """What an army and its territory are worth to the player who bribes it."""
    gain = chart.price[place] + 1.8 * army.strength(state, place)
    return gain - COIN * bribery.price_of(t, state, place)


def _warning(t: Tables, chart: Chart, state: State, worth: list[float]) -> None:
    """The clock runs again: a chance for every player who could pay a bribe."""
    late = state.order[state.turn]
    for seat in range(state.seats):
        if seat == late or not state.alive >> seat & 1:
            continue
        best = 0.0
        for action in bribery.bribes_of(t, state, late, seat):
            best = max(best, _bribe(t, chart, state, action.arg))
        worth[seat] += WARNING * best


def _battle(t: Tables, chart: Chart, state: State, fight: Battle, worth: list[float]) -> None:
    """Both sides by the odds; while units still join, as if all of them did."""
    if fight.winner != NONE and fight.defender != INDEPENDENT:
        return
    frame = state.stack[-1]
    prize = chart.price[fight.target]
    if frame.phase == JOIN:
        infantry = army.fighters(state, fight.origin, INFANTRY)
        cavalry = army.fighters(state, fight.origin, CAVALRY)
        units = attack_strength(infantry, cavalry, t.law(state))
    else:
        infantry, cavalry = attackers(fight.joined)
        units = strength_of(infantry, cavalry)
    if fight.defender == INDEPENDENT:
        worth[fight.attacker] += 0.95 * prize
        return
    hero = strength.hero_part(t, state, fight, ATTACK)
    _, bonus, heroic, _ = strength.parts(t, state, fight, DEFENCE)
    garrison = army.strength(state, fight.target)
    lead = units + hero - garrison - bonus - heroic
    lead += fight.die[ATTACK] - fight.die[DEFENCE]
    odds = WIN
    if fight.die[ATTACK]:
        odds = WIN_FOR_SURE if fight.die[DEFENCE] else WIN_WITH_ONE
    win = chance(lead, odds)
    lose = 1.0 - chance(lead + 1, odds)
    killed = min(garrison, max(1, lead)) * 1.8
    lost = min(units, max(1, -lead) + 1) * 1.8
    forts = t.boards[state.map].fort_mask >> fight.target & 1
    leader = forts and state.noted[fight.defender].bit_count() >= WIN_FORTS
    stake = prize + (COUNTDOWN if leader else 0.0)
    worth[fight.attacker] += win * (prize + COIN + 1.0) - lose * lost
    worth[fight.defender] -= win * (stake + killed) - 0.3 * lose * lost


def _bids(t: Tables, state: State, bids: list[int], worth: list[float]) -> None:
    """The cost of a bid, and how likely all bids together beat the threat."""
    threat = t.cards[state.card].threat
    if threat is None:
        return
    seats = [seat for seat in range(state.seats) if state.alive >> seat & 1]
    minimum = threat.minimum_for(len(seats))
    fair = minimum / len(seats)
    for seat in seats:
        bid = bids[seat]
        if bid == NONE:
            continue
        total = bid + fair * 0.85 * (len(seats) - 1)
        held = 1.0 / (1.0 + math.exp((minimum - total) / 1.5))
        highest = 1.0 / (1.0 + math.exp((fair + 1.5 - bid) / 1.2))
        lowest = 1.0 / (1.0 + math.exp((bid - fair * 0.5) / 0.8))
        worth[seat] += held * highest * 4.5 - (1.0 - held) * (2.5 + 3.0 * lowest) - COIN * bid
