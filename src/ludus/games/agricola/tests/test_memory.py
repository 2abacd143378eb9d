"""What a side has seen, it remembers for as long as that is certain [20.0]."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng
from ludus.core.text import plain
from ludus.games.agricola.ids import (
    ATTRITION,
    CALEDONIAN,
    CANCEL,
    DRUIDS,
    HIDDEN,
    PLAYED,
    ROMAN,
    TREACHERY,
)
from ludus.games.agricola.state import Frame, State
from ludus.games.agricola.tests.scene import (
    begin,
    die,
    pair,
    place,
    position,
    the_box,
    to,
    unit,
    who,
)
from ludus.games.agricola.view import View, place_seen, turn_seen

BAND = "Warband 1"
OTHER = "Warband 2"
BOTH = (BAND, OTHER)


def seen_at(view: View, name: str) -> int:
    return view.at[CALEDONIAN][unit(CALEDONIAN, name)]


def remembered(state: State, *names: str) -> State:
    """The position, with the Romans knowing where these tribes are."""
    for name in names:
        state.known[ROMAN] |= 1 << unit(CALEDONIAN, name)
    return state


@pytest.mark.clause("agricola.20.0.2")
def test_who_was_shown_is_remembered_when_the_turn_is_over() -> None:
    state = position(tribes={"2328": BOTH}, points=(1, 4), hands=((TREACHERY,), ()))
    script = begin(state, die(3)).play(to("betray", "2328"), "next", "next")
    assert script.state.active == CALEDONIAN
    assert script.view(0).veiled[CALEDONIAN] == (place("2328"),)
    assert [seen_at(script.view(0), name) for name in BOTH] == [place("2328")] * 2
    assert seen_at(script.view(-3), BAND) == HIDDEN


@pytest.mark.clause("agricola.20.0.1")
def test_memory_follows_a_stack_that_goes_as_a_whole() -> None:
    state = remembered(position(CALEDONIAN, tribes={"2328": BOTH}), *BOTH)
    script = begin(state).play(to("march", "2328"), to("go", "2327"))
    assert [seen_at(script.view(0), name) for name in BOTH] == [place("2327")] * 2


@pytest.mark.clause("agricola.20.0.1")
def test_when_some_leave_nobody_is_sure_who() -> None:
    state = remembered(position(CALEDONIAN, tribes={"2328": [BAND, "Tribesmen 1"]}), BAND)
    script = begin(state).play(
        to("march", "2328"), who("leave", CALEDONIAN, "Tribesmen 1"), to("go", "2327")
    )
    assert seen_at(script.view(0), BAND) == HIDDEN
    assert seen_at(script.view(1), BAND) == place("2327")


@pytest.mark.clause("agricola.20.0.4")
def test_who_leaves_a_center_was_seen_to_go() -> None:
    script = begin(position(romans={"2529": ["II Ad A", "Aux V"]}, points=(1, 0)))
    script.play(to("march", "2529"), who("leave", ROMAN, "Aux V"), to("go", "2530"))
    view = script.view(1)
    assert view.veiled[ROMAN] == (place("2530"),)
    assert view.at[ROMAN][unit(ROMAN, "II Ad A")] == place("2530")


@pytest.mark.clause("agricola.20.0.2")
@pytest.mark.clause("agricola.20.0.4")
def test_of_whom_one_is_sure_one_notes_no_earlier_place() -> None:
    """Else those who stayed where another left would differ from those where nobody did."""
    names = ("II Ad A", "Aux V")
    state = position(romans={"2529": names}, points=(1, 0))
    for name in names:
        state.known[CALEDONIAN] |= 1 << unit(ROMAN, name)
    script = begin(state)
    script.play(to("march", "2529"), who("leave", ROMAN, "Aux V"), to("go", "2530"))
    view = script.view(1)
    assert sorted(view.at[ROMAN][unit(ROMAN, name)] for name in names) == [
        place("2529"),
        place("2530"),
    ]
    assert not any(seen >= 0 for seen in view.sighted)


@pytest.mark.clause("agricola.20.0.2")
def test_who_fought_and_got_away_is_remembered() -> None:
    romans = {"3734": ["II Ad A"]}
    state = position(romans=romans, tribes={"3732": [BAND]}, points=(1, 0))
    script = begin(state).play(to("march", "3734"), to("go", "3732")).chance(pair(1, 6))
    script.play(to("retreat", "3731"))
    assert place("3731") in script.view(0).veiled[CALEDONIAN]
    assert seen_at(script.view(0), BAND) == place("3731")


@pytest.mark.clause("agricola.20.0.1")
def test_a_levy_may_have_taken_the_dead_out_of_the_box() -> None:
    state = position(CALEDONIAN, "recruit", tribes={"2328": [OTHER]}, points=(0, 1))
    remembered(state, BAND, OTHER)
    script = begin(state)
    assert seen_at(script.view(0), BAND) == the_box_of_recruits()
    script.play("levy:1").chance(f"pick:{unit(CALEDONIAN, 'Warband 5')}")
    assert seen_at(script.view(0), BAND) == HIDDEN
    assert seen_at(script.view(0), OTHER) == place("2328")


def the_box_of_recruits() -> int:
    return place("B") + 1


def test_dreams_keep_what_is_remembered() -> None:
    tribes = {"2328": BOTH, "2226": ["Warband 3"], "2231": ["Calgacus", "Chariots I"]}
    state = remembered(position(romans={"2731": ["Agricola"]}, tribes=tribes), *BOTH)
    rules = the_box().rules
    view = rules.view(state, 0)
    for seed in range(8):
        world = rules.resample(view, SeededRng(seed))
        assert not list(rules.check(world))
        assert [world.at[CALEDONIAN][unit(CALEDONIAN, name)] for name in BOTH] == [
            place("2328")
        ] * 2
        assert rules.view(world, 0) == view


def test_dreams_know_a_die_that_the_druids_roll_again() -> None:
    """The unit out of supply is hidden, and so is its die; some unit must have rolled it."""
    state = position(CALEDONIAN, tribes={"2231": ["Warband 3"]}, hands=((TREACHERY,), (DRUIDS,)))
    band = 1 << unit(CALEDONIAN, "Warband 3")
    state.stack[-1:] = [
        Frame(ATTRITION, CALEDONIAN, mask=band, rolled=[1], flags=1),
        Frame(PLAYED, CALEDONIAN, step=DRUIDS, mask=1),
        Frame(CANCEL, ROMAN, value=DRUIDS),
    ]
    rules = the_box().rules
    decline = rules.actions.the("decline")
    for seed in range(4):
        world = rules.resample(rules.view(state, 0), SeededRng(seed))
        rules.apply(world, 0, decline, None)
        assert not list(rules.check(world))
        assert world.stack[-1].phase == ATTRITION


@pytest.mark.clause("agricola.20.0.1")
def test_what_was_seen_stays_with_its_turn_for_the_side_that_saw_it() -> None:
    state = remembered(position(CALEDONIAN, tribes={"2328": BOTH}), *BOTH)
    state.turn = 2
    # One of two leaves: nobody can tell which.
    script = begin(state).play(to("march", "2328"), who("leave", CALEDONIAN, BAND))
    script.play(to("go", "2428"))
    rome, tribes, guest = (script.view(seat) for seat in (0, 1, -3))
    assert [seen_at(rome, name) for name in BOTH] == [HIDDEN, HIDDEN]
    sightings = [rome.sighted[unit(CALEDONIAN, name)] for name in BOTH]
    assert [(place_seen(each), turn_seen(each)) for each in sightings] == [(place("2328"), 2)] * 2
    assert not any(seen >= 0 for seen in tribes.sighted) and guest.sighted == ()
    hex_ = f"hex-{place('2328')}"
    said = the_box().face.why_not(rome, None, hex_, ("Livia", "Marcus"))
    assert said is not None and "Seen here in turn II: Warband 1, Warband 2." in plain(said)
    other = the_box().face.why_not(guest, None, hex_, ("Livia", "Marcus"))
    assert other is not None and "Warband" not in plain(other)
    # Once the stack has left for good, they are known to be gone from there.
    script.play(to("march", "2328"), to("go", "2327"))
    assert all(place_seen(seen) != place("2328") for seen in script.view(0).sighted if seen >= 0)
    # Nor does the next stack there bring the memory back.
    script.play(to("march", "2327"), to("go", "2328"))
    again = the_box().face.why_not(script.view(0), None, hex_, ("Livia", "Marcus"))
    assert again is not None and "Seen here" not in plain(again)
