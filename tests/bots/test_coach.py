"""Coaching: choices that give away much, reasons that are true, what others achieved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludus.bots import make_bot
from ludus.bots.coach import Reason, achieved, compare, in_all, judge, purpose
from ludus.core.chance import SeededRng, pick
from ludus.core.game import Box
from ludus.core.protocol import Decision
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table
from ludus.core.text import plain
from ludus.games.cambria import GAME
from ludus.games.cambria.state import State
from ludus.games.cambria.view import View


def a_capture(box: Box[State, View]) -> tuple[State, Decision]:
    """A position of Cambria in which a choice takes a large fort at once, and another does not."""
    rules, rng = box.rules, SeededRng(3)
    for _ in range(20):
        state = rules.setup(3, box.options(3, {}))
        while decisions := rules.decisions(state):
            decision = decisions[0]
            if decision.prompt == "act" and _takes(box, state, decision) == {0, 1}:
                return state, decision
            rules.apply(state, decision.seat, pick(decision, rng))
    raise AssertionError("no fort can be taken")


def _takes(box: Box[State, View], state: State, decision: Decision) -> set[int]:
    """How many forts the choices take."""
    took = set()
    for action in decision.options:
        after = box.rules.copy(state)
        box.rules.apply(after, decision.seat, action)
        took.add(sum(after.captor[site] != captor for site, captor in enumerate(state.captor)))
    return took


def test_a_fort_that_is_given_away_is_doubtful_and_the_reason_names_it() -> None:
    box = GAME.open()
    state, decision = a_capture(box)
    seat, rng = decision.seat, SeededRng(1)
    view = box.rules.view(state, seat)
    found = judge(box, view, decision, rng, seconds=None)
    after = box.rules.copy(state)
    box.rules.apply(after, seat, found.best)
    (taken,) = [
        site
        for site, captor in enumerate(after.captor)
        if captor == seat and state.captor[site] != seat
    ]
    assert found.doubtful
    assert found.best not in found.doubtful
    compared = compare(box, view, decision, found.best, found.doubtful[0], rng, seconds=None)
    assert compared.loss > 0.05
    assert (compared.reasons[0].seat, compared.reasons[0].key) == (seat, "taken")
    assert compared.reasons[0].about == taken
    # A hint says the same as an idea.
    goals = purpose(box, view, decision, found.best, rng, seconds=None)
    assert (goals[0].key, goals[0].about) == ("taken", taken)


def test_a_choice_compared_with_itself_gives_nothing_away() -> None:
    box = GAME.open()
    state, decision = a_capture(box)
    view = box.rules.view(state, decision.seat)
    action = decision.options[0]
    same = compare(box, view, decision, action, action, SeededRng(2), seconds=None)
    assert same.loss == pytest.approx(0.0)
    assert not same.reasons


def test_what_a_rival_achieved_is_told_and_nothing_of_oneself() -> None:
    box = GAME.open()
    state, decision = a_capture(box)
    rng = SeededRng(4)
    mover = decision.seat
    viewer = (mover + 1) % 3
    best = judge(box, box.rules.view(state, mover), decision, rng, seconds=None).best
    after = box.rules.copy(state)
    box.rules.apply(after, mover, best)
    view, later = box.rules.view(state, viewer), box.rules.view(after, viewer)
    told = next(each for each in achieved(box, view, later, viewer, rng) if each.seat == mover)
    assert told.key == "taken"
    about = box.face.subject(later, told.key, told.about)
    assert plain(box.face.words.say("term.taken.done", about=about)).startswith("has taken ")
    assert not achieved(box, view, view, viewer, rng)


def test_without_terms_there_are_no_reasons() -> None:
    box = GAME.open()
    state, decision = a_capture(box)
    silent = replace(box, terms=None)
    view = box.rules.view(state, decision.seat)
    first, *_, last = decision.options
    compared = compare(silent, view, decision, first, last, SeededRng(2), seconds=None)
    assert not compared.reasons


def test_what_is_told_of_a_place_counts_all_that_changed_there() -> None:
    """Who leads no longer has lost that, though to be level is new: only the rest is a gain."""
    box = GAME.open()
    assert box.terms is not None
    rules, rng = box.rules, SeededRng(8)
    state = rules.setup(3, box.options(3, {}))
    looked = 0
    while decisions := rules.decisions(state):
        decision = decisions[0]
        before = rules.copy(state)
        rules.apply(state, decision.seat, pick(decision, rng))
        if decision.prompt != "act" or not rules.decisions(state):
            continue
        viewer = (decision.seat + 1) % 3
        view, later = rules.view(before, viewer), rules.view(state, viewer)
        for found in achieved(box, view, later, viewer, rng):
            old, new = (
                sum(term.worth for term in box.terms(each, found.seat) if term.about == found.about)
                for each in (before, state)
            )
            looked += found.about >= 0
            assert found.about < 0 or found.gain == pytest.approx(new - old)
    assert looked > 10


def test_what_a_shortlist_leaves_out_is_held_against_what_it_names() -> None:
    """Agricola names few good choices; the others have to be compared, or none would be doubted."""
    box = open_box("agricola")
    table: AnyTable = Table(box, ("Ann", "Ben"), {"scenario": "short"})
    rng, bot = SeededRng(4), make_bot("easy", box)
    while (decision := table.decision(0)) is None or decision.prompt != "march_phase":
        table.settle(rng)
        owed = table.decisions()[0]
        table.play(owed.seat, bot.choose(table.view(owed.seat), owed, rng))
    found = judge(box, table.view(0), decision, rng, seconds=None)
    assert found.best not in found.doubtful
    end = next(each for each in decision.options if each.text == "next")
    assert end in found.doubtful
    compared = compare(box, table.view(0), decision, found.best, end, rng, seconds=None)
    assert compared.loss > 0
    assert compared.reasons


def test_an_army_that_goes_elsewhere_is_no_gain_by_itself() -> None:
    moved = [Reason(0, "force", 7, 5.0), Reason(0, "force", 3, -4.5), Reason(0, "center", 7, 1.0)]
    assert [each.gain for each in in_all(moved)] == [0.5, -4.5, 1.0]
