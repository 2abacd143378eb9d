"""Taking back at a live table: undo, redo, and what the others must agree to."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import Asleep, a_room, answer, person, seated, settled

from ludus.web.api.serializers import table_answer
from ludus.web.http.errors import Forbidden, RequestError, Stale
from ludus.web.pages.table.seats import notice
from ludus.web.tables import takebacks
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.seats import forfeit, give_to_bot
from ludus.web.tables.table_data import TakebackRequest

pytestmark = pytest.mark.anyio


async def test_undo_stops_where_something_was_learned(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await answer(live, ann.id, 0, 1)
        await takebacks.undo(live, ann.id, 0, None)
        await answer(live, ann.id, 0, 2)
        await answer(live, bob.id, 1, 0)
        with pytest.raises(RequestError, match="something new was learned"):
            await takebacks.undo(live, ann.id, 0, None)
        with pytest.raises(RequestError):
            await takebacks.undo(live, ann.id, 0, 1)


async def test_undo_of_one_keeps_what_the_other_did_meanwhile(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "sheets", [ann, bob])).live
        await answer(live, ann.id, 0)
        await answer(live, bob.id, 1)
        await answer(live, ann.id, 0)
        theirs = [move.act for move in live.table.moves if move.seat == 1]
        await takebacks.undo(live, ann.id, 0, 1)
        assert [move.seat for move in live.table.moves] == [1]
        assert [move.act for move in live.table.moves] == theirs
        with pytest.raises(Forbidden):
            await takebacks.undo(live, ann.id, 1, None)


async def test_a_takeback_needs_everybody(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = people
        live = (await seated(app, "bids", people)).live
        await answer(live, ann.id, 0, 1)
        await answer(live, bob.id, 1, 0)
        await answer(live, cyd.id, 2, 0)
        with pytest.raises(RequestError, match="not one of yours"):
            await takebacks.ask(live, ann.id, 0, 2)
        await takebacks.ask(live, ann.id, 0, 1)
        with pytest.raises(Stale):
            await takebacks.answer(live, ann.id, 0, True)
        await takebacks.answer(live, bob.id, 1, True)
        assert live.table.moves
        await takebacks.answer(live, cyd.id, 2, True)
        assert live.table.moves == []
        said = [row.text for row in live.chat]
        assert "Ann asks to take back move 1." in said
        assert "Cyd agrees to the takeback." in said


async def test_one_no_ends_a_takeback(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = people
        live = (await seated(app, "bids", people)).live
        await answer(live, ann.id, 0, 1)
        await takebacks.ask(live, ann.id, 0, 1)
        await takebacks.answer(live, bob.id, 1, False)
        assert live.data.takeback is None
        with pytest.raises(Stale):
            await takebacks.answer(live, cyd.id, 2, True)
        assert len(live.table.moves) == 1


async def test_whoever_asked_for_a_takeback_can_withdraw_it(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await answer(live, ann.id, 0, 1)
        await takebacks.ask(live, ann.id, 0, 1)
        await takebacks.answer(live, ann.id, 0, False)
        assert live.data.takeback is None
        assert [row.text for row in live.chat][-1] == "Ann no longer asks for the takeback."
        for who, seat in ((ann, 0), (bob, 1)):
            with pytest.raises(Stale):
                await takebacks.answer(live, who.id, seat, False)
        assert len(live.table.moves) == 1


async def test_a_move_ends_a_takeback_that_was_asked_for(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await answer(live, ann.id, 0, 1)
        await takebacks.ask(live, ann.id, 0, 1)
        await answer(live, bob.id, 1, 0)
        assert live.data.takeback is None


async def test_bots_agree_to_takebacks(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        live = (await open_table(app.tables, ann, TableRequest("bids", ["me", "bot:easy"]))).live
        await settled(lambda: len(live.table.moves) == 1)
        await answer(live, ann.id, 0, 1)
        await settled(lambda: live.decision(0) is not None and len(live.table.moves) >= 3)
        to = next(n for n, move in enumerate(live.table.moves, 1) if move.seat == 0)
        await takebacks.ask(live, ann.id, 0, to)
        assert not any(move.seat == 0 for move in live.table.moves)


async def test_a_person_is_asked_also_while_a_bot_plays_for_them(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
        ann, bob, cyd = people
        live = (await seated(app, "bids", people)).live
        await answer(live, ann.id, 0, 1)
        await answer(live, bob.id, 1, 2)
        await give_to_bot(live, bob, 1, "easy")
        await takebacks.ask(live, ann.id, 0, 1)
        await takebacks.answer(live, cyd.id, 2, True)
        assert [move.seat for move in live.table.moves] == [0, 1]
        with pytest.raises(Forbidden):
            await takebacks.answer(live, ann.id, 1, True)
        await takebacks.answer(live, bob.id, 1, True)
        assert live.table.moves == []
        assert live.chat[-1].text == "Ann takes back move 1 and all after it."


async def test_who_has_moved_nothing_of_it_and_is_away_is_not_asked(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await answer(live, ann.id, 0, 1)
        await give_to_bot(live, bob, 1, "easy")
        await takebacks.ask(live, ann.id, 0, 1)
        assert live.table.moves == []
        # Also where nobody had to be asked, everybody can read it.
        assert live.chat[-1].text == "Ann takes back move 1 and all after it."


async def test_an_answer_counts_for_the_move_that_it_names(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob")]
        ann, bob = people
        live = (await seated(app, "sheets", people)).live
        for _ in range(2):
            await answer(live, ann.id, 0)
        await takebacks.ask(live, ann.id, 0, 2)
        # Bob's page still shows that request when a larger one takes its place.
        await takebacks.ask(live, ann.id, 0, 1)
        with pytest.raises(Stale, match="asked about move 1"):
            await takebacks.answer(live, bob.id, 1, True, 2)
        assert len(live.table.moves) == 2
        await takebacks.answer(live, bob.id, 1, True, 1)
        assert live.table.moves == []


async def test_a_game_that_was_given_up_is_not_taken_back(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        await answer(live, ann.id, 0, 1)
        await takebacks.ask(live, ann.id, 0, 1)
        await forfeit(live, ann, 0)
        with pytest.raises(Stale):
            await takebacks.answer(live, bob.id, 1, True)
        assert live.over
        assert len(live.table.moves) == 1


async def test_whoever_is_away_can_answer_on_the_page_and_by_program(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        await answer(hub.live, bob.id, 1, 2)
        await answer(hub.live, ann.id, 0, 1)
        await give_to_bot(hub.live, bob, 1, "easy")
        to = len(hub.live.table.moves)
        while hub.live.table.moves[to - 1].seat != 0:
            to -= 1
        hub.live.data.takeback = TakebackRequest(0, to, (1,))
        role = hub.role(bob.id)
        assert 'action="' + hub.url + '/takeback/answer"' in str(notice(hub.model(role)))
        assert table_answer(hub, role).undo.your_answer
        assert not table_answer(hub, hub.role("")).undo.your_answer
