"""Gestures: several choices by one request, one step, one line in the log, one undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import a_room, answer, person, seated
from tests.web.test_live_table import reloaded

from ludus.core.models import Wish
from ludus.web.http.errors import Forbidden, RequestError, Stale
from ludus.web.live.view_model import story, undo_model
from ludus.web.tables import moves, takebacks
from ludus.web.tables.live_table import LiveTable

pytestmark = pytest.mark.anyio

THREE = Wish("marks", {"cell-0": 1, "cell-2": 1, "cell-1": 1})


def marks(live: LiveTable) -> list[str]:
    return [move.act for move in live.table.moves if move.seat == 0]


async def test_a_wish_is_carried_out_in_one_step_and_written_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "sheets", [ann, bob])
        live = hub.live
        saves: list[int] = []
        save = live._host.save

        async def counted(change: object) -> None:
            saves.append(1)
            await save(change)  # type: ignore[arg-type]  # passed on as it came

        live._host.save = counted  # type: ignore[method-assign]  # to count
        number = live.number(0)
        assert await moves.gesture(live, ann.id, 0, number, THREE) == ""
        assert marks(live) == ["mark:0", "mark:1", "mark:2"]
        assert saves == [1]
        lines = story(live, 0, live.table.view(0))
        assert [line.number for line in lines] == [3]
        with pytest.raises(Stale):
            await moves.gesture(live, ann.id, 0, number, THREE)


async def test_a_gesture_is_undone_and_redone_as_one_also_after_a_restart(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "sheets", [ann, bob])
        await answer(hub.live, bob.id, 1)
        await moves.gesture(hub.live, ann.id, 0, hub.live.number(0), THREE)
        live = await reloaded(app, hub)
        hub = await app.tables.hub(live.id)
        assert [line.number for line in story(live, 0, live.table.view(0))] == [1, 4]
        shown = undo_model(live, hub.role(ann.id), 0)
        assert (shown.step, shown.turn, shown.lines) == (2, 0, (4,))
        await takebacks.undo(live, ann.id, 0, None)
        assert [move.seat for move in live.table.moves] == [1]
        live = await reloaded(app, hub)
        hub = await app.tables.hub(live.id)
        await takebacks.redo(live, ann.id, 0)
        assert marks(live) == ["mark:0", "mark:1", "mark:2"]
        live = await reloaded(app, hub)
        await takebacks.undo(live, ann.id, 0, None)
        assert marks(live) == []


async def test_it_stops_where_no_option_fits_and_says_so(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "sheets", [ann, bob])).live
        wish = Wish("marks", {"cell-1": 1, "cell-9": 1})
        note = await moves.gesture(live, ann.id, 0, live.number(0), wish)
        assert note == "cell-9 cannot be marked."
        assert marks(live) == ["mark:1"]
        both = Wish("marks", {"cell-2": 1}, "stop")
        # The last choice ends the game for this seat: there is nothing left to say.
        assert await moves.gesture(live, ann.id, 0, live.number(0), both) == ""
        assert marks(live) == ["mark:1", "mark:2", "stop"]


async def test_hostile_wishes_change_nothing(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "sheets", [ann, bob])).live
        for wish in (
            Wish("nonsense"),
            Wish("marks", {"cell-7": 1000}),
            Wish("marks", {f"cell-{n}": 1 for n in range(50, 110)}, "nowhere"),
        ):
            with pytest.raises(RequestError):
                await moves.gesture(live, ann.id, 0, live.number(0), wish)
        with pytest.raises(Forbidden):
            await moves.gesture(live, bob.id, 0, live.number(0), THREE)
        assert live.table.moves == []
        live = (await seated(app, "hourglass", [ann, bob])).live
        with pytest.raises(RequestError, match="cannot be done here"):
            await moves.gesture(live, ann.id, 0, live.number(0), THREE)
