"""What every store must do. A test module for one store subclasses `Contract` with its fixture."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from ludus.store import (
    Call,
    Change,
    ChatRow,
    Claim,
    Conflict,
    Contact,
    Fenced,
    Head,
    Link,
    LogRow,
    Order,
    PackRow,
    Report,
    Restriction,
    SeatRow,
    Session,
    Store,
    TableNews,
    Visit,
    Worker,
    kept,
)


def head(id: str = "t1", **changes: object) -> Head:
    base = Head(
        id=id,
        game="toy",
        version=1,
        content="abc",
        pack="built-in",
        options={"side": "left", "höhe": 'ä "quoted"'},
        host="s1",
        private=False,
        pace="none",
        at_zero="nothing",
        created=1000,
        changed=1000,
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # Only for tests: names are checked at run time.


def play(number: int, act: str = "take:1", seat: int = 0) -> LogRow:
    return LogRow(number, "play", seat, act, 1000 + number)


SEATS = (
    SeatRow(0, "player", "s1", "Ann"),
    SeatRow(1, "open"),
    SeatRow(2, "bot", "", "Bot", "easy"),
)


class Contract:
    """Every test gets a fresh, empty `store`."""

    @pytest.fixture
    def anyio_backend(self) -> str:
        return "asyncio"

    @pytest.mark.anyio
    async def test_a_table_comes_back_as_it_was_put_in(self, store: Store) -> None:
        first = head(
            rows=2,
            moves=2,
            waiting=(0, 2),
            offer="ff",
            scores=(3, -1, 0),
            ranks=(1, 3, 2),
            wake=5,
            desk='{"x":1}',
            origin="t0",
            given=2,
            rematch="t9",
            guards="a1 b2",
            private=True,
            stage="playing",
        )
        await store.create(first, SEATS, (play(1), play(2, "pass", -1)))
        stored = await store.load("t1")
        assert stored is not None
        assert stored.head == first
        assert stored.seats == SEATS
        assert stored.log == (play(1), play(2, "pass", -1))
        assert stored.chat == ()
        assert await store.glance("t1") == (first, SEATS)
        assert await store.glance("nowhere") is None

    @pytest.mark.anyio
    async def test_an_unknown_table_is_none(self, store: Store) -> None:
        assert await store.load("nowhere") is None

    @pytest.mark.anyio
    async def test_a_table_id_is_taken_once(self, store: Store) -> None:
        await store.create(head(), SEATS)
        with pytest.raises(Conflict):
            await store.create(head(game="other"), ())
        stored = await store.load("t1")
        assert stored is not None
        assert stored.head.game == "toy"

    @pytest.mark.anyio
    async def test_a_change_is_all_or_nothing(self, store: Store) -> None:
        await store.create(head(), SEATS, (play(1),))
        seat = SeatRow(1, "player", "s2", "Bob")
        with pytest.raises(Conflict):
            await store.save(
                Change(
                    head(rows=3, moves=3, stage="over"),
                    log=(play(2), play(1, "other")),
                    seats=(seat,),
                    chat=(ChatRow(1, "table", -1, "", "Bob is here", 5),),
                    calls=(Call("c1", "s2", "{}", 1),),
                )
            )
        stored = await store.load("t1")
        assert stored is not None
        assert stored.log == (play(1),)
        assert stored.seats == SEATS
        assert stored.head.stage == "waiting"
        assert stored.chat == ()
        assert await store.calls(9) == []

    @pytest.mark.anyio
    async def test_a_change_is_there_once_saved(self, store: Store) -> None:
        await store.create(head(), SEATS)
        seat = SeatRow(1, "player", "s2", "Bob")
        after = head(rows=1, moves=1, stage="playing", changed=2000, waiting=(1,), wake=7)
        call = Call("c1", "s2", '{"a":1}', 50)
        line = ChatRow(1, "table", -1, "", "Bob is here", 5)
        await store.save(Change(after, (play(1),), (seat,), (line,), (call,)))
        stored = await store.load("t1")
        assert stored is not None
        assert stored.head == after
        assert stored.seats == (SEATS[0], seat, SEATS[2])
        assert stored.log == (play(1),)
        assert stored.chat == (line,)
        assert await store.calls(9) == [call]

    @pytest.mark.anyio
    async def test_of_two_writers_of_one_row_one_wins(self, store: Store) -> None:
        await store.create(head(), SEATS)
        results = await asyncio.gather(
            *(store.save(Change(head(rows=1), (play(1, f"take:{n}"),))) for n in range(20)),
            return_exceptions=True,
        )
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 19
        stored = await store.load("t1")
        assert stored is not None
        assert len(stored.log) == 1

    @pytest.mark.anyio
    async def test_of_two_owners_only_the_later_one_writes(self, store: Store) -> None:
        await store.create(head(), SEATS)
        for worker in ("w1", "w2"):
            await store.join(Worker(worker, f"http://{worker}"))
        first = await store.claim("t1", "w1")
        assert first == Claim("w1", 1)
        mine = head(epoch=1, rows=1, moves=1)
        await store.save(Change(mine, (play(1),)))
        await store.beat("w1")
        # It lives, so nobody else gets it; a claim of one's own voids the copy from before.
        assert await store.claim("t1", "w2") == Claim("w1", 1)
        assert await store.claim("t1", "w1") == Claim("w1", 2)
        await store.release("w1", ["t1"])
        assert await store.claim("t1", "w2") == Claim("w2", 3)
        await store.put_link(Link("l1", "t1", "invitation", (1,), "s1", 5))
        stale = Change(
            replace(mine, rows=2, stage="over"),
            (play(2, "late"),),
            (SeatRow(1, "player", "s2", "Bob"),),
            (ChatRow(1, "table", -1, "", "late", 5),),
            (Call("c1", "s2", "{}", 1),),
            "l1",
            77,
        )
        for _ in range(2):
            with pytest.raises(Fenced):
                await store.save(stale)
        stored = await store.load("t1")
        assert stored is not None
        assert stored.head == replace(mine, epoch=3)
        assert (stored.seats, stored.log, stored.chat) == (SEATS, (play(1),), ())
        assert await store.calls(9) == []
        link = await store.link("l1")
        assert link is not None
        assert not link.used
        await store.save(Change(replace(mine, epoch=3, rows=2, moves=2), (play(2, "good"),)))
        stored = await store.load("t1")
        assert stored is not None
        assert [row.act for row in stored.log] == ["take:1", "good"]
        # Neither may the owner from before give it away.
        await store.release("w1", ["t1"])
        await store.beat("w2")
        assert await store.claim("t1", "w1") == Claim("w2", 3)
        assert await store.epochs(["t1", "nowhere"]) == {"t1": 3}
        assert await store.claim("nowhere", "w1") is None

    @pytest.mark.anyio
    async def test_what_changes_a_table_from_outside_fences_its_owner(self, store: Store) -> None:
        await store.join(Worker("w1", "http://w1"))
        for id, seats in (("host", ()), ("seat", SEATS), ("chat", ()), ("other", ())):
            await store.create(head(id, host="s1" if id == "host" else ""), seats)
            assert await store.claim(id, "w1") == Claim("w1", 1)
        await store.say("chat", ChatRow(1, "watchers", -1, "Ann", "hi", 5, "s1"))
        await store.forget("s1", "Somebody", "medium")
        for id in ("host", "seat", "chat"):
            with pytest.raises(Fenced):
                await store.save(Change(head(id, epoch=1)))
        await store.save(Change(head("other", epoch=1)))
        await store.delete("other")
        with pytest.raises(Fenced):
            await store.save(Change(head("other", epoch=1), (play(1),)))

    @pytest.mark.anyio
    async def test_the_tables_of_a_worker_that_is_gone_are_anybodys(self, store: Store) -> None:
        for worker in ("w1", "w2"):
            await store.join(Worker(worker, f"http://{worker}"))
        for id, wake in (("a", 5), ("b", 0), ("c", 99), ("d", None), ("e", 1)):
            await store.create(head(id, wake=wake), ())
            await store.claim(id, "w2" if id == "e" else "w1")
        await asyncio.gather(*map(store.beat, ("w1", "w2")))
        assert await store.workers() == [Worker("w1", "http://w1"), Worker("w2", "http://w2")]
        assert await store.orphans(50, 9) == []
        await store.put_visits("w1", [Visit("s1", 1, 5, "192.0.2.1")])
        await store.leave("w1")
        await store.beat("w2")
        assert await store.workers() == [Worker("w2", "http://w2")]
        assert await store.visits(0) == []
        await store.create(head("made just now", wake=0), ())
        assert await store.orphans(50, 9) == ["b", "a"]
        await store.beat("w2")
        assert await store.orphans(50, 1) == ["b"]
        assert await store.claim("a", "w2") == Claim("w2", 2)
        assert await store.claim("e", "nobody") == Claim("w2", 1)

    @pytest.mark.anyio
    async def test_news_are_what_was_written_since(self, store: Store) -> None:
        start, nothing = await store.news(0)
        assert nothing == []
        await store.create(head("a", guards="k1"), ())
        await store.create(head("b"), ())
        now, found = await store.news(start)
        assert found == [TableNews("a", "toy", 0, "k1"), TableNews("b", "toy", 0, "")]
        assert now >= start
        assert (await store.news(now + 60_000))[1] == []
        mine = Visit("s1", 1, 5, "192.0.2.1")
        await store.put_visits("w1", [mine, Visit("s2", 0, 6, "")])
        await store.put_visits("w1", [replace(mine, streams=2)])
        assert await store.visits(start) == [
            ("w1", replace(mine, streams=2)),
            ("w1", Visit("s2", 0, 6, "")),
        ]
        assert await store.visits(now + 60_000) == []

    @pytest.mark.anyio
    async def test_one_worker_does_what_is_to_be_done_once(self, store: Store) -> None:
        await store.put_call(Call("c1", "s1", "{}", 10))
        taken = await asyncio.gather(*(store.take_call("c1", 10, 99) for _ in range(8)))
        assert sorted(taken) == [False] * 7 + [True]
        assert [call.due for call in await store.calls(9)] == [99]
        order = Order("o1", 5, ("status",))
        await store.put_order(order)
        assert await store.orders() == [order]
        taken = await asyncio.gather(*(store.take_order(order) for _ in range(8)))
        assert sorted(taken) == [False] * 7 + [True]
        assert await store.orders() == []
        values = await asyncio.gather(*(store.shared("secret", f"v{n}") for n in range(8)))
        assert len(set(values)) == 1
        assert await store.shared("secret", "other") == values[0]

    @pytest.mark.anyio
    async def test_daily_uses_are_counted_together_and_refused_beyond_the_most(
        self, store: Store
    ) -> None:
        most = {"session ann": 3, "address 192.0.2.1": 5}
        counted = await asyncio.gather(*(store.use(7, "tables", most) for _ in range(6)))
        assert sum(counted) == 3
        # The address was not charged for what was refused.
        other = {"session bob": 9, "address 192.0.2.1": 5}
        assert [await store.use(7, "tables", other) for _ in range(3)] == [True, True, False]
        assert await store.use(7, "uploads", most)
        assert await store.use(8, "tables", most)
        assert not await store.use(8, "mails", {"session ann": 0})
        await store.forget_uses(8)
        assert await store.use(7, "tables", {"session ann": 1})
        assert not await store.use(8, "tables", {"session ann": 1})

    @pytest.mark.anyio
    async def test_undo_supersedes_and_keeps(self, store: Store) -> None:
        await store.create(head(), SEATS)
        log = (
            play(1, "a", 0),
            play(2, "b", 1),
            play(3, "c", 0),
            LogRow(4, "undo", 0, "1", 1004, (1, 3)),
            LogRow(5, "redo", 0, "a", 1005),
        )
        for row in log:
            await store.save(Change(head(rows=row.number), (row,)))
        stored = await store.load("t1")
        assert stored is not None
        assert stored.log == log
        assert [row.act for row in kept(stored.log)] == ["b", "a"]

    @pytest.mark.anyio
    async def test_lists_show_stages_newest_first_and_no_private_ones(self, store: Store) -> None:
        await store.create(head("w1", changed=1), SEATS)
        await store.create(head("w2", changed=3), SEATS)
        await store.create(head("w3", changed=2, private=True), SEATS)
        await store.create(head("p1", stage="playing"), SEATS)
        await store.create(head("o1", stage="over"), (SeatRow(0, "player", "s2", "Bob"),))
        assert [h.id for h, _ in await store.listed("open", 9)] == ["w2", "w1"]
        assert [h.id for h, _ in await store.listed("open", 1)] == ["w2"]
        assert [h.id for h, _ in await store.listed("live", 9)] == ["p1"]
        ((only, seats),) = await store.listed("finished", 9)
        assert only.id == "o1"
        assert seats == (SeatRow(0, "player", "s2", "Bob"),)

    @pytest.mark.anyio
    async def test_my_tables_are_those_where_i_sit_or_am_the_host(self, store: Store) -> None:
        bob = SeatRow(0, "player", "s2", "Bob")
        await store.create(head("a", changed=1, private=True), SEATS)
        await store.create(head("b", changed=2, host="s2"), (bob,))
        await store.create(head("c", changed=3, host=""), (SeatRow(0, "bot", "s1", "Ann", "easy"),))
        await store.create(head("d", changed=4, host="s3"), (bob,))
        assert [h.id for h, _ in await store.mine("s1", 9)] == ["c", "a"]
        assert [h.id for h, _ in await store.mine("s2", 9)] == ["d", "b"]
        assert [h.id for h, _ in await store.mine("s3", 9)] == ["d"]
        assert await store.mine("", 9) == []

    @pytest.mark.anyio
    async def test_my_tables_come_in_pages_and_my_turns_are_counted(self, store: Store) -> None:
        ann, bob = SeatRow(0, "player", "s1", "Ann"), SeatRow(1, "player", "s2", "Bob")
        over = head("o", changed=9, stage="over")
        await store.create(over, (ann, bob))
        for n in range(5):
            await store.create(head(f"w{n}", changed=n), (ann,))
        mine = head("m", changed=1, stage="playing", waiting=(0,))
        theirs = head("t", changed=2, stage="playing", waiting=(1,))
        away = (SeatRow(0, "bot", "s1", "Ann", "easy"), bob)
        absent = head("b", changed=3, stage="playing", waiting=(0,))
        for each, seats in ((mine, (ann, bob)), (theirs, (ann, bob)), (absent, away)):
            await store.create(each, seats)
        pages = [await store.mine("s1", 3, skip) for skip in (0, 3, 6)]
        assert [[h.id for h, _ in page] for page in pages] == [
            ["m", "w4", "b"], ["w3", "t", "w2"], ["w1", "w0", "o"]
        ]  # fmt: skip
        assert (await store.turns("s1", 9), await store.turns("s2", 9)) == (1, 1)
        assert await store.unfinished("s1", 99) == 8
        assert await store.unfinished("s1", 4) == 4
        await store.save(Change(replace(theirs, waiting=(0,))))
        assert (await store.turns("s1", 9), await store.turns("s2", 9)) == (2, 0)
        assert await store.turns("s1", 1) == 1
        # Whoever loses the seat has the table no longer, unless they are its host.
        await store.save(Change(theirs, seats=(SeatRow(1, "open"),)))
        assert [h.id for h, _ in await store.mine("s2", 9)] == ["b", "m", "o"]
        assert await store.turns("", 9) == 0

    @pytest.mark.anyio
    async def test_one_host_does_not_fill_a_list(self, store: Store) -> None:
        await store.create(head("a", changed=1, host="s1"), ())
        for n in range(20):
            await store.create(head(f"e{n:02}", changed=10 + n, host="eve"), ())
        assert [h.id for h, _ in await store.listed("open", 5, 2)] == ["e19", "e18", "a"]
        assert [h.id for h, _ in await store.listed("open", 5, 2, 10)] == ["e19", "e18"]
        assert len(await store.listed("open", 5)) == 5

    @pytest.mark.anyio
    async def test_a_stale_table_is_found_and_deleted_with_all_it_has(self, store: Store) -> None:
        line = ChatRow(1, "players", 0, "Ann", "hi", 5)
        for id, changed, wake in (("old", 10, None), ("due", 20, 99), ("new", 60, None)):
            await store.create(head(id, changed=changed, wake=wake), SEATS, (play(1),))
            await store.say(id, line)
            await store.put_notes(id, "s1", "mine")
            await store.put_link(Link(f"l{id}", id, "invitation", (1,), "s1", 5))
            await store.put_call(Call(f"{id}:0", "s1", "{}", 9))
        assert await store.stale("waiting", 50, 50, 9) == ["old"]
        assert await store.stale("waiting", 50, 99, 9) == ["old", "due"]
        assert await store.stale("waiting", 50, 99, 1) == ["old"]
        assert await store.stale("over", 50, 99, 9) == []
        await store.delete("old")
        assert await store.load("old") is None
        assert await store.notes("old", "s1") == ""
        assert await store.link("lold") is None
        assert [call.id for call in await store.calls(9)] == ["due:0", "new:0"]
        assert [h.id for h, _ in await store.mine("s1", 9)] == ["new", "due"]
        stored = await store.load("due")
        assert stored is not None
        assert (stored.log, stored.chat) == ((play(1),), (line,))
        await store.delete("nowhere")

    @pytest.mark.anyio
    async def test_an_archived_game_is_read_as_before_and_goes_on(self, store: Store) -> None:
        log = [play(1), play(2, "höhe:2"), LogRow(3, "undo", 0, "2", 1003, (2,)), play(4)]
        over = {"stage": "over", "rows": 4, "moves": 2}
        await store.create(head("old", changed=10, **over), SEATS, log)
        await store.create(head("later", changed=20, **over), SEATS, log)
        await store.create(head("new", changed=90, **over), SEATS, log)
        await store.create(head("live", changed=10, stage="playing"), SEATS, log)
        assert await store.to_archive(50, 9) == ["old", "later"]
        assert await store.to_archive(50, 1) == ["old"]
        before = await store.load("old")
        assert before is not None
        for _ in range(2):
            await store.archive("old")
            assert await store.load("old") == before
        assert await store.to_archive(50, 9) == ["later"]
        # What comes later is kept beside it, and joins it.
        changed = replace(before.head, rows=5)
        await store.save(Change(changed, log=[play(5)]))
        for _ in range(2):
            found = await store.load("old")
            assert found is not None
            assert found.log == (*before.log, play(5))
            await store.archive("old")
        with pytest.raises(Conflict):
            await store.create(head("old"), SEATS, log)
        await store.delete("old")
        assert await store.load("old") is None

    @pytest.mark.anyio
    async def test_old_lines_of_one_room_are_dropped(self, store: Store) -> None:
        await store.create(head(), SEATS)
        lines = [ChatRow(n, ("players", "watchers")[n % 2], -1, "", "x", n) for n in range(1, 9)]
        await store.save(Change(head(), chat=lines))
        await store.save(Change(head(), drop_chat=("watchers", 5)))
        stored = await store.load("t1")
        assert stored is not None
        assert [row.number for row in stored.chat] == [2, 4, 5, 6, 7, 8]

    @pytest.mark.anyio
    async def test_wakers_are_the_tables_with_a_time(self, store: Store) -> None:
        await store.create(head("a", wake=30), ())
        await store.create(head("b", wake=0), ())
        await store.create(head("c"), ())
        assert await store.wakers() == [("b", 0), ("a", 30)]
        await store.save(Change(head("b")))
        assert await store.wakers() == [("a", 30)]

    @pytest.mark.anyio
    async def test_guarded_tables_are_those_with_guards(self, store: Store) -> None:
        await store.create(head("a", guards="k1 k2"), ())
        await store.create(head("b"), ())
        assert await store.guarded() == [("a", "toy", "k1 k2")]
        await store.save(Change(head("a")))
        assert await store.guarded() == []

    @pytest.mark.anyio
    async def test_the_times_between_runs_are_known(self, store: Store) -> None:
        assert await store.start_run(100) == []
        await store.alive(150)
        await store.alive(180)
        assert await store.start_run(300) == [(180, 300)]
        assert await store.start_run(310) == [(180, 300), (300, 310)]
        await store.alive(400)
        # Even if the clock of the computer was set back meanwhile.
        assert (await store.start_run(305))[-1] == (400, 305)
        # Whoever comes beside others adds no time in which none ran.
        assert await store.start_run(500, beside=True) == [(180, 300), (300, 310), (400, 311)]

    @pytest.mark.anyio
    async def test_chat_keeps_its_order_and_numbers(self, store: Store) -> None:
        await store.create(head(), SEATS)
        lines = (
            ChatRow(1, "players", 0, "Ann", "<b>hi</b>", 5),
            ChatRow(2, "watchers", -1, "", "", 6),
        )
        for line in lines:
            await store.say("t1", line)
        with pytest.raises(Conflict):
            await store.say("t1", lines[0])
        stored = await store.load("t1")
        assert stored is not None
        assert stored.chat == lines

    @pytest.mark.anyio
    async def test_rules_that_were_met_are_kept_once_by_session_and_game(
        self, store: Store
    ) -> None:
        assert await store.rules_met("s1") == {}
        await store.meet_rules("s1", "toy", ["place", "end"])
        await store.meet_rules("s1", "toy", ["end", "score"])
        await store.meet_rules("s1", "other", ["end"])
        await store.meet_rules("s2", "toy", ["place"])
        assert await store.rules_met("s1") == {
            "toy": frozenset({"place", "end", "score"}),
            "other": frozenset({"end"}),
        }
        assert await store.rules_met("s2") == {"toy": frozenset({"place"})}

    async def test_notes_belong_to_one_session(self, store: Store) -> None:
        await store.create(head(), SEATS)
        assert await store.notes("t1", "s1") == ""
        await store.put_notes("t1", "s1", "mine")
        await store.put_notes("t1", "s2", "theirs")
        await store.put_notes("t1", "s1", "mine, better")
        assert await store.notes("t1", "s1") == "mine, better"
        assert await store.notes("t1", "s2") == "theirs"

    @pytest.mark.anyio
    async def test_sessions_are_put_and_put_again(self, store: Store) -> None:
        assert await store.session("s1") is None
        await store.put_session(Session("s1", "Ann", 5))
        renamed = Session("s1", "Anna", 5, "https://example.org/hook", "gave 500")
        await store.put_session(renamed)
        assert await store.session("s1") == renamed

    @pytest.mark.anyio
    async def test_a_link_is_used_once(self, store: Store) -> None:
        await store.create(head(), SEATS)
        await store.put_link(Link("l1", "t1", "invitation", (1,), "s1", 5))
        taken = SeatRow(1, "player", "s2", "Bob")
        await store.save(Change(head(), seats=(taken,), use_link="l1", at=77))
        late = SeatRow(1, "player", "s3", "Cyd")
        with pytest.raises(Conflict):
            await store.save(Change(head(), seats=(late,), use_link="l1", at=78))
        link = await store.link("l1")
        assert link is not None
        assert link.used == 77
        stored = await store.load("t1")
        assert stored is not None
        assert stored.seats[1] == taken
        assert await store.links("t1") == []

    @pytest.mark.anyio
    async def test_a_new_invitation_replaces_the_old_one(self, store: Store) -> None:
        await store.create(head(), SEATS)
        await store.put_link(Link("l1", "t1", "invitation", (1,), "s1", 5))
        await store.put_link(Link("l2", "t1", "invitation", (2,), "s1", 6))
        await store.put_link(Link("r1", "t1", "recovery", (0,), "s1", 7))
        await store.put_link(Link("l3", "t1", "invitation", (1,), "s1", 8))
        assert [link.id for link in await store.links("t1")] == ["l2", "r1", "l3"]
        assert await store.link("l1") is None

    @pytest.mark.anyio
    async def test_calls_wait_in_order_of_their_time(self, store: Store) -> None:
        later, sooner = Call("c1", "s1", "{}", 90), Call("c2", "s1", "{}", 10)
        await store.put_call(later)
        await store.put_call(sooner)
        assert await store.calls(9) == [sooner, later]
        again = replace(sooner, due=99, tries=1)
        await store.put_call(again)
        assert await store.calls(9) == [later, again]
        await store.drop_call("c1")
        assert await store.calls(9) == [again]

    @pytest.mark.anyio
    async def test_each_way_of_calling_has_calls_of_its_own(self, store: Store) -> None:
        hook, mail = Call("t:0", "s1", "{}", 90), Call("t:0:mail", "s1", "{}", 10, kind="mail")
        await store.put_call(hook)
        await store.create(head("t1"), SEATS)
        await store.save(Change(head("t1"), calls=(mail,)))
        assert await store.calls(9) == [hook]
        assert await store.calls(9, "mail") == [mail]
        assert await store.calls(9, "push") == []

    @pytest.mark.anyio
    async def test_contacts_belong_to_their_session(self, store: Store) -> None:
        await store.put_session(Session("s1", "Ann", 1))
        phone = Contact("s1", "b", "push", "https://push.example/1", "{}", "Phone", 5)
        mail = Contact("s1", "a", "mail", "ann@example.org", confirmed=False)
        await store.put_contact(phone)
        await store.put_contact(mail)
        await store.put_contact(replace(phone, session="s2"))
        assert await store.session("s1") == Session("s1", "Ann", 1, contacts=(mail, phone))
        await store.put_contact(replace(mail, confirmed=True))
        await store.put_session(Session("s1", "Anne", 1))
        found = await store.session("s1")
        assert found is not None
        assert found.contacts == (replace(mail, confirmed=True), phone)
        await store.drop_contact("s1", "b")
        await store.drop_contact("s1", "no such")
        found = await store.session("s1")
        assert found is not None
        assert found.contacts == (replace(mail, confirmed=True),)

    @pytest.mark.anyio
    async def test_the_table_of_a_lesson_is_found_again(self, store: Store) -> None:
        await store.create(head("t1"), SEATS)
        await store.create(head("t2"), SEATS)
        assert await store.lesson_table("s1", "toy", "first") == ""
        await store.begin_lesson("s1", "toy", "first", "t1")
        assert await store.lesson_table("s1", "toy", "first") == "t1"
        assert await store.lesson_table("s2", "toy", "first") == ""
        await store.begin_lesson("s1", "toy", "first", "t2")
        assert await store.lesson_table("s1", "toy", "first") == "t2"
        await store.delete("t2")
        assert await store.lesson_table("s1", "toy", "first") == ""

    @pytest.mark.anyio
    async def test_steps_of_lessons_are_counted(self, store: Store) -> None:
        await store.create(head("t1"), SEATS)
        for session in ("s1", "s2"):
            await store.begin_lesson(session, "toy", "first", "t1")
        await store.save(Change(head("t1"), reached=(("toy", "first", 1), ("toy", "first", 2))))
        await store.save(Change(head("t1"), reached=(("toy", "first", 1),)))
        counts = [("first", 0, 2), ("first", 1, 2), ("first", 2, 1)]
        assert await store.lesson_counts("toy") == counts
        assert await store.lesson_counts("other") == []
        # What is counted stays when the table is gone.
        await store.delete("t1")
        assert await store.lesson_counts("toy") == counts

    # People and the operator

    @pytest.mark.anyio
    async def test_restrictions_and_switches_are_kept_until_they_are_lifted(
        self, store: Store
    ) -> None:
        ban = Restriction("session", "s1", "ban", 0, "rude", 5)
        mute = Restriction("address", "192.0.2.1", "mute", 90, "", 6)
        for each in (ban, mute, replace(mute, until=99)):
            await store.put_restriction(each)
        assert await store.restrictions() == [ban, replace(mute, until=99)]
        await store.drop_restriction("session", "s1", "mute")
        await store.drop_restriction("session", "s1", "ban")
        assert await store.restrictions() == [replace(mute, until=99)]
        await store.put_switch("a", "on")
        await store.put_switch("b", "on")
        await store.put_switch("a", "")
        assert await store.switches() == {"b": "on"}

    @pytest.mark.anyio
    async def test_orders_wait_for_their_answer(self, store: Store) -> None:
        orders = [Order("o2", 5, ("close", "t1", 'a "b"')), Order("o1", 9, ("status",))]
        for order in orders:
            await store.put_order(order)
        assert await store.orders() == orders
        assert await store.order_answer("o2") is None
        await store.answer_order("o2", "done")
        assert await store.orders() == orders[1:]
        assert await store.order_answer("o2") == "done"
        await store.drop_orders(9)
        assert await store.order_answer("o2") is None
        assert await store.orders() == orders[1:]

    @pytest.mark.anyio
    async def test_reports_and_blocks(self, store: Store) -> None:
        first = Report("t1", 3, "s2", "Eve", "rude words", "s1", 5)
        await store.put_report(first)
        await store.put_report(replace(first, at=6))
        await store.put_report(replace(first, reporter="s3", at=7))
        found = await store.reports(9)
        assert [(each.reporter, each.at) for each in found] == [("s3", 7), ("s1", 5)]
        assert replace(found[1], number=0) == first
        assert await store.drop_report(found[0].number)
        assert not await store.drop_report(found[0].number)
        assert await store.reports(9) == found[1:]
        await store.put_session(Session("s1", "Ann", 1))
        await store.put_block("s1", "s2", "Eve")
        await store.put_block("s1", "s3", "Bob")
        assert await store.blocks("s1") == {"s3": "Bob", "s2": "Eve"}
        assert await store.blocks("s2") == {}
        session = await store.session("s1")
        assert session is not None
        assert session.blocked == {"s2", "s3"}
        await store.put_session(replace(session, name="Anna", generation=2))
        await store.drop_block("s1", "s3")
        assert await store.session("s1") == replace(
            session, name="Anna", generation=2, blocked=frozenset({"s2"})
        )

    @pytest.mark.anyio
    async def test_a_pass_is_used_once_and_in_time(self, store: Store) -> None:
        await store.put_pass("p1", "s1", 50)
        await store.put_pass("p2", "s2", 50)
        assert await store.pass_session("p1", 49) == "s1"
        assert await store.pass_session("p1", 50) == ""
        assert await store.use_pass("p1", 50) == ""
        assert await store.use_pass("p1", 49) == "s1"
        assert await store.use_pass("p1", 49) == ""
        # A new one makes the old one void.
        await store.put_pass("p3", "s2", 50)
        assert await store.use_pass("p2", 1) == ""
        assert await store.use_pass("p3", 1) == "s2"

    @pytest.mark.anyio
    async def test_tables_and_sessions_are_found_by_text(self, store: Store) -> None:
        await store.create(head("t1", changed=5), SEATS)
        await store.create(head("t2", changed=6, private=True, stage="over", game="toll"), ())
        assert await store.tables_like("", 9) == ["t2", "t1"]
        assert await store.tables_like("", 1) == ["t2"]
        assert await store.tables_like("over", 9) == ["t2"]
        assert await store.tables_like("toy", 9) == ["t1"]
        assert await store.tables_like("t1", 9) == ["t1"]
        await store.put_session(Session("s1", "Ann", 1))
        await store.put_session(Session("s2", "Bob", 2))
        found = await store.sessions_like("", 9)
        assert list(found) == [("s2", "Bob", 2, 0), ("s1", "Ann", 1, 2)]
        assert [row[0] for row in await store.sessions_like("aN", 9)] == ["s1"]
        assert [row[0] for row in await store.sessions_like("s2", 9)] == ["s2"]

    @pytest.mark.anyio
    async def test_nothing_is_left_of_a_session_that_is_forgotten(self, store: Store) -> None:
        mine = SeatRow(0, "player", "s1", "Ann")
        seats = (mine, SeatRow(1, "player", "s2", "Bob"), SeatRow(2, "bot", "s1", "Ann 2", "easy"))
        for id, stage in (("w", "waiting"), ("p", "playing"), ("o", "over")):
            await store.create(head(id, stage=stage), seats, (play(1),))
            await store.put_notes(id, "s1", "mine")
            await store.put_notes(id, "s2", "theirs")
            await store.say(id, ChatRow(1, "players", 0, "Ann", "hi", 5, "s1"))
            await store.say(id, ChatRow(2, "players", 1, "Bob", "ho", 6, "s2"))
        await store.create(head("x", host="s2"), ())
        await store.say("x", ChatRow(1, "watchers", -1, "Ann", "I watch", 5, "s1"))
        await store.put_session(Session("s1", "Ann", 1))
        await store.put_session(Session("s2", "Bob", 1))
        await store.put_call(Call("p:0", "s1", "{}", 9))
        await store.put_contact(Contact("s1", "a", "mail", "ann@example.org"))
        await store.put_link(Link("l1", "w", "recovery", (0,), "s1", 5))
        await store.meet_rules("s1", "toy", ("a.1",))
        await store.begin_lesson("s1", "toy", "first", "p")
        await store.put_block("s2", "s1", "Ann")
        await store.put_pass("p1", "s1", 50)
        await store.put_report(Report("p", 1, "s1", "Ann", "hi", "s2", 5))
        assert await store.tables_of("s1") == ["o", "p", "w", "x"]
        assert await store.tables_of("") == []
        await store.forget("s1", "Somebody", "medium")
        assert await store.tables_of("s1") == []
        assert await store.session("s1") is None
        await store.put_session(Session("s1", "Ann", 1))
        assert await store.session("s1") == Session("s1", "Ann", 1)
        assert await store.session("s2") == Session("s2", "Bob", 1)
        wanted = {
            "w": (SeatRow(0, "open"), seats[1], SeatRow(2, "open")),
            "p": (
                SeatRow(0, "bot", "", "Somebody", "medium"),
                seats[1],
                SeatRow(2, "bot", "", "Somebody", "easy"),
            ),
            "o": (
                SeatRow(0, "player", "", "Somebody"),
                seats[1],
                SeatRow(2, "bot", "", "Somebody", "easy"),
            ),
        }
        for id, rows in wanted.items():
            stored = await store.load(id)
            assert stored is not None
            assert stored.seats == rows
            assert stored.head.host == ""
            assert [line.name for line in stored.chat] == ["Bob"]
            # What was played stays: others have played it too.
            assert stored.log == (play(1),)
            assert await store.notes(id, "s1") == ""
            assert await store.notes(id, "s2") == "theirs"
        assert await store.mine("s1", 9) == []
        assert await store.calls(9) == []
        assert await store.link("l1") is None
        assert await store.rules_met("s1") == {}
        assert await store.lesson_table("s1", "toy", "first") == ""
        assert await store.blocks("s2") == {}
        assert await store.use_pass("p1", 1) == ""
        assert await store.reports(9) == []

    @pytest.mark.anyio
    async def test_what_was_written_is_counted(self, store: Store) -> None:
        before = store.stats()
        await store.create(head("t1"), SEATS)
        await store.ping()
        after = store.stats()
        assert after.writes - before.writes == 2
        assert 1 <= after.commits - before.commits <= 2
        assert after.seconds > before.seconds
        assert after.queued == 0
        assert after.bytes > 0

    # Packs

    async def test_a_pack_is_found_by_its_digest_and_by_its_content(self, store: Store) -> None:
        first = PackRow("d1", "toy", "mine", "Mine", "c1", '{"pack.toml": "ä"}')
        await store.put_pack(first)
        await store.put_pack(PackRow("d2", "toy", "yours", "Yours", "c1", "{}"))
        await store.put_pack(PackRow("d3", "other", "mine", "Mine", "c1", "{}"))
        assert await store.pack("d1") == first
        assert await store.pack("d9") is None
        assert await store.find_pack("toy", "c1", "mine") == first
        found = await store.find_pack("toy", "c1", "a name that is gone")
        assert found is not None and found.game == "toy" and found.content == "c1"
        assert await store.find_pack("toy", "c2", "mine") is None

    async def test_a_pack_never_changes(self, store: Store) -> None:
        first = PackRow("d1", "toy", "mine", "Mine", "c1", "{}")
        await store.put_pack(first)
        await store.put_pack(PackRow("d1", "toy", "changed", "Changed", "c2", "{1}"))
        assert await store.pack("d1") == first
