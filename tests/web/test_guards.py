"""No advice for a game that is still running here, however it was copied."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.web.support import FirstChoice, a_room, person

from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.record import Move, Record
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table
from ludus.store import Session
from ludus.web.bots.analysis import AnalysisJob
from ludus.web.bots.queue import Owner
from ludus.web.http.errors import Forbidden
from ludus.web.state import AppState
from ludus.web.tables import guards
from ludus.web.tables.create import TableRequest, open_table, upload
from ludus.web.tables.guards import keys_of
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act
from ludus.web.tables.seats import forfeit, join

pytestmark = pytest.mark.anyio

MOVES = 40


async def between_people(app: AppState, game: str = "cambria") -> tuple[LiveTable, list[Session]]:
    """A game that two people have played for a while."""
    people = [await person(app, name) for name in ("Ann", "Bob")]
    live = (await open_table(app.tables, people[0], TableRequest(game, ["me", "open"]))).live
    await join(live, people[1], None)
    rng = SeededRng(5)
    while len(live.table.moves) < MOVES:
        seat = live.owing()[0]
        decision = live.decision(seat)
        assert decision is not None
        await act(live, people[seat].id, seat, live.number(seat), pick(decision, rng).text)
    return live, people


async def hint(app: AppState, live: LiveTable, session: str) -> None:
    await app.hints.give(await app.tables.hub(live.id), session, live.owing()[0])


def to_the_end(live: LiveTable) -> Record:
    """The game so far, played on at random."""
    table: AnyTable = Table.replay(live.box, live.record())
    rng = SeededRng(6)
    while table.decisions():
        decision = table.decisions()[0]
        table.play(decision.seat, pick(decision, rng))
    return table.record


@pytest.mark.parametrize("game", ["cambria", "agricola", "hadrians_wall", "para_bellum"])
async def test_no_hint_for_a_copy_of_a_running_game(tmp_path: Path, game: str) -> None:
    """The attack: upload the running game to a table of one's own, and ask there."""
    mind = FirstChoice()
    async with a_room(tmp_path, mind, box=open_box) as app:
        live, people = await between_people(app, game)
        eve = await person(app, "Eve")
        copy = (await upload(app.tables, eve, live.record().dump())).live
        with pytest.raises(Forbidden, match="at another table"):
            await hint(app, copy, eve.id)
        # Nor for what may come next.
        seat = copy.owing()[0]
        decision = copy.decision(seat)
        assert decision is not None
        await act(copy, eve.id, seat, copy.number(seat), decision.options[0].text)
        with pytest.raises(Forbidden, match="at another table"):
            await hint(app, copy, eve.id)
        assert not mind.asked
        await forfeit(live, people[0], 0)
        assert live.over
        await hint(app, copy, eve.id)
        assert mind.asked


async def test_no_analysis_of_a_copy_that_was_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(self: object, work: AnalysisJob, record: str, pack: str) -> None:
        work.error = "not made in this test"

    monkeypatch.setattr("ludus.web.bots.analysis.AnalysisQueue._make", nothing)
    async with a_room(tmp_path, box=open_box) as app:
        live, people = await between_people(app)
        eve = await person(app, "Eve")
        copy = (await upload(app.tables, eve, to_the_end(live).dump())).live
        assert copy.over
        with pytest.raises(Forbidden, match="began like this one"):
            await app.analyses.start(copy, Owner(eve.id))
        await forfeit(live, people[0], 0)
        await app.analyses.start(copy, Owner(eve.id))


async def test_it_is_known_after_a_restart_too(tmp_path: Path) -> None:
    async with a_room(tmp_path, box=open_box) as app:
        live, _ = await between_people(app)
        text = live.record().dump()
    async with a_room(tmp_path, box=open_box) as app:
        assert app.tables.loaded == 0
        eve = await person(app, "Eve")
        copy = (await upload(app.tables, eve, text)).live
        with pytest.raises(Forbidden, match="at another table"):
            await hint(app, copy, eve.id)


async def test_other_games_and_openings_are_free(tmp_path: Path) -> None:
    async with a_room(tmp_path, box=open_box) as app:
        live, _ = await between_people(app)
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        fresh = (await open_table(app.tables, ann, TableRequest("cambria", ["me", "open"]))).live
        await join(fresh, bob, None)
        eve = await person(app, "Eve")
        prefix = fresh.record()
        same = (await upload(app.tables, eve, prefix.dump())).live
        await hint(app, same, eve.id)
        # A position that the running game has left behind is nobody's any more.
        past = (await upload(app.tables, eve, live.record().prefix(MOVES - 10).dump())).live
        if past.owing():
            await hint(app, past, eve.id)


def test_a_position_is_known_by_what_a_seat_sees_not_by_its_moves() -> None:
    box = open_box("cambria")
    table = Table(box, ["Ann", "Bob"])
    rng = SeededRng(3)
    for _ in range(20):
        decision = table.decisions()[0]
        table.play(decision.seat, pick(decision, rng))
    other = Table(box, ["Eve", "Eve 2"])
    other.set_position(box.rules.copy(table.state))
    assert keys_of(other, (0, 1)) == keys_of(table, (0, 1))
    assert len(set(keys_of(table, (0, 1)).split())) == 2
    decision = table.decisions()[0]
    table.play(decision.seat, pick(decision, rng))
    assert keys_of(other, (0, 1)) != keys_of(table, (0, 1))


async def test_without_games_between_people_nothing_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path, box=open_box) as app:
        ann = await person(app, "Ann")
        live = (await open_table(app.tables, ann, TableRequest("cambria", ["me", "me"]))).live

        async def refuse(*given: object) -> object:
            raise AssertionError("it was compared")

        monkeypatch.setattr(app.tables.guards, "_seen_by", refuse)
        await hint(app, live, ann.id)


async def test_what_is_compared_is_bounded_and_not_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[int] = []
    real = guards._seen

    def counted(
        box: AnyBox, state: object, moves: Sequence[Move], seats: Sequence[int]
    ) -> list[tuple[bytes, ...]]:
        replayed.append(len(moves))
        return real(box, state, moves, seats)

    monkeypatch.setattr(guards, "_seen", counted)
    async with a_room(tmp_path, box=open_box) as app:
        live, _ = await between_people(app)
        table = Table.replay(live.box, to_the_end(live))
        length = len(table.moves)
        assert await app.tables.guards.are_played("copy", table, (0,))
        assert await app.tables.guards.are_played("copy", table, (0,))
        assert replayed == [length, 0]
        # A move that was taken back, and another one in its place.
        table.take_back(length - 5)
        assert await app.tables.guards.are_played("copy", table, (0,))
        decision = table.decisions()[0]
        table.play(decision.seat, decision.options[-1])
        assert await app.tables.guards.are_played("copy", table, (0,))
        assert replayed == [length, 0, 0, 1]
        shallow = guards.Guards(0, 10)
        shallow.set("live", "cambria", live.head.guards)
        for back in (0, 3):
            table.take_back(len(table.moves) - back)
            assert not await shallow.are_played("copy", table, (0,))
        assert max(replayed[4:]) <= 10
        table.take_back(MOVES + 4)
        assert await shallow.are_played("copy", table, (0,))
