"""What a seat may know of a game of Conqueror.

Hidden are: which heroes a rival has bought, which one a side plays until the dice are rolled, the
missions in hand, and bids under way. Everything else lies on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Rng, Seat
from ludus.games.conqueror.ids import (
    ATTACK,
    BID,
    CAVALRY,
    DEFENCE,
    HEROES_EACH,
    HIDDEN,
    INFANTRY,
    MISSIONS_EACH,
    NOBODY,
    NONE,
    SPENT,
)
from ludus.games.conqueror.rules import army, bribery, planning, strength
from ludus.games.conqueror.rules.machine import ConquerorRules
from ludus.games.conqueror.state import Battle, Frame, State


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
    parts: tuple[tuple[int, ...], ...]
    """Units, defence bonus, hero and die of each side, hidden heroes left out."""


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


class Conqueror(ConquerorRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
        t = self.tables
        seats = range(state.seats)
        own = 0 <= viewer < state.seats
        bidding = any(frame.phase == BID for frame in state.stack)
        places = range(t.boards[state.map].places)
        ready = bool(state.round)
        return View(
            viewer=viewer,
            waiting=tuple(d.seat for d in self.decisions(state) if d.seat >= 0),
            map=t.boards[state.map].key,
            seats=state.seats,
            time_limit=state.time_limit,
            auto_income=state.auto_income,
            round_limit=state.round_limit,
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
            battle=self._battle(state, viewer),
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
            force=tuple(self._force(state, place) for place in places),
            tired_infantry=tuple(army.count(state, place, INFANTRY, SPENT) for place in places),
            tired_cavalry=tuple(army.count(state, place, CAVALRY, SPENT) for place in places),
            hero_price=self._prices(state, viewer) if own and ready else (),
            bribe_price=tuple(
                0 if bribery.exempt(t, state, place) else bribery.price_of(t, state, place)
                for place in places
            ),
        )

    def _force(self, state: State, place: int) -> int:
        if not state.round or state.owner[place] != state.order[state.turn]:
            return 0
        weights = self.tables.law(state).attack_weight
        infantry = army.fighters(state, place, INFANTRY)
        cavalry = army.fighters(state, place, CAVALRY)
        return infantry * weights[INFANTRY] + cavalry * weights[CAVALRY]

    def _prices(self, state: State, seat: Seat) -> tuple[int, ...]:
        first = state.faction[seat] * HEROES_EACH
        heroes = self.tables.heroes[first : first + HEROES_EACH]
        return tuple(planning.price_of(self.tables, state, hero) for hero in heroes)

    def _battle(self, state: State, viewer: Seat) -> BattleView | None:
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
            parts=tuple(strength.parts(self.tables, state, known, side) for side in sides),
        )

    def resample(self, view: View, rng: Rng) -> State:
        """A position that fits the view: hidden heroes, missions and bids drawn by their odds."""
        hands = [self._hand(view, seat, rng) for seat in range(view.seats)]
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
            map=[board.key for board in self.tables.boards].index(view.map),
            seats=view.seats,
            time_limit=view.time_limit,
            auto_income=view.auto_income,
            round_limit=view.round_limit,
            faction=list(view.faction),
            rank=list(view.rank),
            rolls=list(view.rolls),
            order=list(view.order),
            purse=list(view.purse),
            hand=hands,
            burnt=list(view.burnt),
            mission=[_mission(view, seat, rng) for seat in range(view.seats)],
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
            deck=(1 << len(self.tables.cards)) - 1 & ~view.drawn,
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
            battle=self._dream(view, hands, rng),
            stack=[Frame(q.phase, q.seat, q.count, q.which) for q in view.questions],
        )

    def _hand(self, view: View, seat: int, rng: Rng) -> int:
        """As many heroes as the seat holds, of those it can have bought."""
        if seat == view.viewer:
            return view.hand
        left = [number for number in range(HEROES_EACH) if not view.burnt[seat] >> number & 1]
        hand = 0
        for _ in range(view.hand_sizes[seat]):
            hand |= 1 << left.pop(rng.below(len(left)))
        return hand

    def _dream(self, view: View, hands: list[int], rng: Rng) -> Battle | None:
        fight = view.battle
        if fight is None:
            return None
        hero = list(fight.hero)
        for side, seat in ((ATTACK, fight.attacker), (DEFENCE, fight.defender)):
            if hero[side] == HIDDEN:
                held = [number for number in range(HEROES_EACH) if hands[seat] >> number & 1]
                hero[side] = view.faction[seat] * HEROES_EACH + held[rng.below(len(held))]
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
        )


def _mission(view: View, seat: int, rng: Rng) -> int:
    """One of the missions that the seat can hold."""
    if seat == view.viewer:
        return view.mission
    if not view.has_mission[seat]:
        return NONE
    left = [number for number in range(MISSIONS_EACH) if not view.ruled_out[seat] >> number & 1]
    return left[rng.below(len(left))]
