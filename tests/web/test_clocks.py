"""Time: the pace of a table, what happens at zero, and a game's own timers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import Watch, a_room, person, seated, settled

from ludus.core.errors import BadRequest
from ludus.core.protocol import CLOCK, Decision
from ludus.store import StoreError
from ludus.web.bots.player import is_race
from ludus.web.http.errors import Forbidden
from ludus.web.live.models import Clock
from ludus.web.live.view_model import clocks, timer_of
from ludus.web.pages.table.prompt import prompt
from ludus.web.tables import seats as seating
from ludus.web.tables.clocks import Clocks, Pace, read_pace
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act
from ludus.web.tables.timeouts import tick

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("none", ""),
        ("decision:60", "1 minute for each choice"),
        ("decision:86400", "1 day for each choice"),
        ("decision:90", "90 seconds for each choice"),
        ("bank:600:10", "10 minutes each, and 10 seconds more for each turn"),
        ("bank:7200:0", "2 hours each, and 0 seconds more for each turn"),
    ],
)
def test_a_pace_is_read_and_said(key: str, words: str) -> None:
    pace = read_pace(key)
    assert pace.key == key
    assert pace.words == words


@pytest.mark.parametrize(
    "key",
    ["", "fast", "none:1", "decision", "decision:0", "decision:-5", "decision:1.5", "decision:٣",
     "bank:600", "bank:0:5", "bank:9999999999:1", "decision:99999999", "bank:1:2:3"],
)  # fmt: skip
def test_a_pace_that_makes_no_sense_is_refused(key: str) -> None:
    with pytest.raises(BadRequest, match="pace"):
        read_pace(key)


def test_a_bank_runs_down_while_a_seat_owes_and_grows_when_it_is_done() -> None:
    bank, pace = Clocks(), Pace("bank", 100, 5)
    bank.start(pace, 2)
    bank.turn(pace, [0], None, 0, 1_000)
    assert bank.seats[0].deadline == 101_000
    assert bank.seats[1].deadline == 0
    bank.turn(pace, [0], 0, 1, 11_000)
    assert bank.seats[0].deadline == 101_000
    bank.turn(pace, [1], 0, 2, 21_000)
    assert (bank.seats[0].deadline, bank.seats[0].left) == (0, 85_000)
    assert bank.seats[1].deadline == 121_000


def test_each_choice_has_its_time() -> None:
    each, pace = Clocks(), Pace("decision", 60)
    each.start(pace, 2)
    each.turn(pace, [0, 1], None, 0, 0)
    assert [clock.deadline for clock in each.seats] == [60_000, 60_000]
    each.turn(pace, [0, 1], 0, 1, 10_000)
    assert [clock.deadline for clock in each.seats] == [70_000, 60_000]


def test_a_clock_that_rests_shows_the_time_of_the_next_choice() -> None:
    each, pace = Clocks(), Pace("decision", 60)
    each.start(pace, 2)
    each.turn(pace, [0], None, 0, 0)
    assert pace.rest(each.seats[1]) == 60_000
    each.turn(pace, [1], 0, 1, 45_000)
    assert pace.rest(each.seats[0]) == 60_000
    bank = Pace("bank", 100, 5)
    each.start(bank, 1)
    each.turn(bank, [0], None, 0, 0)
    each.turn(bank, [], 0, 1, 10_000)
    assert bank.rest(each.seats[0]) == 95_000


def test_undoing_buys_no_time() -> None:
    each, pace = Clocks(), Pace("decision", 60)
    each.start(pace, 1)
    each.turn(pace, [0], None, 0, 0)
    each.turn(pace, [0], 0, 1, 50_000)
    assert each.seats[0].deadline == 110_000
    # Undone and played again, at positions that had their time already.
    each.turn(pace, [0], 0, 0, 100_000)
    each.turn(pace, [0], 0, 1, 105_000)
    assert each.seats[0].deadline == 110_000
    each.turn(pace, [0], 0, 2, 106_000)
    assert each.seats[0].deadline == 166_000


async def play(live: LiveTable, session: str, seat: int, index: int = 0) -> None:
    decision = live.decision(seat)
    assert decision is not None
    await act(live, session, seat, live.number(seat), decision.options[index].text)


async def test_deadlines_outlive_a_restart_and_move_by_its_length(tmp_path: Path) -> None:
    watch = Watch(1_000_000)
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="bank:100:7")
        watch.now += 30_000
        await play(hub.live, ann.id, 0)
        before = clocks(hub.live)
        assert before[0].left == 77_000
        assert before[1].deadline == 1_100_000
        assert hub.live.head.wake == 1_100_000
        table = hub.live.id
    watch.now += 5_000
    async with a_room(tmp_path, watch=watch) as app:
        hub = await app.tables.hub(table)
        after = clocks(hub.live)
        assert after[0] == before[0]
        assert after[1].deadline == 1_105_000
        # Loaded again in the same run, it is the same; saved, it is not moved twice.
        hub.live.used = 0
        app.tables._unload_idle()
        hub = await app.tables.hub(table)
        assert clocks(hub.live) == after
        watch.now += 1_000
        await play(hub.live, bob.id, 1)
        ran = clocks(hub.live)
    watch.now += 500_000
    async with a_room(tmp_path, watch=watch) as app:
        again = clocks((await app.tables.hub(table)).live)
        assert [clock.deadline for clock in again] == [
            clock.deadline and clock.deadline + 500_000 for clock in ran
        ]


async def test_at_zero_nothing_happens_if_the_table_says_so(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="decision:10")
        await play(hub.live, ann.id, 0)
        watch.now += 11_000
        await tick(hub.live)
        assert hub.live.playing
        assert hub.live.late(1, watch.now)
        assert not hub.live.late(0, watch.now)
        panel = hub.model(hub.role(ann.id)).panels[1]
        assert panel.late
        with pytest.raises(Forbidden):
            await seating.give_to_bot(hub.live, ann, 1, "easy")
        await play(hub.live, bob.id, 1)


async def test_at_zero_rivals_may_hand_the_seat_to_a_bot(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="decision:10", at_zero="bot")
        live = hub.live
        await play(live, ann.id, 0)
        with pytest.raises(Forbidden):
            await seating.give_to_bot(live, ann, 1, "easy")
        assert "hand_over" not in hub.model(hub.role(ann.id)).may
        watch.now += 10_000
        assert "hand_over" in hub.model(hub.role(ann.id)).may
        cyd = await person(app, "Cyd")
        with pytest.raises(Forbidden):
            await seating.give_to_bot(live, cyd, 1, "easy")
        await seating.give_to_bot(live, ann, 1, "easy")
        await settled(lambda: any(move.seat == 1 for move in live.table.moves))
        await seating.reclaim(live, bob, 1)
        assert live.held(bob.id) == (1,)


async def test_at_zero_a_seat_is_out_if_the_table_says_so(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="decision:10", at_zero="forfeit")
        await play(hub.live, ann.id, 0)
        await tick(hub.live)
        assert hub.live.playing
        watch.now += 10_000
        await tick(hub.live)
        assert hub.live.over
        assert hub.live.head.ranks == (1, 2)
        assert any("ran out of time" in row.text for row in hub.live.chat)


async def test_nobody_forfeits_while_the_server_is_down(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="decision:10", at_zero="forfeit")
        await play(hub.live, ann.id, 0)
        watch.now += 4_000
        table = hub.live.id
    watch.now += 60_000
    async with a_room(tmp_path, watch=watch) as app:
        (row,), _ = await app.lobby.mine(bob.id)
        assert row.deadline == watch.now + 6_000
        live = (await app.tables.hub(table)).live
        watch.now += 5_999
        await tick(live)
        assert live.playing
        watch.now += 1
        await tick(live)
        assert live.over
        assert live.head.ranks == (1, 2)


async def test_a_server_that_was_killed_takes_no_time_from_anybody(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="decision:10", at_zero="forfeit")
        await play(hub.live, ann.id, 0)
        watch.now += 3_000
        await app.tables._uptime.beat()
        table = hub.live.id

        async def killed(at: int) -> None:
            raise StoreError("nothing was written after that")

        app.store.alive = killed  # type: ignore[method-assign]  # It ends without a sign.
        watch.now += 2_000
    watch.now += 60_000
    async with a_room(tmp_path, watch=watch) as app:
        live = (await app.tables.hub(table)).live
        # It ran for three seconds that are known; the rest is given to the player.
        watch.now += 6_999
        await tick(live)
        assert live.playing
        watch.now += 1
        await tick(live)
        assert live.over


async def test_a_game_s_own_timer_rings_at_its_deadline(tmp_path: Path) -> None:
    watch = Watch(500_000)
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "hourglass", [ann, bob])
        live = hub.live
        assert live.data.clocks.timers == {3: 505_000}
        watch.now += 2_000
        await play(live, ann.id, 0)
        # The same timer runs on while somebody acts.
        assert live.data.clocks.timers == {3: 505_000}
        watch.now = 504_999
        await tick(live)
        assert len(live.table.moves) == 1
        watch.now = 505_000
        await tick(live)
        assert [move.seat for move in live.table.moves] == [0, -2]
        assert live.data.clocks.timers == {2: 510_000}
        table = live.id
    watch.now = 600_000
    async with a_room(tmp_path, watch=watch) as app:
        live = (await app.tables.hub(table)).live
        # It stood still while the server was down.
        assert live.data.clocks.timers == {2: 605_000}
        watch.now = 605_000
        await tick(live)
        await settled(lambda: len(live.table.moves) >= 3)
        assert live.table.moves[2].seat == -2


async def test_bots_have_no_clock(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="bank:100:0")
        watch.now += 40_000
        await seating.give_to_bot(hub.live, bob, 1, "easy")
        await settled(lambda: len(hub.live.table.moves) == 1)
        assert not clocks(hub.live)[1].running
        assert clocks(hub.live)[1].left == 60_000


async def test_a_game_s_own_timer_is_shown_to_all(tmp_path: Path) -> None:
    watch = Watch(500_000)
    async with a_room(tmp_path, watch=watch) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cato")]
        hub = await seated(app, "conqueror", people, options={"timer": "90"})
        live = hub.live
        while (decision := owed(live)).prompt == "faction":
            assert timer_of(live) is None
            await take(live, people[decision.seat].id, decision, "faction")
        assert clocks(live) == (Clock(CLOCK, 590_000, 90_000, True),)
        for session in (people[2].id, ""):
            shown = str(prompt(hub.model(hub.role(session))))
            assert 'data-deadline="590000"' in shown and "1:30" in shown
        # A timer of seconds is over before anybody has read it.
        await take(live, people[decision.seat].id, decision, "move")
        assert live.data.clocks.timers
        assert clocks(live) == ()


def owed(live: LiveTable) -> Decision:
    """The first choice that somebody owes."""
    found = live.decision(live.owing()[0])
    assert found is not None
    return found


async def take(live: LiveTable, session: str, decision: Decision, verb: str) -> None:
    """The first option that begins like this."""
    text = next(each.text for each in decision.options if each.text.startswith(verb))
    await act(live, session, decision.seat, live.number(decision.seat), text)


async def test_bots_give_people_time_where_the_first_one_wins(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cato")]
        live = (await seated(app, "conqueror", people)).live
        while (decision := owed(live)).prompt == "faction":
            await take(live, people[decision.seat].id, decision, "faction")
        assert not is_race(live)
        await take(live, people[decision.seat].id, decision, "move")
        watch.now += 10_000
        await tick(live)
        # Now two rivals may give a warning, and whoever is in turn may act before them.
        assert len(live.owing()) == 1 and len(live.asked()) == 3
        assert is_race(live)
