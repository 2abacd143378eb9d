"""Positions imagined from a view: on maps drawn at random, and who may be where [20.0]."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import SPECTATOR
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    CAPACITY,
    COUNTER_TYPES,
    FURY,
    MARKERS,
    MINES,
    MOST_BID,
    NONE,
    NOVAE_GENTES,
    OPPIDUM,
    ROMAN,
)
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.rules.forces import put
from ludus.games.agricola.state import State, sighting
from ludus.games.agricola.tests.imagined import BOARD, RULES, T, imagined, spots
from ludus.games.agricola.tests.scene import Scene, position, the_box, unit

DRAWS = 3


class Atlas:
    """Places by what may stand there."""

    def __init__(self) -> None:
        land = [place for place in range(BOARD.hexes) if BOARD.is_land[place]]
        self.inland = [place for place in land if not BOARD.coastal[place]]
        self.coast = [place for place in land if BOARD.coastal[place]]
        self.sea = [place for place in BOARD.waters if BOARD.is_sea[place]]


ATLAS = Atlas()


def strewn(seed: int) -> State:
    """Units of both sides strewn over the map, at sea aboard fleets; some are known."""
    lot = random.Random(seed)
    state = position(lot.choice((ROMAN, CALEDONIAN)), "points", turn=lot.choice((2, 7)))
    spots = lot.sample(ATLAS.inland, 6) + lot.sample(ATLAS.coast, 4)
    lot.shuffle(spots)
    tribal, roman = spots[:4], [*spots[4:8], BOARD.britannia]
    if lot.random() < 0.3:
        roman.append(tribal[0])
    sail(state, lot, lot.sample(ATLAS.sea, 2) + [place for place in roman if ship_may(place)])
    for side, places in ((ROMAN, roman), (CALEDONIAN, tribal)):
        muster = T.musters[side]
        leader = muster.supreme.bit_length() - 1
        put(T, state, side, leader, lot.choice(places))
        walkers = units(muster.land & ~muster.supreme & state.here[side][BOARD.recruit])
        for each in lot.sample(walkers, lot.choice((1, 4, 9))):
            put(T, state, side, each, lot.choice(places))
        there = T.musters[side].two_step & ~state.here[side][BOARD.recruit]
        state.disrupted[side] = sum(1 << each for each in units(there) if lot.random() < 0.3)
    state.disrupted[ROMAN] &= ~state.here[ROMAN][BOARD.fallen]
    for side, muster in enumerate(T.musters):
        seen = [each for each in units(muster.all & ~muster.static) if lot.random() < 0.15]
        state.known[1 - side] = sum(1 << each for each in seen)
    assert not list(broken(T, state))
    return state


def ship_may(place: int) -> bool:
    return place == BOARD.britannia or BOARD.coastal[place]


def sail(state: State, lot: random.Random, ports: Sequence[int]) -> None:
    """Fleets in some ports and at sea, with up to three units aboard there."""
    walkers = units(T.rome.land & ~T.rome.supreme & state.here[ROMAN][BOARD.recruit])
    lot.shuffle(walkers)
    fleets = units(T.rome.fleets)
    for fleet in lot.sample(fleets, lot.randrange(len(fleets) + 1)):
        put(T, state, ROMAN, fleet, lot.choice(ports))
        if state.at[ROMAN][fleet] == BOARD.britannia:
            continue
        for _ in range(lot.randrange(CAPACITY + 1)):
            aboard = walkers.pop()
            put(T, state, ROMAN, aboard, state.at[ROMAN][fleet])
            state.aboard[aboard] = fleet


def agree(state: State, viewer: int, rng: SeededRng) -> State:
    """A position imagined by a viewer: sound, and the same to its eyes."""
    view = RULES.view(state, viewer)
    drawn = RULES.resample(view, rng)
    assert not list(broken(T, drawn))
    assert RULES.view(drawn, viewer) == view
    assert drawn.moved, "whether somebody has won has to be looked for again"
    return drawn


@pytest.mark.clause("agricola.20.0.1", "agricola.20.0.2")
@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_what_is_imagined_looks_like_what_is(seed: int) -> None:
    rng = SeededRng(f"imagined {seed}")
    for number in range(seed, seed + 20):
        state = strewn(number)
        for viewer in (0, 1, SPECTATOR):
            for _ in range(DRAWS):
                agree(state, viewer, rng)


# Who may be where ---------------------------------------------------------------------------------


def units_of(side: int, *starts: str) -> list[int]:
    """Mobile units by where they are before the game begins."""
    muster = T.musters[side]
    return [u.number for u in muster.units if u.start in starts and u.move]


@pytest.mark.clause("agricola.20.0.1")
def test_any_tribe_may_be_in_any_stack() -> None:
    tribes = {"2231": "Calgacus, Warband 1, Warband 2", "2328": "Warband 3", "2931": "Warband 4"}
    found = imagined(Scene("caledonian", tribes=tribes, turn=4), ROMAN, 300)
    for number in units_of(CALEDONIAN, "drawn"):
        assert spots(found, CALEDONIAN, number) == {"2231", "2328", "2931", "recruit"}
    calgacus = unit(CALEDONIAN, "Calgacus")
    assert spots(found, CALEDONIAN, calgacus) == {"2231", "2328", "2931"}, "no box holds him"
    for drawn in found:
        assert T.tribes.all.bit_count() - drawn.here[CALEDONIAN][BOARD.recruit].bit_count() >= 5
    sizes = {drawn.here[CALEDONIAN][BOARD.index["2231"]].bit_count() for drawn in found}
    assert sizes == {1, 2, 3}, "how many stand together is not known either"


@pytest.mark.clause("agricola.20.0.1")
def test_with_one_unit_to_a_stack_the_supreme_leader_is_one_of_them() -> None:
    tribes = {"2231": "Calgacus", "2328": "Warband 3", "2931": "Warband 4"}
    found = imagined(Scene("caledonian", tribes=tribes), ROMAN, 100)
    calgacus = unit(CALEDONIAN, "Calgacus")
    assert spots(found, CALEDONIAN, calgacus) == {"2231", "2328", "2931"}
    marching = imagined(Scene("caledonian", tribes=tribes).do("march 2231"), ROMAN, 100)
    assert spots(marching, CALEDONIAN, calgacus) == {"2231", "2328", "2931"}
    romans = {"3631": "Classis I", "3326": "Agricola", "3525": "Karus"}
    found = imagined(Scene(romans=romans), CALEDONIAN, 100)
    assert spots(found, ROMAN, unit(ROMAN, "Agricola")) == {"3326", "3525"}
    assert all(drawn.here[ROMAN][BOARD.index["3631"]] & T.rome.fleets for drawn in found)


@pytest.mark.clause("agricola.20.0.1", "agricola.26.6.1")
def test_any_roman_may_be_where_that_unit_can_be() -> None:
    fleets = units_of(ROMAN, "britannia")
    walkers = [number for number in units_of(ROMAN, "base") if T.rome.land >> number & 1]
    names = [T.rome.units[number].name for number in walkers]
    romans = {
        "3326": ", ".join(names[:9]),
        "3631": "Classis I, " + ", ".join(names[9:11]),
        "3731": "Praefectus Classiarii, " + ", ".join(names[11:14]),
        "B": "Classis II, " + ", ".join(names[14:]),
    }
    aboard = {"Classis I": ", ".join(names[9:11])}
    found = imagined(Scene(romans=romans, aboard=aboard, turn=4), CALEDONIAN, 400)
    dry, wet = {"3326", "3731", "B"}, {"3631", "3731", "B"}
    for number in walkers:
        if number != unit(ROMAN, "Agricola"):
            assert spots(found, ROMAN, number) == dry | wet, T.rome.units[number].name
    for number in fleets:
        assert spots(found, ROMAN, number) == wet, "a fleet does not stand inland"
    for number in units_of(ROMAN, "recruit"):
        assert spots(found, ROMAN, number) == {"recruit"}, "who began in play is likelier there"
    for drawn in found:
        sea = drawn.here[ROMAN][BOARD.index["3631"]]
        crowd = (sea & T.rome.land).bit_count()
        assert 0 <= crowd <= CAPACITY * (sea & T.rome.fleets).bit_count()
    crowds = {(d.here[ROMAN][BOARD.index["3631"]] & T.rome.land).bit_count() for d in found}
    assert {1, 2, 3, 4} <= crowds


@pytest.mark.clause("agricola.20.0.1", "agricola.26.6.1")
@pytest.mark.parametrize(("port", "crowd"), [("B", 1), ("3731", 1), ("3731", 3), ("3631", 4)])
def test_fleets_may_be_wherever_ships_can_be(port: str, crowd: int) -> None:
    """In the one port that there is; at sea two may be together."""
    names = ["Classis I", "Classis II", "Aux V", "Aux VI"]
    romans = {port: ", ".join(names[:crowd]), "3326": "Agricola, II Ad A, II Ad B, Karus"}
    aboard = {"Classis I": "Aux V, Aux VI"} if crowd == 4 else None
    found = imagined(Scene(romans=romans, aboard=aboard), CALEDONIAN, 200)
    place = BOARD.britannia if port == "B" else BOARD.index[port]
    ships = {(drawn.here[ROMAN][place] & T.rome.fleets).bit_count() for drawn in found}
    assert ships >= ({1, 2} if BOARD.is_sea[place] else {0, 1})
    for drawn in found:
        ashore = drawn.here[ROMAN][place] & T.rome.land
        swum = [number for number in units(ashore) if drawn.aboard[number] != NONE]
        assert BOARD.is_sea[place] or not swum, "on a coast all are ashore"


def test_with_everybody_at_sea_there_are_ships_for_all() -> None:
    names = "Agricola, Karus, II Ad A, II Ad B, Aux V, Aux VI"
    aboard = {"Classis I": "Agricola, Karus, II Ad A", "Classis II": "II Ad B, Aux V, Aux VI"}
    scene = Scene(romans={"3631": f"Classis I, Classis II, {names}"}, aboard=aboard)
    for drawn in imagined(scene, CALEDONIAN, 100):
        there = drawn.here[ROMAN][BOARD.index["3631"]]
        assert there.bit_count() == 8 and (there & T.rome.fleets).bit_count() >= 2


@pytest.mark.clause("agricola.20.0.1")
def test_a_recruit_to_be_placed_is_not_the_supreme_leader() -> None:
    """He is in play or dead; only while a side sets up he waits with the others."""
    tribes = {"2231": "Calgacus", "2328": "Warband 3"}
    scene = Scene("caledonian", "recruit", tribes=tribes).do("levy 1", "pick Warband 1")
    assert scene.prompt == "place"
    found = imagined(scene, ROMAN, 100)
    assert spots(found, CALEDONIAN, unit(CALEDONIAN, "Calgacus")) == {"2231", "2328"}
    for drawn in imagined(begun("place"), ROMAN, 20):
        assert drawn.here[CALEDONIAN][BOARD.limbo] & T.tribes.supreme


def test_where_no_ship_can_be_all_fleets_lie_in_the_box() -> None:
    names = [T.rome.units[number].name for number in units_of(ROMAN, "base")]
    romans = {"3326": ", ".join(names[:12]), "3525": ", ".join(names[12:])}
    for drawn in imagined(Scene(romans=romans), CALEDONIAN):
        assert drawn.here[ROMAN][BOARD.recruit] & T.rome.fleets == T.rome.fleets


def test_at_sea_alone_there_are_fleets_first() -> None:
    """Land units at sea need ships: those come to the map, and nobody is left in the water."""
    romans = {"3631": "Classis I, Classis II, Agricola"}
    scene = Scene(romans=romans, aboard={"Classis I": "Agricola"})
    for drawn in imagined(scene, CALEDONIAN):
        there = drawn.here[ROMAN][BOARD.index["3631"]]
        assert there.bit_count() == 3 and there & T.rome.fleets and there & T.rome.supreme


@pytest.mark.clause("agricola.20.0.2")
def test_whoever_is_known_holds_the_place() -> None:
    """A stack with somebody known in it needs nobody else, save a ship for who is known at sea."""
    tribes = {"2231": "Warband 1", "2328": "Calgacus"}
    scene = Scene("caledonian", tribes=tribes)
    scene.state.known[ROMAN] = 1 << unit(CALEDONIAN, "Warband 1")
    for drawn in imagined(scene, ROMAN):
        assert drawn.at[CALEDONIAN][unit(CALEDONIAN, "Calgacus")] == BOARD.index["2328"]
        assert drawn.here[CALEDONIAN][BOARD.index["2231"]].bit_count() == 1
    romans = {"3631": "Classis I, Karus", "3326": "Agricola"}
    scene = Scene(romans=romans, aboard={"Classis I": "Karus"})
    scene.state.known[CALEDONIAN] = 1 << unit(ROMAN, "Karus")
    for drawn in imagined(scene, CALEDONIAN):
        there = drawn.here[ROMAN][BOARD.index["3631"]]
        assert there & T.rome.fleets and there.bit_count() == 2
    scene = Scene(romans={"3631": "Classis I", "3326": "Agricola"})
    scene.state.known[CALEDONIAN] = 1 << unit(ROMAN, "Classis I")
    for drawn in imagined(scene, CALEDONIAN):
        assert drawn.here[ROMAN][BOARD.index["3631"]].bit_count() == 1


@pytest.mark.clause("agricola.20.0.1")
def test_while_a_side_sets_up_its_units_are_where_its_start_list_says() -> None:
    state = begun()
    starts = {"base": "limbo", "britannia": "B", "recruit": "recruit"}
    found = imagined(state, CALEDONIAN, 5)
    for each in T.rome.units:
        if each.start in starts:
            assert spots(found, ROMAN, each.number) == {starts[each.start]}, each.name


def begun(prompt: str = "deploy") -> State:
    """The Romans are about to set up, or the tribes."""
    rng = SeededRng("begun")
    state = RULES.setup(2, the_box().options(2, {"bidding": "off"}))
    while (decision := RULES.decisions(state)[0]).prompt != prompt:
        RULES.apply(state, decision.seat, pick(decision, rng))
    return state


# Good order, markers, counters --------------------------------------------------------------------


@pytest.mark.clause("agricola.20.0.1")
def test_some_hidden_units_are_disrupted_once_there_was_a_fight() -> None:
    tribes = {"2231": "Calgacus, Atecotti I, Warband 2", "2328": "Warband 3, Tribesmen 1"}
    first = imagined(Scene("caledonian", tribes=tribes, turn=1), ROMAN)
    assert not any(drawn.disrupted[CALEDONIAN] for drawn in first), "nobody has fought yet"
    later = imagined(Scene("caledonian", tribes=tribes, turn=2), ROMAN, 200)
    worn = Counter(number for drawn in later for number in units(drawn.disrupted[CALEDONIAN]))
    assert len(worn) > 5, "it may be any that has two steps"
    assert 20 < sum(worn.values()) < 200, "about one in eight of these"
    seen = Scene("caledonian", tribes=tribes, worn="Atecotti I", turn=2)
    for drawn in imagined(seen, CALEDONIAN, 20):
        assert drawn.disrupted[CALEDONIAN] == seen.state.disrupted[CALEDONIAN], "they know"


@pytest.mark.clause("agricola.20.0.1")
def test_any_marker_may_be_held_but_those_that_all_know_to_be_elsewhere() -> None:
    scene = Scene(hands=("", "unite, tribute"))
    scene.state.shelved[CALEDONIAN] = 1 << FURY
    scene.state.gone[CALEDONIAN] = 1 << NOVAE_GENTES
    scene.state.bin[CALEDONIAN] &= ~(1 << NOVAE_GENTES)
    found = imagined(scene, ROMAN, 100)
    held = {drawn.hand[CALEDONIAN] for drawn in found}
    free = [kind for kind in range(MARKERS) if kind not in (FURY, NOVAE_GENTES)]
    assert held == {1 << one | 1 << other for one, other in combinations(free, 2)}
    for drawn in imagined(scene, CALEDONIAN, 5):
        assert drawn.hand[CALEDONIAN] == scene.state.hand[CALEDONIAN], "they see their own"


@pytest.mark.clause("agricola.20.0.1")
def test_face_down_counters_are_any_that_are_left() -> None:
    centers = dict.fromkeys(BOARD.center_names[:3], "wastes")
    centers[BOARD.center_names[3]] = "+oppidum"
    scene = Scene(centers=centers)
    most = T.contents.counters
    found = imagined(scene, ROMAN, 100)
    for center in range(3):
        assert {drawn.center[center] for drawn in found} == set(range(COUNTER_TYPES))
    for drawn in found:
        assert drawn.center[3] == OPPIDUM
        dealt = Counter(kind for kind in drawn.center if kind != NONE)
        assert [dealt[kind] + drawn.spare[kind] for kind in range(COUNTER_TYPES)] == list(most)
    scene.state.spare[MINES] -= 1
    for drawn in imagined(scene, ROMAN, 100):
        mines = drawn.center.count(MINES) + drawn.spare[MINES]
        assert mines == most[MINES] - 1, "what has paid is gone, and all saw it"


def test_a_sealed_bid_may_be_any_number() -> None:
    state = RULES.setup(2, the_box().options(2, {"bidding": "on"}))
    bid = RULES.decisions(state)[0]
    RULES.apply(state, bid.seat, bid.options[4])
    sealed = 1 - bid.seat
    found = [RULES.resample(RULES.view(state, sealed), SeededRng(f"{n}")) for n in range(100)]
    assert {drawn.bids[bid.seat] for drawn in found} == set(range(MOST_BID + 1))
    own = RULES.resample(RULES.view(state, bid.seat), SeededRng("own"))
    assert own.bids[bid.seat] == 4


def test_what_a_side_saw_it_keeps_and_the_other_side_saw_nothing() -> None:
    tribes = {"2231": "Warband 1, Warband 2"}
    scene = Scene(romans={"3525": "Karus"}, tribes=tribes, turn=3)
    scene.state.sighted[ROMAN][unit(CALEDONIAN, "Warband 1")] = sighting(2, BOARD.index["2231"])
    scene.state.sighted[CALEDONIAN][unit(ROMAN, "Karus")] = sighting(1, BOARD.index["3525"])
    for viewer in (ROMAN, CALEDONIAN):
        (drawn,) = imagined(scene, viewer, 1)
        assert drawn.sighted[viewer] == scene.state.sighted[viewer]
        assert set(drawn.sighted[1 - viewer]) == {NONE}
        assert [len(row) for row in drawn.sighted] == [len(row) for row in scene.state.sighted]
    (drawn,) = imagined(scene, NONE, 1)
    assert [set(row) for row in drawn.sighted] == [{NONE}, {NONE}]
    assert [len(row) for row in drawn.sighted] == [T.tribes.count, T.rome.count]
