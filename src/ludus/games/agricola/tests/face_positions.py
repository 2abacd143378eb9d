"""Positions of many kinds, each as everybody sees it: what the face says is read back against them.

They are taken from games of several tables and from staged sieges that are played on at random: of
each kind of position the first, the second, the fourth, the eighth and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ludus.core.chance import SeededRng
from ludus.core.face import Choice, Face
from ludus.core.models import Dashboard
from ludus.core.protocol import SPECTATOR, Decision, Event
from ludus.core.table import Table
from ludus.games.agricola.ids import NONE
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.oracle import Oracle
from ludus.games.agricola.tests.scene import Scene, the_box
from ludus.games.agricola.tests.test_oracle import EVERYTHING, keen
from ludus.games.agricola.view import Agricola, View
from ludus.kit.policies import Policy, against_odds, rare
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

NAMES = ("Livia", "Marcus")
FACE: Face[View] = the_box().face
SEATS = (0, 1, SPECTATOR)
GAMES: tuple[tuple[Mapping[str, str], int, Policy], ...] = (
    (EVERYTHING, 1, keen),
    ({}, 2, keen),
    ({"scenario": "short"}, 3, keen),
    (EVERYTHING, 4, rare),
    ({}, 5, against_odds),
    ({"bidding": "on"}, 8, keen),
    ({}, 15, against_odds),
    ({"bidding": "on"}, 18, keen),
    ({"bidding": "on"}, 38, keen),
)
SIEGE = {"siege": "on"}
PLAYED_ON = 60
"""So many moves are played from a staged position."""


@dataclass(frozen=True)
class Look:
    """A position as one viewer sees it."""

    t: Tables
    state: State
    view: View
    decision: Decision | None
    """What the viewer is asked."""
    asked: tuple[Decision, ...]
    """What anybody is asked."""
    chance: Decision | None
    """What is left to chance."""
    told: Sequence[Event]

    @property
    def side(self) -> int:
        return self.view.side

    @property
    def choices(self) -> Sequence[Choice]:
        if self.decision is None:
            return ()
        return FACE.choices(self.view, self.decision, NAMES)

    @property
    def dashboard(self) -> Dashboard:
        return FACE.dashboard(self.view, self.decision, self.choices, NAMES)

    @property
    def oracle(self) -> Oracle | None:
        """A second reading of the rules, which knows the whole map alone."""
        return None if self.state.short else second_reading(self.state.south)


@cache
def second_reading(south: int) -> Oracle:
    return Oracle(south)


def staged() -> Iterator[tuple[Scene, Mapping[str, str]]]:
    """Sieges, an Oppidum that is attacked or besieged, an ambush, and a road that is built."""
    legions = "Praesidium 1, II Ad A, II Ad B, IX H A, Karus"
    inside = {"2529": "Warband 1, Warband 2, Princeps I", "2428": "Warband 3, Warband 4, Calgacus"}
    town = {"Venicones": "+oppidum"}
    for side in ("roman", "caledonian"):
        romans = {"2529": legions, "2530": "Ala I, Ala II, Agricola"}
        hands = ("tribute, siege_attack", "tribute, fury")
        yield (
            Scene(side, "march", romans, inside, town, sieges="2529", hands=hands, options=SIEGE),
            SIEGE,
        )
    before = {"2530": "II Ad A, II Ad B, IX H A, Agricola", "3731": "Classis I, Aux V"}
    yield (
        Scene(romans=before, tribes=inside, centers={"Venicones": "oppidum"}, options=SIEGE),
        SIEGE,
    )
    trap = Scene(romans=before, tribes=inside, centers={"Venicones": "ambush"})
    yield trap.do("march 2530", "go 2529"), {}
    builders = Scene(romans={"2630": "II Ad A, II Ad B, IX H A, Agricola"}, ap=(9, 0))
    builders.state.road = 1
    yield builders.do("build"), {}


def played() -> Iterator[tuple[Table[State, View], Mapping[str, str], SeededRng, Policy, int]]:
    for options, seed, policy in GAMES:
        yield Table(the_box(), NAMES, options), options, SeededRng(seed), policy, -1
    for seed in range(2):
        for scene, options in staged():
            rng = SeededRng(f"staged {seed}")
            yield scene.script.table, options, rng, keen, PLAYED_ON


def mixed() -> list[Look]:
    """One of the three looks at each position, in turn."""
    every = looks()
    return [every[start + start // 3 % 3] for start in range(0, len(every), 3)]


def own() -> list[Look]:
    """The looks of those who are asked."""
    return [look for look in looks() if look.decision is not None]


@cache
def looks() -> tuple[Look, ...]:
    """All of them, in the order of their games."""
    return tuple(look for game in played() for look in _watched(*game))


def _watched(
    table: Table[State, View],
    options: Mapping[str, str],
    rng: SeededRng,
    policy: Policy,
    most: int,
) -> Iterator[Look]:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    setting = Setting(2, the_box().options(2, options))
    met: Counter[tuple[object, ...]] = Counter()
    for number, decisions in enumerate(random_play(table, setting, rng, policy)):
        if number == most:
            return
        state = table.state
        b, prompts = state.battle, tuple(each.prompt for each in decisions)
        kind = (prompts[:1], b is None or (b.firing == NONE, b.assault), bool(state.sieges))
        met[kind] += 1
        if met[kind] & (met[kind] - 1):
            continue
        kept = rules.copy(state)
        t = rules.tables_for(state.short, state.south)
        asked = tuple(each for each in decisions if each.seat >= 0)
        chance = next((each for each in decisions if each.seat < 0), None)
        told = tuple(table.story[-1]) if table.story else ()
        for seat in SEATS:
            own = next((each for each in asked if each.seat == seat), None)
            yield Look(t, kept, table.view(seat), own, asked, chance, told)
