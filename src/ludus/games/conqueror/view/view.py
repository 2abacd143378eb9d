"""What a seat may know of a game of Conqueror.

Hidden are: which heroes a rival has bought, which one a side plays until the dice are rolled, the
missions in hand, and bids under way. Everything else lies on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Seat
from ludus.games.conqueror.ids import (
    ATTACK,
    BID,
    CAVALRY,
    COUNTED,
    DEFENCE,
    HIDDEN,
    INFANTRY,
    NOBODY,
    NONE,
    PARTS,
    SPENT,
)
from ludus.games.conqueror.mechanics.costs import hero_price
from ludus.games.conqueror.mechanics.strength import attack_strength
from ludus.games.conqueror.rules import army, bribery, planning, strength
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import State


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for its answer, as in the state's frame."""

    phase: int
    seat: int
    count: int
    which: int


@dataclass(frozen=True, slots=True)
class BattleView:
    """A battle as far as the viewer may know it. Pairs go by side: attacker, defender."""

    attacker: int
    defender: int
    link: int
    origin: int
    target: int
    joined: tuple[int, ...]
    hero: tuple[int, ...]
    """NONE for none, HIDDEN for one that is not shown yet."""
    shown: bool
    die: tuple[int, ...]
    step: int
    winner: int
    margin: int
    infantry_killed: tuple[int, ...]
    cavalry_killed: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    """Units, defence bonus, hero and die of each side, hidden heroes left out.

    Once the dice have fallen they stay what they were, whoever dies after that.
    """
    counted: tuple[int, ...]
    """The same as the state notes it when the dice fall; empty before."""


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat. Lists go by seat or by territory."""

    viewer: Seat
    waiting: tuple[Seat, ...]
    map: str
    seats: int
    time_limit: int
    auto_income: bool
    round_limit: int
    second_move: bool
    faction: tuple[int, ...]
    rank: tuple[int, ...]
    rolls: tuple[int, ...]
    order: tuple[int, ...]
    purse: tuple[int, ...]
    hand: int
    """The viewer's own heroes, as a mask."""
    hand_sizes: tuple[int, ...]
    burnt: tuple[int, ...]
    mission: int
    """The viewer's own mission in hand, or NONE."""
    has_mission: tuple[bool, ...]
    done: tuple[int, ...]
    ruled_out: tuple[int, ...]
    wins: tuple[int, ...]
    noted: tuple[int, ...]
    bids: tuple[int, ...]
    """NONE for not made, HIDDEN for sealed."""
    pledged: int
    alive: tuple[bool, ...]
    owner: tuple[int, ...]
    infantry: tuple[int, ...]
    cavalry: tuple[int, ...]
    acted: tuple[int, ...]
    stirred: int
    round: int
    card: int
    drawn: int
    cards_left: int
    turn: int
    acting: bool
    collected: bool
    drafted: int
    drained: int
    bought: int
    bribed: bool
    clock: int
    timer: int
    declined: int
    claims: tuple[int, ...]
    unsettled: int
    ended: int
    battle: BattleView | None
    questions: tuple[Question, ...]
    # Read off the board for pages and bots.
    units: tuple[int, ...]
    forts: tuple[int, ...]
    food: tuple[int, ...]
    quota: tuple[int, ...]
    income: tuple[int, ...]
    countdown: tuple[int, ...]
    """Forts noted and still held; five or more win at the start of the next turn."""
    defence: tuple[int, ...]
    """Per territory, what its holder adds to the strength of the units there."""
    force: tuple[int, ...]
    """Per territory, the strength that the player in turn can still attack with from there."""
    tired_infantry: tuple[int, ...]
    tired_cavalry: tuple[int, ...]
    """Per territory, units that have used their action and lie on their side."""
    hero_price: tuple[int, ...]
    """What the viewer's four heroes cost this round."""
    bribe_price: tuple[int, ...]
    """Per territory, what its army costs to bribe; 0 where nothing can be bribed."""

    @property
    def question(self) -> Question | None:
        """The question that is asked now."""
        return self.questions[-1] if self.questions else None

    @property
    def in_turn(self) -> int:
        """The seat whose turn it is, or NONE before the first turn."""
        return self.order[self.turn] if self.round else NONE


def view_of(t: Tables, state: State, viewer: Seat, waiting: tuple[Seat, ...]) -> View:
    """What `viewer` may know; `waiting` are the seats that the game waits for."""
    seats = range(state.seats)
    own = 0 <= viewer < state.seats
    bidding = any(frame.phase == BID for frame in state.stack)
    places = range(t.boards[state.map].places)
    ready = bool(state.round)
    return View(
        viewer=viewer,
        waiting=waiting,
        map=t.boards[state.map].key,
        seats=state.seats,
        time_limit=state.time_limit,
        auto_income=state.auto_income,
        round_limit=state.round_limit,
        second_move=state.second_move,
        faction=tuple(state.faction),
        rank=tuple(state.rank),
        rolls=tuple(state.rolls),
        order=tuple(state.order),
        purse=tuple(state.purse),
        hand=state.hand[viewer] if own else 0,
        hand_sizes=tuple(hand.bit_count() for hand in state.hand),
        burnt=tuple(state.burnt),
        mission=state.mission[viewer] if own else NONE,
        has_mission=tuple(mission != NONE for mission in state.mission),
        done=tuple(state.done),
        ruled_out=tuple(state.ruled_out),
        wins=tuple(state.wins),
        noted=tuple(state.noted),
        bids=tuple(
            HIDDEN if bidding and bid != NONE and seat != viewer else bid
            for seat, bid in enumerate(state.bids)
        ),
        pledged=state.pledged[viewer] if own and bidding else 0,
        alive=tuple(bool(state.alive >> seat & 1) for seat in seats),
        owner=tuple(state.owner),
        infantry=tuple(state.infantry),
        cavalry=tuple(state.cavalry),
        acted=tuple(state.acted),
        stirred=state.stirred,
        round=state.round,
        card=state.card,
        drawn=(1 << len(t.cards)) - 1 & ~state.deck,
        cards_left=state.deck.bit_count(),
        turn=state.turn,
        acting=state.acting,
        collected=state.collected,
        drafted=state.drafted,
        drained=state.drained,
        bought=state.bought,
        bribed=state.bribed,
        clock=state.clock,
        timer=state.timer,
        declined=state.declined,
        claims=tuple(state.claims),
        unsettled=state.unsettled,
        ended=state.ended,
        battle=_battle(t, state, viewer),
        questions=tuple(Question(f.phase, f.seat, f.count, f.which) for f in state.stack),
        units=tuple(state.size),
        forts=tuple(army.forts_of(t, state, seat) for seat in seats),
        food=tuple(army.food_of(t, state, seat) for seat in seats),
        quota=tuple(army.quota_of(t, state, seat) for seat in seats),
        income=tuple(planning.income_of(t, state, seat) for seat in seats),
        countdown=tuple(noted.bit_count() for noted in state.noted),
        defence=tuple(
            0
            if state.owner[place] == NOBODY
            else army.defence_bonus(t, state, place, state.owner[place])
            for place in places
        ),
        force=tuple(_force(t, state, place) for place in places),
        tired_infantry=tuple(army.count(state, place, INFANTRY, SPENT) for place in places),
        tired_cavalry=tuple(army.count(state, place, CAVALRY, SPENT) for place in places),
        hero_price=_prices(t, state, viewer) if own and ready else (),
        bribe_price=tuple(
            0 if bribery.exempt(t, state, place) else bribery.price_of(t, state, place)
            for place in places
        ),
    )


def _force(t: Tables, state: State, place: int) -> int:
    if not state.round or state.owner[place] != state.order[state.turn]:
        return 0
    infantry = army.fighters(state, place, INFANTRY)
    cavalry = army.fighters(state, place, CAVALRY)
    return attack_strength(infantry, cavalry, t.law(state))


def _prices(t: Tables, state: State, seat: Seat) -> tuple[int, ...]:
    first = state.faction[seat] * t.heroes_each
    heroes = t.heroes[first : first + t.heroes_each]
    return tuple(hero_price(hero, t.law(state)) for hero in heroes)


def _battle(t: Tables, state: State, viewer: Seat) -> BattleView | None:
    fight = state.battle
    if fight is None:
        return None
    known = fight.copy()
    hero = [NONE, NONE]
    for side, seat in ((ATTACK, fight.attacker), (DEFENCE, fight.defender)):
        hero[side] = fight.hero[side]
        if hero[side] != NONE and not fight.shown and seat != viewer:
            hero[side] = HIDDEN
            known.hero[side] = NONE
    sides = (ATTACK, DEFENCE)
    return BattleView(
        attacker=fight.attacker,
        defender=fight.defender,
        link=fight.link,
        origin=fight.origin,
        target=fight.target,
        joined=tuple(fight.joined),
        hero=tuple(hero),
        shown=fight.shown,
        die=tuple(fight.die),
        step=fight.step,
        winner=fight.winner,
        margin=fight.margin,
        infantry_killed=tuple(fight.infantry_killed),
        cavalry_killed=tuple(fight.cavalry_killed),
        parts=tuple(
            tuple(fight.counted[side * COUNTED :][:PARTS])
            if fight.counted
            else strength.parts(t, state, known, side)
            for side in sides
        ),
        counted=tuple(fight.counted),
    )
