"""What must hold in every position is looked for: each fault is told, and nothing where none is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludus.games.agricola.ids import CALEDONIAN, MINES, NONE, OPPIDUM, ROMAN
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.rules.forces import put
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import begin, place, position, the_box, unit
from ludus.games.agricola.view import Agricola

Change = Callable[[Tables, State], None]
HERE = "3525"
BAND = "Warband 1"


def tables() -> Tables:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules.tables


def sound() -> State:
    """Romans in a fortress and tribes elsewhere, between two Marches."""
    state = position(romans={HERE: ("Agricola", "II Ad A", "Ala I")}, tribes={"2328": (BAND,)})
    return begin(state).state


def fleet_of(t: Tables) -> int:
    return (t.rome.fleets & -t.rome.fleets).bit_length() - 1


def sea_of(t: Tables) -> int:
    return t.board.is_sea.index(True)


def not_there(t: Tables, state: State) -> None:
    state.here[ROMAN][place(HERE)] = 0


def worn_off_map(t: Tables, state: State) -> None:
    recruit = state.here[ROMAN][t.board.recruit] & t.rome.two_step
    state.disrupted[ROMAN] |= recruit & -recruit


def worn_without_back(t: Tables, state: State) -> None:
    single = t.rome.all & ~t.rome.two_step
    state.disrupted[ROMAN] |= single & -single


def leader_in_box(t: Tables, state: State) -> None:
    put(t, state, ROMAN, unit(ROMAN, "Agricola"), t.board.recruit)


def in_britannia(t: Tables, state: State) -> None:
    put(t, state, CALEDONIAN, unit(CALEDONIAN, BAND), t.board.britannia)


def fallen_elsewhere(t: Tables, state: State) -> None:
    state.fallen |= 1 << unit(ROMAN, "II Ad A")


def aboard_nothing(t: Tables, state: State) -> None:
    state.aboard[unit(ROMAN, "Ala I")] = unit(ROMAN, "II Ad A")


def aboard_elsewhere(t: Tables, state: State) -> None:
    put(t, state, ROMAN, fleet_of(t), sea_of(t))
    state.aboard[unit(ROMAN, "Ala I")] = fleet_of(t)


def drowned(t: Tables, state: State) -> None:
    put(t, state, ROMAN, unit(ROMAN, "Ala I"), sea_of(t))


def full_ship(t: Tables, state: State) -> None:
    fleet, sea = fleet_of(t), sea_of(t)
    put(t, state, ROMAN, fleet, sea)
    for number in [n for n in range(t.rome.count) if t.rome.land >> n & 1][:9]:
        put(t, state, ROMAN, number, sea)
        state.aboard[number] = fleet


def dry_ship(t: Tables, state: State) -> None:
    inland = next(
        spot
        for spot in range(t.board.hexes)
        if not t.board.is_sea[spot] and not t.board.coastal[spot]
    )
    put(t, state, ROMAN, fleet_of(t), inland)


def town_elsewhere(t: Tables, state: State) -> None:
    center = state.center.index(NONE)
    state.center[center] = OPPIDUM
    state.spare[OPPIDUM] -= 1


def nothing_face_up(t: Tables, state: State) -> None:
    state.center_up |= 1 << state.center.index(NONE)


def counters(kind: int, by: int) -> Change:
    def change(t: Tables, state: State) -> None:
        state.spare[kind] += by

    return change


def markers(field: str, other: str) -> Change:
    """A marker that lies in two places at once."""

    def change(t: Tables, state: State) -> None:
        found = getattr(state, other)[ROMAN] or 1
        if not getattr(state, other)[ROMAN]:
            getattr(state, other)[ROMAN] = 1
            for name in ("hand", "bin", "gone"):
                if name not in (field, other):
                    getattr(state, name)[ROMAN] &= ~1
        getattr(state, field)[ROMAN] |= found & -found

    return change


def marker_lost(t: Tables, state: State) -> None:
    state.bin[ROMAN] &= ~1
    state.hand[ROMAN] &= ~1
    state.gone[ROMAN] &= ~1


def shelved_elsewhere(t: Tables, state: State) -> None:
    state.hand[ROMAN] |= 1
    state.bin[ROMAN] &= ~1
    state.shelved[ROMAN] |= 1


def points(side: int, number: int) -> Change:
    def change(t: Tables, state: State) -> None:
        state.points[side] = number

    return change


def together(t: Tables, state: State) -> None:
    put(t, state, CALEDONIAN, unit(CALEDONIAN, BAND), place(HERE))


FAULTS: dict[str, tuple[Change, str]] = {
    "not there": (not_there, "side 0 are not where they are said to be"),
    "worn off the map": (worn_off_map, "side 0 has disrupted units off the map"),
    "worn without a back": (worn_without_back, "side 0 has disrupted units without a back"),
    "leader in the box": (leader_in_box, "Supreme Leader of side 0 lies in the Recruit box"),
    "in Britannia": (in_britannia, "Caledonians in Britannia"),
    "fallen elsewhere": (fallen_elsewhere, "the fallen are not in the Recruit box"),
    "aboard nothing": (aboard_nothing, "which is not with it"),
    "aboard elsewhere": (aboard_elsewhere, "which is not with it"),
    "drowned": (drowned, "is in the water"),
    "full ship": (full_ship, "carries too many"),
    "dry ship": (dry_ship, "stands on dry land"),
    "town elsewhere": (town_elsewhere, "is not where its counter is"),
    "nothing face up": (nothing_face_up, "has no counter, but it lies face up"),
    "one too many": (counters(MINES, 1), f"counters of type {MINES}, there must be"),
    "one too few": (counters(OPPIDUM, -1), f"counters of type {OPPIDUM}, there must be"),
    "hand and bin": (markers("hand", "bin"), "the markers of side 0 do not add up"),
    "gone and bin": (markers("gone", "bin"), "the markers of side 0 do not add up"),
    "hand and gone": (markers("hand", "gone"), "the markers of side 0 do not add up"),
    "marker lost": (marker_lost, "the markers of side 0 do not add up"),
    "shelved elsewhere": (shelved_elsewhere, "not in the bin, as all believe"),
    "points below": (points(1, -1), "side 1 has -1 points"),
    "points above": (points(1, 99), "side 1 has 99 points"),
    "together": (together, "both sides stand in hex"),
}


def test_nothing_is_wrong() -> None:
    t, state = tables(), sound()
    assert list(broken(t, state)) == []
    state.points = [0, t.most]
    state.spare[MINES] -= 1
    assert list(broken(t, state)) == []


@pytest.mark.clause("agricola.13.2.5")
@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_position_is_told(name: str) -> None:
    change, told = FAULTS[name]
    t, state = tables(), sound()
    change(t, state)
    faults = list(broken(t, state))
    assert any(told in fault for fault in faults), faults
