"""The view of a game of Agricola: what one seat is sent. Built field by field in `view`."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.games.agricola.ids import ATTRITION, FORM, MARCH, NONE, SAIL
from ludus.games.agricola.state import Battle, State


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for its answer, as in the state's frame.

    `mask` and `rolled` are 0 and None for whoever may not know them.
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
    advantage: int
    firing: int
    fired: bool
    rolled: tuple[int, ...]
    rollers: tuple[int, ...]
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
    turn: int
    active: int
    event: int
    tribes_home: bool
    supplied: int
    declined: bool
    pending: bool
    """The viewer could step in between two actions of the enemy, and will again after this one."""
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
    """Dice lie open, but which attrition die is whose would tell who is there."""
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
        b.advantage,
        b.firing,
        b.fired,
        tuple(b.rolled),
        tuple(b.rollers),
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
        v.advantage,
        v.firing,
        v.fired,
        list(v.rolled),
        list(v.rollers),
        v.hits,
        v.winner,
        v.eagles,
    )
