"""The server's time: how much of it one address may have, and less while everybody waits."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import QUICK, SIGNER, FirstChoice, Visitor, http, serving

from ludus.store import SqliteStore
from ludus.web.config import Rate, Settings
from ludus.web.http import adapters
from ludus.web.http.errors import TooManyRequests
from ludus.web.http.limits import ALONE, Limits, Metered
from ludus.web.metrics import Metrics
from ludus.web.state import build_state

NEARLY_NOTHING = Rate(0.000_001, 1)
"""A millisecond, and then a next one in weeks."""


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.anyio
async def test_what_others_compute_meanwhile_is_not_counted() -> None:
    spent: list[float] = []

    async def work() -> str:
        compute(0.02)
        # Another task computes while this one waits.
        await asyncio.create_task(others())
        compute(0.02)
        return "done"

    async def others() -> None:
        compute(0.2)

    assert await Metered(work(), spent.append) == "done"
    (seconds,) = spent
    assert 0.04 <= seconds < 0.2


@pytest.mark.anyio
async def test_errors_and_cancellations_go_through_and_are_counted() -> None:
    spent: list[float] = []
    begun = asyncio.Event()

    async def fails() -> None:
        compute(0.01)
        raise ValueError("no")

    async def waits() -> None:
        compute(0.01)
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            compute(0.01)

    with pytest.raises(ValueError, match="no"):
        await Metered(fails(), spent.append)

    async def metered() -> None:
        await Metered(waits(), spent.append)

    task = asyncio.create_task(metered())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert spent[0] >= 0.01
    assert spent[1] >= 0.02


def test_less_is_much_while_everybody_waits() -> None:
    limits = Limits(replace(QUICK, work=Rate(1.0, 100), work_when_late=Rate(1.0, 10)))
    limits.spend("192.0.2.2", 0.001)
    limits.spend("192.0.2.1", 0.05)
    limits.work("192.0.2.1")
    limits.late = lambda: True
    with pytest.raises(TooManyRequests, match="much was done for your address"):
        limits.work("192.0.2.1")
    # Others may ask, and so may whoever sits at the machine.
    limits.work("192.0.2.2")
    limits.spend("127.0.0.1", 5)
    limits.work("127.0.0.1")
    limits.late = lambda: False
    limits.spend("192.0.2.1", 0.06)
    with pytest.raises(TooManyRequests):
        limits.work("192.0.2.1")


def test_what_was_spent_while_nobody_waited_is_soon_paid_off() -> None:
    """As by a class of thirty behind one address, after a lesson."""
    limits = Limits(replace(QUICK, work=Rate(1e6, 1_000_000), work_when_late=Rate(20.0, 500)))
    for _ in range(1000):
        limits.spend("192.0.2.1", 0.3)
    limits.spend("192.0.2.2", 0.001)
    limits.late = lambda: True
    with pytest.raises(TooManyRequests) as refused:
        limits.work("192.0.2.1")
    assert refused.value.wait <= 500 / 20


def test_an_address_that_has_the_server_to_itself_is_not_refused() -> None:
    """As a class behind one address on a small machine: nobody else waits for it."""
    now = 1000.0
    settings = replace(QUICK, work=Rate(1e6, 1_000_000), work_when_late=Rate(20.0, 500))
    limits = Limits(settings, lambda: now)
    limits.late = lambda: True
    for _ in range(3):
        limits.spend("192.0.2.1", 0.6)
        limits.work("192.0.2.1")
    # Somebody else comes: now they wait, until the other has been gone for a while.
    limits.spend("192.0.2.2", 0.001)
    for _ in range(2):
        with pytest.raises(TooManyRequests):
            limits.work("192.0.2.1")
        limits.spend("192.0.2.1", 0.001)
    now += ALONE + 1
    limits.work("192.0.2.1")


def test_many_workers_leave_enough_for_one_table() -> None:
    """All who sit at a table ask one worker, however many there are."""
    now = 0.0
    limits = Limits(replace(QUICK, writes=Rate(1.0, 40)), lambda: now)
    limits.share(300)
    for _ in range(40):
        limits.write_by("ann")
    with pytest.raises(TooManyRequests) as refused:
        limits.write_by("ann")
    assert refused.value.wait == pytest.approx(4.0)
    now += 4.0
    limits.write_by("ann")


def test_workers_share_what_an_address_may_have() -> None:
    """One that finds its way to four of them gets the rate of one, and each its own beginning."""
    now = 0.0
    workers = [Limits(Settings(), lambda: now) for _ in range(4)]
    for each in workers:
        each.share(4)
    made = 0
    for second in range(3600):
        now = float(second)
        for each in workers:
            for _ in range(3):
                with suppress(TooManyRequests):
                    each.create("192.0.2.1")
                    made += 1
    most = Settings().beginnings
    assert made <= 4 * most.burst + 3600 * most.second
    for _ in range(2):
        for _ in range(Settings().streams_per_address // 2):
            workers[0].open_stream("192.0.2.1")
        with pytest.raises(TooManyRequests):
            workers[0].open_stream("192.0.2.1")
        workers.pop(0)


CLASS = 30
LESSON = 45 * 60


def what_a_class_does(limits: Limits, second: int) -> None:
    """Thirty people behind one address, in one second of a lesson of 45 minutes.

    All come within half a minute and play a first lesson each; after ten minutes they play by
    threes, and from the half hour on by threes again.
    """
    address = "192.0.2.1"
    for person in range(CLASS):
        session = f"person {person}"
        if second == person:
            limits.read(address)
            limits.create(address)
            # Some leave pages open that they do not look at.
            for _ in range(3):
                limits.open_stream(address)
        if second == 30 + person:
            begin_table(limits, session, address)
        if second in (600 + person, 1800 + person):
            if person % 3 == 0:
                begin_table(limits, session, address)
            else:
                limits.write_by(session)
                limits.write_from(address)
                limits.use("seats", session, address)
        if second > 60 and (second + person) % 4 == 0:
            limits.write_by(session)
            limits.write_from(address)
        if second > 60 and (second + person) % 6 == 0:
            limits.read(address)
        # Each says something now and then, and saves notes.
        if second > 600 and (second + 7 * person) % 90 == 0:
            limits.use("chat", session, address)
        if second > 600 and (second + 7 * person) % 60 == 0:
            limits.use("notes", session, address)
        if second == 900 + 20 * person and person % 3 == 0:
            limits.use("names", session, address)


def begin_table(limits: Limits, session: str, address: str) -> None:
    limits.write_by(session)
    limits.write_from(address)
    limits.create(address)
    limits.use("tables", session, address)


@pytest.mark.parametrize("workers", [1, 2, 4, 300])
def test_a_class_behind_one_address_is_refused_nothing(workers: int) -> None:
    """Even if all its requests come to one worker, as the proxy's hash may have it."""
    now = 0.0
    limits = Limits(Settings(), lambda: now)
    limits.share(workers)
    for second in range(LESSON):
        now = float(second)
        what_a_class_does(limits, second)


def test_the_server_is_late_for_a_while_after_it_was() -> None:
    metrics = Metrics(late_after=0.05)
    metrics.note_lag(0.04)
    assert not metrics.is_late()
    metrics.note_lag(0.06)
    assert metrics.is_late()


@pytest.mark.anyio
async def test_limits_ask_the_loop_whether_it_is_late(tmp_path: Path) -> None:
    app = build_state(SqliteStore(tmp_path / "ludus.sqlite"), SIGNER, QUICK, FirstChoice())
    assert not app.limits.late()
    app.metrics.note_lag(1.0)
    assert app.limits.late()
    await app.close()


def test_the_dearest_pages_are_refused_to_an_address_that_had_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By pages and by program; and who is refused waits before asking again."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(adapters, "wait_before_refusal", pause)
    settings = replace(QUICK, work=NEARLY_NOTHING, refusal_pause=0.5)
    with serving(tmp_path, settings) as server:
        eve, ann = Visitor(server, "192.0.2.66"), Visitor(server, "192.0.2.1")
        assert eve.get("/rules/cambria").status_code == 200
        assert pauses == []
        refused = eve.get("/rules/cambria")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 1000
        assert eve.post("/tables", game="bids", seats="me,open").status_code == 429
        program = http(server, **{"X-Forwarded-For": "192.0.2.66"})
        assert program.get("/api/games").status_code == 429
        assert pauses == [0.5] * 3
        assert ann.get("/privacy").status_code == 200
