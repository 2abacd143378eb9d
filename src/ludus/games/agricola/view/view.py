"""The view: what a seat may know of a game of Agricola, built field by field.

Enemy stacks are face down: a player sees that units of a side are in a place, not how many or
which. Public are Praesidia, center counters that were turned up, the boxes of eliminated units and
everything in a hex with both sides; the Caledonians also see all Romans in center hexes [20.0]. A
side remembers units that it has seen for as long as none of them can have left unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludus.core.protocol import Seat
from ludus.games.agricola.ids import (
    ATTRITION,
    BID,
    CALEDONIAN,
    FORM,
    HIDDEN,
    MARCH,
    NONE,
    ROMAN,
    SAIL,
)
from ludus.games.agricola.rules.scoring import caledonian_points, roman_points, seen_points
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import SPAN, Battle, State
from ludus.games.agricola.view.visibility import (
    embarking,
    in_sight,
    offer_rests,
    shown_units,
    standing_for,
    unplaced,
)

NOTHING: Final = ((0, 0, 0, 0), (0, 0, 0, 0, 0))
"""Victory Points before the first turn."""


def place_seen(sighting: int) -> int:
    """The place of a sighting."""
    return sighting % SPAN


def turn_seen(sighting: int) -> int:
    """The turn of a sighting."""
    return sighting // SPAN


@dataclass(frozen=True, slots=True)
class Question:
    """A question to be answered, as in the state's frame.

    `mask` is 0 and `rolled` is None for viewers who may not know them.
    """

    phase: int
    side: int
    step: int
    place: int
    value: int
    used: int
    flags: int
    mask: int
    rolled: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class BattleView:
    """A battle; everything in it is open. Lists go by side."""

    place: int
    attacker: int
    force: tuple[int, ...]
    reserve: int
    risen: int
    round: int
    step: int
    ambush: bool
    assault: bool
    relief: bool
    stormed: bool
    fury: bool
    major: bool
    defended: int
    paid: tuple[int, ...]
    speech: tuple[bool, ...]
    dice: tuple[int, ...]
    plus: tuple[int, ...]
    advantage: int
    firing: int
    fired: bool
    rolled: tuple[int, ...]
    rollers: tuple[int, ...]
    struck: tuple[int, ...]
    hits: int
    winner: int
    eagles: int


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat. Pairs go by side: Roman, Caledonian."""

    viewer: int
    side: int
    """The viewer's side, or NONE."""
    waiting: tuple[int, ...]
    special: bool
    roads: bool
    lines: bool
    looting: bool
    siege_rules: bool
    balanced: bool
    bidding: bool
    short: bool
    south: int
    ships_stop: bool
    hex_rally: bool
    flip: int
    bids: tuple[int, ...]
    at: tuple[tuple[int, ...], ...]
    """Per side and unit, its place, or HIDDEN."""
    stacks: tuple[tuple[int, ...], ...]
    """Per side, the places with mobile units."""
    veiled: tuple[tuple[int, ...], ...]
    """Those among them whose units the viewer may not examine."""
    box: tuple[int, ...]
    """Units in the Recruit box that the viewer cannot name."""
    limbo: tuple[int, ...]
    disrupted: tuple[int, ...]
    aboard: tuple[int, ...]
    loading: int
    """The fleet that the viewer has named to be boarded next, or NONE."""
    fallen: int
    center: tuple[int, ...]
    center_up: int
    spare: int
    spent: int
    """Mines that have paid and are gone."""
    road: int
    pillaged: tuple[int, ...]
    sieges: tuple[int, ...]
    points: tuple[int, ...]
    hand: int
    """The viewer's own markers."""
    hands: tuple[int, ...]
    bins: tuple[int, ...]
    gone: tuple[int, ...]
    shelved: tuple[int, ...]
    asks: tuple[int, ...]
    peek: tuple[int, ...]
    known: tuple[int, ...]
    """Per side, the enemy units that it has seen and whose place it still knows for certain."""
    sighted: tuple[int, ...]
    """Per enemy unit, where and when the viewer was last sure of it, or NONE; until all units of
    its side have left that place. `place_seen` and `turn_seen` read the numbers."""
    turn: int
    active: int
    event: int
    tribes_home: bool
    supplied: int
    declined: bool
    pending: bool
    """The viewer will be able to interrupt again after the enemy's action."""
    ended: int
    winner: int
    battle: BattleView | None
    questions: tuple[Question, ...]
    score: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def question(self) -> Question | None:
        """The question that is asked now."""
        return self.questions[-1] if self.questions else None

    @property
    def marching(self) -> int:
        """Where the viewer's own March by land stands now, or NONE."""
        question = self.question
        if question is None or question.phase != MARCH or question.side != self.side:
            return NONE
        return question.place

    @property
    def fleet(self) -> int:
        """The viewer's own fleets that form a naval force or are at sea with one, or 0."""
        question = self.question
        if question is None or question.phase not in (FORM, SAIL) or question.side != self.side:
            return 0
        return question.mask

    @property
    def passengers(self) -> int:
        """Who is aboard those fleets."""
        fleet = self.fleet
        if not fleet:
            return 0
        return sum(
            1 << unit for unit, ship in enumerate(self.aboard) if ship != NONE and fleet >> ship & 1
        )


def view_of(t: Tables, state: State, viewer: Seat, waiting: tuple[Seat, ...]) -> View:
    """The view of a seat; `waiting` are the seats that the game waits for."""
    side = viewer ^ state.flip if viewer >= 0 else NONE
    shown = [shown_units(t, state, side, other) for other in (ROMAN, CALEDONIAN)]
    found = shown[:]
    if side != NONE:
        found[1 - side] |= state.known[side]
    bidding = any(f.phase == BID for f in state.stack)
    stacks = tuple(standing_for(t, state, side, other) for other in (ROMAN, CALEDONIAN))
    veiled = tuple(
        tuple(place for place in stacks[other] if not in_sight(t, state, side, other, place))
        for other in (ROMAN, CALEDONIAN)
    )
    return View(
        viewer=viewer,
        side=side,
        waiting=waiting,
        special=state.special,
        roads=state.roads,
        lines=state.lines,
        looting=state.looting,
        siege_rules=state.siege_rules,
        balanced=state.balanced,
        bidding=state.bidding,
        short=state.short,
        south=state.south,
        ships_stop=state.ships_stop,
        hex_rally=state.hex_rally,
        flip=state.flip,
        bids=tuple(
            HIDDEN if bidding and bid != NONE and seat != viewer else bid
            for seat, bid in enumerate(state.bids)
        ),
        at=tuple(
            tuple(
                place if found[other] >> unit & 1 else HIDDEN
                for unit, place in enumerate(state.at[other])
            )
            for other in (ROMAN, CALEDONIAN)
        ),
        stacks=stacks,
        veiled=veiled,
        box=tuple(
            (state.here[other][t.board.recruit] & ~found[other]).bit_count()
            for other in (ROMAN, CALEDONIAN)
        ),
        limbo=tuple(unplaced(t, state, side, other, found[other]) for other in (ROMAN, CALEDONIAN)),
        disrupted=tuple(state.disrupted[other] & shown[other] for other in (ROMAN, CALEDONIAN)),
        aboard=tuple(state.aboard) if side == ROMAN else embarking(t, state),
        loading=state.loading if side == ROMAN else NONE,
        fallen=state.fallen,
        center=tuple(
            HIDDEN
            if kind != NONE and side != CALEDONIAN and not state.center_up >> center & 1
            else kind
            for center, kind in enumerate(state.center)
        ),
        center_up=state.center_up,
        spare=sum(state.spare),
        spent=sum(t.contents.counters)
        - sum(state.spare)
        - sum(1 for kind in state.center if kind != NONE),
        road=state.road,
        pillaged=tuple(state.pillaged),
        sieges=tuple(state.sieges),
        points=tuple(state.points),
        hand=state.hand[side] if side != NONE else 0,
        hands=tuple(hand.bit_count() for hand in state.hand),
        bins=tuple(marks.bit_count() for marks in state.bin),
        gone=tuple(state.gone),
        shelved=tuple(state.shelved),
        asks=tuple(state.asks),
        peek=tuple(state.peek),
        known=tuple(state.known) if side != NONE else (0, 0),
        sighted=tuple(state.sighted[side]) if side != NONE else (),
        turn=state.turn,
        active=state.active,
        event=state.event,
        tribes_home=state.tribes_home,
        supplied=state.supplied,
        declined=state.declined,
        pending=offer_rests(t, state, side),
        ended=state.ended,
        winner=state.winner,
        battle=battle_view(state.battle),
        questions=questions_of(state, side),
        score=_score(t, state, side),
    )


def _score(t: Tables, state: State, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Victory Points so far, part by part; a face-down Oppidum counts only for its owner."""
    if not state.turn:
        # While a side sets up, its points would reveal where its units are.
        return NOTHING
    roman = tuple(roman_points(t, state).values())
    tribes = caledonian_points(t, state) if side == CALEDONIAN else seen_points(t, state)
    return roman, tuple(tribes.values())


def questions_of(state: State, side: int) -> tuple[Question, ...]:
    """The frames as the side may know them."""
    return tuple(
        Question(
            f.phase,
            f.side,
            f.step,
            f.place,
            f.value,
            f.used,
            f.flags,
            f.mask if f.side == side else 0,
            _rolled(f.phase, f.side == side, f.rolled),
        )
        for f in state.stack
    )


def _rolled(phase: int, mine: bool, rolled: list[int] | None) -> tuple[int, ...] | None:
    """Dice are public, but which attrition die is whose would reveal the units."""
    if rolled is None or (phase == ATTRITION and not mine):
        return None
    return tuple(rolled)


def battle_view(b: Battle | None) -> BattleView | None:
    if b is None:
        return None
    return BattleView(
        b.place,
        b.attacker,
        tuple(b.force),
        b.reserve,
        b.risen,
        b.round,
        b.step,
        b.ambush,
        b.assault,
        b.relief,
        b.stormed,
        b.fury,
        b.major,
        b.defended,
        tuple(b.paid),
        tuple(b.speech),
        tuple(b.dice),
        tuple(b.plus),
        b.advantage,
        b.firing,
        b.fired,
        tuple(b.rolled),
        tuple(b.rollers),
        tuple(b.struck),
        b.hits,
        b.winner,
        b.eagles,
    )


def battle_of(v: BattleView | None) -> Battle | None:
    """The battle of a view, as a state holds it."""
    if v is None:
        return None
    return Battle(
        v.place,
        v.attacker,
        list(v.force),
        v.reserve,
        v.risen,
        v.round,
        v.step,
        v.ambush,
        v.assault,
        v.relief,
        v.stormed,
        v.fury,
        v.major,
        v.defended,
        list(v.paid),
        list(v.speech),
        list(v.dice),
        list(v.plus),
        v.advantage,
        v.firing,
        v.fired,
        list(v.rolled),
        list(v.rollers),
        list(v.struck),
        v.hits,
        v.winner,
        v.eagles,
    )
