"""A position that fits a view, with what the viewer cannot see drawn by its odds."""

from __future__ import annotations

from ludus.core.protocol import Rng
from ludus.games.conqueror.ids import ATTACK, DEFENCE, HIDDEN, NONE
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State
from ludus.games.conqueror.view.view import View


def resample(t: Tables, view: View, rng: Rng) -> State:
    """A position that fits the view: hidden heroes, missions and bids drawn by their odds."""
    hands = [_hand(t, view, seat, rng) for seat in range(view.seats)]
    held = [0] * view.seats
    size = [0] * view.seats
    for place, owner in enumerate(view.owner):
        if owner >= 0:
            held[owner] |= 1 << place
            size[owner] += view.infantry[place] + view.cavalry[place]
    pledged = [0] * view.seats
    if 0 <= view.viewer < view.seats:
        pledged[view.viewer] = view.pledged
    return State(
        map=[board.key for board in t.boards].index(view.map),
        seats=view.seats,
        time_limit=view.time_limit,
        auto_income=view.auto_income,
        round_limit=view.round_limit,
        second_move=view.second_move,
        faction=list(view.faction),
        rank=list(view.rank),
        rolls=list(view.rolls),
        order=list(view.order),
        purse=list(view.purse),
        hand=hands,
        burnt=list(view.burnt),
        mission=[_mission(t, view, seat, rng) for seat in range(view.seats)],
        done=list(view.done),
        ruled_out=list(view.ruled_out),
        wins=list(view.wins),
        noted=list(view.noted),
        bids=[
            rng.below(view.purse[seat] + 1) if bid == HIDDEN else bid
            for seat, bid in enumerate(view.bids)
        ],
        pledged=pledged,
        alive=sum(1 << seat for seat, alive in enumerate(view.alive) if alive),
        owner=list(view.owner),
        infantry=list(view.infantry),
        cavalry=list(view.cavalry),
        held=held,
        size=size,
        acted=list(view.acted),
        stirred=view.stirred,
        round=view.round,
        card=view.card,
        deck=(1 << len(t.cards)) - 1 & ~view.drawn,
        turn=view.turn,
        acting=view.acting,
        collected=view.collected,
        drafted=view.drafted,
        drained=view.drained,
        bought=view.bought,
        bribed=view.bribed,
        clock=view.clock,
        timer=view.timer,
        declined=view.declined,
        claims=list(view.claims),
        unsettled=view.unsettled,
        ended=view.ended,
        battle=_battle(t, view, hands, rng),
        stack=[Frame(q.phase, q.seat, q.count, q.which) for q in view.questions],
    )


def _hand(t: Tables, view: View, seat: int, rng: Rng) -> int:
    """As many heroes as the seat holds, of those it can have bought."""
    if seat == view.viewer:
        return view.hand
    left = [number for number in range(t.heroes_each) if not view.burnt[seat] >> number & 1]
    hand = 0
    for _ in range(view.hand_sizes[seat]):
        hand |= 1 << left.pop(rng.below(len(left)))
    return hand


def _battle(t: Tables, view: View, hands: list[int], rng: Rng) -> Battle | None:
    """The battle under way, with heroes from the hands in place of hidden ones."""
    fight = view.battle
    if fight is None:
        return None
    hero = list(fight.hero)
    for side, seat in ((ATTACK, fight.attacker), (DEFENCE, fight.defender)):
        if hero[side] == HIDDEN:
            held = [number for number in range(t.heroes_each) if hands[seat] >> number & 1]
            hero[side] = view.faction[seat] * t.heroes_each + held[rng.below(len(held))]
    return Battle(
        attacker=fight.attacker,
        defender=fight.defender,
        link=fight.link,
        origin=fight.origin,
        target=fight.target,
        joined=list(fight.joined),
        hero=hero,
        shown=fight.shown,
        die=list(fight.die),
        step=fight.step,
        winner=fight.winner,
        margin=fight.margin,
        infantry_killed=list(fight.infantry_killed),
        cavalry_killed=list(fight.cavalry_killed),
        counted=list(fight.counted),
    )


def _mission(t: Tables, view: View, seat: int, rng: Rng) -> int:
    """One of the missions that the seat can hold."""
    if seat == view.viewer:
        return view.mission
    if not view.has_mission[seat]:
        return NONE
    left = [number for number in range(t.missions_each) if not view.ruled_out[seat] >> number & 1]
    return left[rng.below(len(left))]
