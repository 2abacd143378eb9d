"""Fuzzing finds planted bugs, saves the game, and does the same in any number of processes."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from tests.kit.toys import (
    Bids,
    BidState,
    BidView,
    Hands,
    HandState,
    Hourglass,
    bids,
    fog,
    hands,
    hourglass,
)

from ludus.core.actions import Action, ActionSpace
from ludus.core.game import AnyBox
from ludus.core.protocol import Emit, Seat
from ludus.core.record import read_record
from ludus.core.table import Table
from ludus.kit.fuzz import BATCH, MOST_FAILURES, FuzzReport, Plan, fuzz, fuzz_box, run_batch
from ludus.kit.policies import POLICIES
from ludus.kit.tables import every_pair
from ludus.lab.worker_pool import ProcessPool


class Rare(Hands):
    """Fails only when the last kind of card is buried while the bag is empty."""

    def apply(self, state: HandState, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if action.text == "bury:3" and not any(state.bag):
            raise ZeroDivisionError("nothing to divide")
        super().apply(state, seat, action, emit)


class Loses(Hands):
    def bury(self, state: HandState, card: int, emit: Emit | None) -> None:
        super().bury(state, card, emit)
        state.buried_by.pop()


class Shows(Bids):
    def view(self, state: BidState, viewer: Seat) -> BidView:
        return replace(super().view(state, viewer), tied=tuple(state.bids))


class NoStart(Bids):
    def setup(self, seats: int, options: object) -> BidState:
        raise ValueError("no such table")


def test_finds_nothing_where_there_is_nothing(tmp_path: Path) -> None:
    toys: tuple[AnyBox, ...] = (bids(), hands(), hourglass(), fog())
    for box in toys:
        report = fuzz_box(box, Plan(box.meta.name, 18, out=tmp_path))
        assert report.ok
        assert report.games == 18
        assert report.moves > 0
        assert "18 games" in report.summary()
        assert "0 failed" in report.summary()
    assert not list(tmp_path.iterdir())


def test_a_failing_game_is_saved_as_a_record(tmp_path: Path) -> None:
    plan = Plan("hands", 20, seed=3, out=tmp_path / "failures")
    report = fuzz_box(hands(Loses()), plan)
    assert not report.ok
    failure = report.failures[0]
    assert failure.record == tmp_path / "failures" / f"hands-3-{failure.number}.jsonl"
    # The planted bug does not change what the moves do until it is found, so the record replays.
    record = read_record(failure.record.read_text(), str(failure.record))
    table = Table.replay(hands(), record)
    assert len(table.moves) == len(record.moves) > 0
    note = failure.record.with_suffix(".txt").read_text()
    assert "cards were made or lost" in note
    assert f"game {failure.number} of seed 3, {failure.setting}, {failure.policy}" in note
    assert str(failure.record) in report.summary()


def test_an_error_in_the_rules_names_the_move(tmp_path: Path) -> None:
    report = fuzz_box(hands(Rare()), Plan("hands", BATCH, seats=(2,), out=tmp_path))
    assert report.failures
    for failure in report.failures:
        assert failure.error.startswith("ZeroDivisionError: nothing to divide")
        assert "while 'bury:3' of seat" in failure.error or failure.policy == "leak test"
        assert failure.record is not None
        Table.replay(hands(), read_record(failure.record.read_text()))


def test_leaks_are_looked_for_too() -> None:
    report = fuzz_box(bids(Shows()), Plan("bids", BATCH))
    assert {failure.policy for failure in report.failures} == {"leak test"}


def test_a_table_that_cannot_be_set_up_is_a_failure(tmp_path: Path) -> None:
    report = fuzz_box(bids(NoStart()), Plan("bids", 2, out=tmp_path))
    assert [failure.record for failure in report.failures] == [None, None]
    assert "ValueError: no such table" in (tmp_path / "bids-0-0.txt").read_text()


def test_seats_and_options_can_be_held_fixed() -> None:
    plan = Plan("bids", 6, seats=(3,), options={"rounds": "3"})
    report = fuzz_box(bids(NoStart()), plan)
    assert {failure.setting for failure in report.failures} == {"3 seats, rounds=3"}


def test_every_table_has_its_leak_test() -> None:
    plan = Plan("bids", 20 * BATCH, seats=(2, 3))
    failed = [
        each for batch in range(20) for each in fuzz_box(bids(NoStart()), plan, batch).failures
    ]
    tables = {str(each) for each in every_pair(bids().meta)}
    assert {each.setting for each in failed} == tables
    assert {each.setting for each in failed if each.policy == "leak test"} == tables
    assert {(each.setting, each.policy) for each in failed} == {
        (table, policy) for table in tables for policy in (*POLICIES, "leak test")
    }


def test_every_policy_plays() -> None:
    report = fuzz_box(hands(Loses()), Plan("hands", BATCH, seats=(2,)))
    assert {failure.policy for failure in report.failures} >= set(POLICIES)


def test_the_same_whatever_the_number_of_processes() -> None:
    told: list[tuple[int, int]] = []
    plan = Plan("cambria", 2 * BATCH + 5, seats=(2,))
    alone = fuzz(plan, progress=lambda games, failed: told.append((games, failed)))
    assert told == [(20, 0), (40, 0), (45, 0)]
    shared = fuzz(plan, ProcessPool(2).run)
    for one, two in ((alone, shared), (alone, _batches(plan, 3))):
        assert (one.games, one.moves) == (two.games, two.moves)
        assert one.seen.verbs == two.seen.verbs
        assert one.seen.reasons == two.seen.reasons
        assert one.ok and two.ok


def _batches(plan: Plan, count: int) -> FuzzReport:
    report = FuzzReport()
    for batch in reversed(range(count)):
        report.add(run_batch(plan, batch))
    return report


def test_gives_up_after_many_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.kit.fuzz.open_box", lambda game, pack: bids(NoStart()))
    report = fuzz(Plan("bids", 1000))
    assert MOST_FAILURES <= len(report.failures) < MOST_FAILURES + BATCH


class Idle(Hourglass):
    """Has a verb that nobody is ever offered."""

    def __init__(self) -> None:
        super().__init__()
        self.actions = ActionSpace({"grab": 0, "ring": 0, "sleep": 0})


def test_says_what_was_never_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.kit.fuzz.open_box", lambda game, pack: hourglass(Idle()))
    report = fuzz(Plan("hourglass", 20))
    assert report.unseen == ("sleep",)
    assert "never played: sleep" in report.summary()


def test_memory_does_not_grow_with_the_games() -> None:
    box = hands()
    fuzz_box(box, Plan("hands", 60), 0)
    tracemalloc.start()
    try:
        sizes: list[int] = []
        for batch in range(3):
            fuzz_box(box, Plan("hands", 60), batch)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[2] - sizes[0] < 20_000
