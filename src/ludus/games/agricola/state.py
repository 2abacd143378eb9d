"""A game of Agricola in progress, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludus.core.machine import BaseFrame, BaseState
from ludus.games.agricola.ids import NONE

SPAN: Final = 1024
"""More than there are places."""


def sighting(turn: int, place: int) -> int:
    """A turn and a place as one number: when and where a unit was seen."""
    return turn * SPAN + place


@dataclass(slots=True)
class Frame(BaseFrame):
    """A question to be answered, or work that goes on once it is on top again.

    `mask` is known to the frame's own side only; everything else is public, except the dice of an
    attrition check.
    """

    phase: int
    side: int = NONE
    step: int = 0
    place: int = NONE
    value: int = 0
    used: int = 0
    flags: int = 0
    mask: int = 0
    rolled: list[int] | None = None

    @property
    def dice(self) -> list[int]:
        """What was rolled, for those who ask once it was."""
        assert self.rolled is not None
        return self.rolled


def frame_copy(f: Frame) -> Frame:
    rolled = f.rolled
    return Frame(
        f.phase,
        f.side,
        f.step,
        f.place,
        f.value,
        f.used,
        f.flags,
        f.mask,
        None if rolled is None else rolled[:],
    )


@dataclass(slots=True)
class Battle:
    """A battle from its opening to its end. Lists go by side; sets of units are masks."""

    place: int
    attacker: int
    force: list[int]
    """The units in it, Reserve included."""
    reserve: int
    risen: int
    """Units that moved up from the Reserve for this step, and roll twice."""
    round: int
    step: int
    ambush: bool
    """The Caledonians have the advantage of the first round without a roll."""
    assault: bool
    """An attack on the besieged: legionaries fight better."""
    relief: bool
    """The besieged sit out."""
    stormed: bool
    """Siege Attack is in force."""
    fury: bool
    major: bool
    defended: int
    """Praesidium or Oppidum that stood at the beginning, as a mask over the sides."""
    paid: list[int]
    """Action Points declared for this round."""
    speech: list[bool]
    dice: list[int]
    """The advantage dice of this round."""
    plus: list[int]
    """What each side added to them; it stays, whoever is lost after that."""
    advantage: int
    firing: int
    fired: bool
    """Whether the Caledonians have rolled in this battle: then the Reserve may move up."""
    rolled: list[int]
    """The dice of the latest fire, and the units that rolled them."""
    rollers: list[int]
    struck: list[int]
    """What the first strike of a round was, from when the others answer it until the next one: a
    unit, its die and what it had to roll at most, one unit after the other."""
    hits: int
    winner: int
    eagles: int
    """Legates lost."""

    def copy(self) -> Battle:
        return Battle(
            self.place,
            self.attacker,
            self.force[:],
            self.reserve,
            self.risen,
            self.round,
            self.step,
            self.ambush,
            self.assault,
            self.relief,
            self.stormed,
            self.fury,
            self.major,
            self.defended,
            self.paid[:],
            self.speech[:],
            self.dice[:],
            self.plus[:],
            self.advantage,
            self.firing,
            self.fired,
            self.rolled[:],
            self.rollers[:],
            self.struck[:],
            self.hits,
            self.winner,
            self.eagles,
        )


@dataclass(slots=True)
class State(BaseState):
    """Lists of two go by side: Roman, Caledonian. Sets of units and markers are masks."""

    # The table.
    special: bool
    roads: bool
    lines: bool
    looting: bool
    siege_rules: bool
    balanced: bool
    bidding: bool
    short: bool
    """The short scenario, on a part of the map."""
    south: int
    """How many of the southern areas are centers as well."""
    ships_stop: bool
    """Fleets have to stop at a face-down center."""
    hex_rally: bool
    """Units recover in supplied hexes only, those that are always in supply too."""
    flip: int
    """The seat of the Romans; the other one leads the tribes."""
    bids: list[int]
    """By seat; NONE while not yet made."""

    # The counters.
    at: list[list[int]]
    """Per side and unit, its place."""
    here: list[list[int]]
    """Per side and place, the units there."""
    disrupted: list[int]
    aboard: list[int]
    """Per Roman unit, the fleet that carries it, or NONE."""
    loading: int
    """The fleet that the Romans have named to be boarded next, or NONE."""
    fallen: int
    """Legionaries that were eliminated and lie in the Recruit box."""
    center: list[int]
    """Per center, the type of its counter, or NONE."""
    center_up: int
    """Centers whose counter lies face up, as a mask."""
    spare: list[int]
    """Center counters in the Available box, by type."""
    road: int
    """Hexes of the route that are built."""
    pillaged: list[int]
    sieges: list[int]

    # The sides.
    points: list[int]
    bin: list[int]
    hand: list[int]
    gone: list[int]
    """Markers out of the game."""
    shelved: list[int]
    """Markers that both players know to be in the bin."""
    asks: list[int]
    """Which markers a side wants to be asked about; bit 7 is for interrupting the enemy's turn."""
    peek: list[int]
    """Per side, the hex whose enemy units it was shown, or NONE."""
    known: list[int]
    """Per side, the enemy units whose place it knows for certain."""
    sighted: list[list[int]]
    """Per side and enemy unit, where and when that was last certain (see `sighting`), or NONE."""

    # The turn.
    turn: int
    active: int
    """The side whose turn it is, or NONE."""
    event: int
    tribes_home: bool
    """Whether the tribes have gone home once."""
    supplied: int
    """The place that Officium keeps in supply, or NONE."""
    declined: bool
    """The other side does not want to interrupt this phase."""
    moved: bool
    """Units changed places since sudden death was last checked."""
    ended: int
    winner: int
    battle: Battle | None
    stack: list[Frame]

    def copy(self) -> State:
        at = self.at
        here = self.here
        return State(
            self.special,
            self.roads,
            self.lines,
            self.looting,
            self.siege_rules,
            self.balanced,
            self.bidding,
            self.short,
            self.south,
            self.ships_stop,
            self.hex_rally,
            self.flip,
            self.bids[:],
            [at[0][:], at[1][:]],
            [here[0][:], here[1][:]],
            self.disrupted[:],
            self.aboard[:],
            self.loading,
            self.fallen,
            self.center[:],
            self.center_up,
            self.spare[:],
            self.road,
            self.pillaged[:],
            self.sieges[:],
            self.points[:],
            self.bin[:],
            self.hand[:],
            self.gone[:],
            self.shelved[:],
            self.asks[:],
            self.peek[:],
            self.known[:],
            [self.sighted[0][:], self.sighted[1][:]],
            self.turn,
            self.active,
            self.event,
            self.tribes_home,
            self.supplied,
            self.declined,
            self.moved,
            self.ended,
            self.winner,
            self.battle.copy() if self.battle is not None else None,
            [frame_copy(f) for f in self.stack],
        )
