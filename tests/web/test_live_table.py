"""Live tables: numbers of decisions, seats, bots, and what is left after a restart."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pytest
from tests.kit.toys.bids import Bids, bids
from tests.web.support import (
    FirstChoice,
    Silent,
    a_room,
    answer,
    free,
    person,
    seated,
    settled,
)

from ludus.bots import offered
from ludus.core.errors import IllegalAction, PlayerError
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE
from ludus.core.registry import open_box
from ludus.store import Change, LogRow, SqliteStore, StoreError
from ludus.web.bots.worker import Question
from ludus.web.http.errors import Forbidden, RequestError, Stale, Unavailable
from ludus.web.live import results
from ludus.web.live.hub import Hub
from ludus.web.pages.table.seats import notice
from ludus.web.state import AppState
from ludus.web.tables import seats as seating
from ludus.web.tables import takebacks
from ludus.web.tables.chat import announce
from ludus.web.tables.create import TableRequest, fork, open_table, rematch, upload
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.moves import act
from ludus.web.tables.replay import load_table

pytestmark = pytest.mark.anyio


def stage(live: LiveTable) -> str:
    return live.head.stage


async def test_a_move_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        await answer(hub.live, ann.id, 0, 2)
        other = SqliteStore(tmp_path / "ludus.sqlite")
        stored = await other.load(hub.live.id)
        await other.close()
        assert stored is not None
        assert [(row.seat, row.act) for row in stored.log] == [(0, "bid:2")]
        assert stored.head.waiting == (1,)


async def test_players_who_act_side_by_side_do_not_collide(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        seen_by_ann, seen_by_bob = live.number(0), live.number(1)
        await act(live, ann.id, 0, seen_by_ann, "bid:1")
        # Bob's page still shows the position before Ann's bid; his answer counts all the same.
        await act(live, bob.id, 1, seen_by_bob, "bid:0")
        assert [move.act for move in live.table.moves] == ["bid:1", "bid:0"]


async def test_both_at_once_are_both_done(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await asyncio.gather(
            act(live, ann.id, 0, live.number(0), "bid:1"),
            act(live, bob.id, 1, live.number(1), "bid:0"),
        )
        assert {move.seat for move in live.table.moves} == {0, 1}


async def test_a_double_click_counts_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "sheets", [ann, bob])).live
        number = live.number(0)
        action = live.table.decisions()[0].options[0].text
        first, second = await asyncio.gather(
            act(live, ann.id, 0, number, action),
            act(live, ann.id, 0, number, action),
            return_exceptions=True,
        )
        assert first is None
        assert isinstance(second, Stale)
        assert len([move for move in live.table.moves if move.seat == 0]) == 1


async def test_an_undone_decision_has_a_new_number(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "sheets", [ann, bob])).live
        old = live.number(0)
        await answer(live, ann.id, 0)
        await takebacks.undo(live, ann.id, 0, None)
        assert live.number(0) > old
        decision = live.decision(0)
        assert decision is not None
        with pytest.raises(Stale):
            await act(live, ann.id, 0, old, decision.options[0].text)


async def test_refusals_change_nothing(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        number = live.number(0)
        with pytest.raises(Forbidden):
            await act(live, bob.id, 0, number, "bid:1")
        with pytest.raises(Forbidden):
            await act(live, "", 0, number, "bid:1")
        with pytest.raises(RequestError):
            await act(live, ann.id, 7, number, "bid:1")
        with pytest.raises(PlayerError):
            await act(live, ann.id, 0, number, "nonsense")
        with pytest.raises(IllegalAction):
            await act(live, ann.id, 0, number, "lot:0")
        with pytest.raises(Stale):
            await act(live, ann.id, 0, number + 5, "bid:1")
        assert live.table.moves == []
        assert live.head.rows == 0
        await act(live, ann.id, 0, number, "bid:1")


async def test_a_table_waits_until_every_seat_is_taken(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "open"]))
        live = hub.live
        assert stage(live) == "waiting"
        with pytest.raises(RequestError, match="waits until every seat"):
            await act(live, ann.id, 0, live.number(0), "bid:1")
        await seating.join(live, bob, None)
        assert stage(live) == "playing"
        with pytest.raises(Stale, match="no seat is open"):
            await seating.join(live, ann, None)
        with pytest.raises(Stale, match="taken"):
            await seating.join(live, ann, 1)


# What is left after the table was put away --------------------------------------------------------


async def reloaded(app: AppState, hub: Hub) -> LiveTable:
    live = hub.live
    live.used = 0
    app.tables._unload_idle()
    again = (await app.tables.hub(live.id)).live
    assert again is not live
    return again


async def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "sheets", [ann, bob])
        live = hub.live
        for _ in range(3):
            await answer(live, ann.id, 0)
        await answer(live, bob.id, 1)
        await takebacks.undo(live, ann.id, 0, None)
        numbers = [live.number(0), live.number(1)]
        again = await reloaded(app, hub)
        assert again.table.moves == live.table.moves
        assert [again.number(0), again.number(1)] == numbers
        assert again.undoable(0) == live.undoable(0)
        assert again.pinned == ""


async def test_a_game_that_is_over_is_put_away_sooner(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        going = await seated(app, "bids", [ann, bob])
        ended = await seated(app, "bids", [ann, bob])
        while not ended.live.over:
            for seat, who in enumerate((ann, bob)):
                if ended.live.decision(seat) is not None:
                    await answer(ended.live, who.id, seat)
        settings = app.tables.settings
        between = (settings.idle_over + settings.idle) / 2
        for hub in (going, ended):
            hub.live.used = app.tables.now() - int(between * 1000)
        app.tables._unload_idle()
        assert await app.tables.hub(going.live.id) is going
        assert await app.tables.hub(ended.live.id) is not ended


async def test_redo_outlives_the_table_in_memory(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "sheets", [ann, bob])
        for _ in range(3):
            await answer(hub.live, ann.id, 0)
        played = list(hub.live.table.moves)
        await takebacks.undo(hub.live, ann.id, 0, 2)
        await takebacks.redo(hub.live, ann.id, 0)
        again = await reloaded(app, hub)
        assert again.table.redoable(0)
        await takebacks.redo(again, ann.id, 0)
        assert [move.act for move in again.table.moves] == [move.act for move in played]
        stored = await app.tables.store.load(again.id)
        assert stored is not None
        kinds = [row.kind for row in stored.log]
        assert kinds == ["play", "play", "play", "undo", "redo", "redo"]


async def test_a_move_that_cannot_be_written_is_not_made(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        live = hub.live
        real = app.tables.store.save

        async def broken(change: Change) -> None:
            raise StoreError("the disk is full")

        app.tables.store.save = broken  # type: ignore[method-assign]  # A disk that is full.
        with pytest.raises(Unavailable):
            await answer(live, ann.id, 0)
        app.tables.store.save = real  # type: ignore[method-assign]  # And one that is not.
        again = (await app.tables.hub(live.id)).live
        assert again is not live
        assert again.table.moves == []
        await answer(again, ann.id, 0)


async def test_a_game_that_other_rules_play_differently_is_pinned(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        await answer(hub.live, ann.id, 0, 4)
        await answer(hub.live, bob.id, 1, 3)
        table = hub.live.id
        record = hub.live.record().dump()

    class Poorer(Bids):
        """Version 2: a purse of three."""

        PURSE = 3

    def newer(name: str) -> AnyBox:
        box = bids(Poorer())
        return replace(box, meta=msgspec.structs.replace(box.meta, stage="table", version=2))

    async with a_room(tmp_path, box=newer) as app:
        live = (await app.tables.hub(table)).live
        assert "version 1" in live.pinned
        assert "version 2" in live.pinned
        assert live.head.version == 1
        with pytest.raises(RequestError, match="It stays as it was"):
            await act(live, ann.id, 0, live.number(0), "bid:0")
        assert live.record().dump() == record


async def test_talking_at_a_pinned_table_changes_nothing_and_a_rematch_is_offered(
    tmp_path: Path,
) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        table, before = hub.live.id, hub.live.head

    class Poorer(Bids):
        """Version 2: a purse of three, so other bids are on offer."""

        PURSE = 3

    def newer(name: str) -> AnyBox:
        box = bids(Poorer())
        return replace(box, meta=msgspec.structs.replace(box.meta, stage="table", version=2))

    for text in ("What now?", "Again?"):
        async with a_room(tmp_path, box=newer) as app:
            hub = await app.tables.hub(table)
            live = hub.live
            assert "version 1" in live.pinned
            await live.step(partial(talk, live, text))
            assert (live.head.version, live.head.offer) == (before.version, before.offer)
            assert (live.head.moves, live.head.waiting) == (before.moves, before.waiting)
            model = hub.model(hub.role(ann.id))
            assert "rematch" in model.may and "rematch" in str(notice(model)).lower()
            assert "rematch" not in hub.model(hub.role("")).may
            again = await rematch(app.tables, ann, hub)
            assert (await app.tables.hub(again)).live.head.version == 2
            assert f"/tables/{again}" in str(notice(hub.model(hub.role(bob.id))))


async def test_whose_game_is_pinned_reads_what_changed_since(tmp_path: Path) -> None:
    """By the first rules of Cambria the dice for the start fell by themselves."""
    async with a_room(tmp_path, box=open_box) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        stored = await app.tables.store.load(hub.live.id)
        assert stored is not None
        head = replace(stored.head, version=1)
        log = (LogRow(1, "play", CHANCE, "dice:3", 0),)
        live = load_table(app.tables, replace(stored, head=head, log=log), open_box("cambria"))
        assert live.pinned.startswith(
            "This game was played by version 1 of the rules, and version 2 would play it "
            "differently. Each player now throws the roll for the start. It stays as it was"
        )


def talk(live: LiveTable, text: str, step: Step) -> None:
    announce(live, step, text)


async def test_a_game_that_other_rules_play_alike_goes_on(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        await answer(hub.live, ann.id, 0, 4)
        table = hub.live.id

    def newer(name: str) -> AnyBox:
        box = bids()
        return replace(box, meta=msgspec.structs.replace(box.meta, stage="table", version=2))

    async with a_room(tmp_path, box=newer) as app:
        live = (await app.tables.hub(table)).live
        assert live.pinned == ""
        await answer(live, bob.id, 1, 0)
        assert live.head.version == 2


# Bots ---------------------------------------------------------------------------------------------


async def test_bots_play_to_the_end_and_see_only_their_view(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        wish = TableRequest("bids", ["bot:easy", "bot:hard"], options={"rounds": "3"})
        live = (await open_table(app.tables, ann, wish)).live
        await settled(lambda: live.over)
        assert live.head.ranks
        for question in mind.asked:
            assert question.kind == "tests.kit.toys.bids:BidView"
            assert b'"bids"' not in bytes(question.view)


async def test_a_bot_without_an_answer_does_not_stop_the_game(tmp_path: Path) -> None:
    mind = Silent()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        live = (
            await open_table(app.tables, ann, TableRequest("bids", ["bot:easy", "bot:easy"]))
        ).live
        await settled(lambda: live.over)
        assert mind.asked


async def test_a_bot_that_fails_is_named_and_the_default_bot_chooses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Mad(FirstChoice):
        async def choose(self, question: Question) -> str:
            if question.level == "hard":
                self.asked.append(question)
                return "win:everything"
            return await super().choose(question)

    mind = Mad()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        live = (
            await open_table(app.tables, ann, TableRequest("bids", ["bot:hard", "bot:hard"]))
        ).live
        await settled(lambda: live.over)
        assert f"{live.names[0]} (hard) chose 'win:everything', not on offer" in caplog.text
        levels = [question.level for question in mind.asked if question.seat == 0]
        assert levels[:3] == ["hard", "hard", "greedy"]


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    class Asleep(FirstChoice):
        async def choose(self, question: object) -> str:
            await asyncio.sleep(3600)
            raise AssertionError("nobody waits that long")

    async with a_room(tmp_path, Asleep()) as app:
        ann = await person(app, "Ann")
        live = (
            await open_table(app.tables, ann, TableRequest("bids", ["bot:easy", "bot:easy"]))
        ).live
        assert live.head.wake == 0
    async with a_room(tmp_path) as app:
        stored = await app.tables.store.load(live.id)
        assert stored is not None
        await settled(lambda: app.tables.loaded == 1)
        again = (await app.tables.hub(live.id)).live
        await settled(lambda: again.over)


async def test_a_seat_is_given_to_a_bot_and_taken_back(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        with pytest.raises(Forbidden):
            await seating.give_to_bot(live, bob, 0, "easy")
        await seating.give_to_bot(live, ann, 0, "easy")
        assert live.seats[0].kind == "bot"
        assert live.names[0] == "Ann"
        await settled(lambda: any(move.seat == 0 for move in live.table.moves))
        with pytest.raises(Forbidden):
            await seating.reclaim(live, bob, 0)
        await seating.reclaim(live, ann, 0)
        assert live.held(ann.id) == (0,)
        await answer(live, bob.id, 1, 0)
        await answer(live, ann.id, 0, 0)


async def test_the_host_fills_frees_and_invites(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = people
        hub = await open_table(app.tables, ann, TableRequest("sheets", ["me", "open", "open"]))
        live = hub.live
        with pytest.raises(Forbidden):
            await seating.give_to_bot(live, bob, 1, "easy")
        await seating.join(live, bob, 1)
        await seating.give_to_bot(live, ann, 2, "easy")
        assert stage(live) == "playing"
        with pytest.raises(Forbidden):
            await free(app, live, bob, 0)
        await free(app, live, ann, 1)
        assert stage(live) == "waiting"
        assert live.held(bob.id) == ()
        url = await app.links.invite(hub, 1, ann)
        link = await app.links.find(url.removeprefix("/i/"))
        await seating.use_invitation(live, cyd, link)
        assert live.held(cyd.id) == (1,)
        assert live.head.stage == "playing"


async def test_an_invitation_is_used_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = people
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "open", "open"]))
        link = await app.links.find(app.links.url(hub.invitations[1]).removeprefix("/i/"))
        results = await asyncio.gather(
            seating.use_invitation(hub.live, bob, link),
            seating.use_invitation(hub.live, cyd, link),
            return_exceptions=True,
        )
        assert sum(result == 1 for result in results) == 1
        assert hub.live.seats[1].session in (bob.id, cyd.id)
        assert hub.live.seats[2].kind == "open"


async def test_a_recovery_link_carries_seat_and_host_over(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        url = await app.links.recovery(hub, ann)
        phone = await person(app, "Ann's phone")
        link = await app.links.find(url.removeprefix("/i/"))
        assert await seating.use_recovery(hub.live, phone, link) == [0]
        assert hub.live.held(phone.id) == (0,)
        assert hub.live.held(ann.id) == ()
        assert hub.live.names[0] == "Ann"
        assert hub.live.head.host == phone.id
        with pytest.raises(Stale):
            await seating.use_recovery(hub.live, bob, link)


async def test_giving_up_ends_a_game_of_two(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await seating.forfeit(live, ann, 0)
        assert live.over
        assert live.head.ranks == (2, 1)


async def test_whoever_gives_up_comes_last_while_the_others_play_on(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = people
        live = (await seated(app, "bids", people)).live
        await seating.forfeit(live, ann, 0)
        assert live.playing
        assert live.seats[0].kind == "bot"
        with pytest.raises(Forbidden):
            await seating.reclaim(live, ann, 0)
        while not live.over:
            for who, seat in ((bob, 1), (cyd, 2)):
                if live.decision(seat) is not None:
                    await answer(live, who.id, seat)
            await asyncio.sleep(0.01)
        assert live.head.scores[0] == max(live.head.scores)
        assert live.head.ranks[0] == 3


# Where tables come from ---------------------------------------------------------------------------


async def finished(app: AppState) -> Hub:
    ann, bob = await person(app, "Ann"), await person(app, "Bob")
    hub = await seated(app, "bids", [ann, bob])
    while not hub.live.over:
        for who, seat in ((ann, 0), (bob, 1)):
            if hub.live.decision(seat) is not None:
                await answer(hub.live, who.id, seat, seat)
    return hub


async def test_a_finished_game_is_played_on_from_a_past_position(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub = await finished(app)
        cyd = await person(app, "Cyd")
        new = await fork(app.tables, cyd, hub, 1)
        assert new.live.head.given == 1
        assert new.live.table.moves[0] == hub.live.table.moves[0]
        assert new.live.held(cyd.id) == (1,)
        assert new.live.undoable(0) == []
        await answer(new.live, cyd.id, 1, 2)
        assert len(hub.live.table.moves) > 2
        for at, why in ((99, "no position"), (len(hub.live.table.moves), "is over")):
            with pytest.raises(PlayerError, match=why):
                await fork(app.tables, cyd, hub, at)


async def test_a_game_that_goes_on_is_not_forked(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        with pytest.raises(RequestError, match="once it is over"):
            await fork(app.tables, ann, hub, 0)


async def test_a_record_goes_out_and_comes_back(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub = await finished(app)
        cyd = await person(app, "Cyd")
        text = hub.live.record().dump()
        again = await upload(app.tables, cyd, text)
        assert again.live.over
        assert again.live.record().dump() == text
        assert again.live.head.scores == hub.live.head.scores
        assert [row.id for row in (await app.lobby.mine(cyd.id))[0]] == [again.live.id]
        lines = text.splitlines(keepends=True)
        open_end = await upload(app.tables, cyd, "".join(lines[:2]))
        assert open_end.live.playing
        assert open_end.live.held(cyd.id) == (0, 1)


async def test_a_rematch_seats_the_same_people_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub = await finished(app)
        ann = await app.sessions.get(hub.live.seats[0].session)
        bob = await app.sessions.get(hub.live.seats[1].session)
        assert ann is not None
        assert bob is not None
        one, other = await asyncio.gather(
            rematch(app.tables, ann, hub), rematch(app.tables, bob, hub)
        )
        assert one == other == hub.live.head.rematch
        new = (await app.tables.hub(one)).live
        assert new.held(ann.id) == (0,)
        assert new.held(bob.id) == (1,)
        cyd = await person(app, "Cyd")
        with pytest.raises(RequestError):
            await rematch(app.tables, cyd, hub)


async def test_what_a_table_never_changes_is_looked_up_once_for_all_drawings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def noted(box: AnyBox) -> tuple[str, ...]:
        asked.append(box.meta.name)
        return offered(box)

    monkeypatch.setattr(results, "offered", noted)
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        first = hub.model(hub.role(ann.id))
        await answer(hub.live, ann.id, 0, 2)
        second = hub.model(hub.role(bob.id))
        assert [level.key for level in second.levels] == list(offered(hub.live.box))
        assert first.levels is second.levels
        assert asked == ["bids"]
