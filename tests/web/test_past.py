"""Past positions: what was decided there, as far as a viewer may know."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import a_room, answer, person, seated

from ludus.web.live.view_model import ViewerRole
from ludus.web.pages.table import table_parts
from ludus.web.pages.table.history import history

pytestmark = pytest.mark.anyio

NOTHING = "Nothing that everybody can see."


async def test_every_move_of_a_public_game_is_told_in_its_history(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        live = hub.live
        for _ in range(16):
            seat = live.owing()[0]
            await answer(live, (ann, bob)[seat].id, seat)
        silent = decided = 0
        for at in range(1, len(live.table.moves)):
            # A watcher reads the same as a player.
            told = history(hub.model(ViewerRole(), at)).html
            assert NOTHING not in told, at
            move = live.table.moves[at - 1]
            if move.seat >= 0:
                decided += 1
                assert f"{live.names[move.seat]} decided" in told
                state = live.table.at(at - 1)
                offered = live.box.rules.decisions(state)[0].options
                assert f"{len(offered)} choice" in told
            silent += move.act == "roll"
            assert move.act != "roll" or "Roll" in told
        assert silent and decided > silent


@pytest.mark.parametrize("game", ["cambria", "agricola"])
async def test_a_past_position_needs_only_the_end_of_the_log(tmp_path: Path, game: str) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, game, [ann, bob])
        live = hub.live
        shorter = 0
        while live.playing and len(live.table.moves) < 100:
            seat = live.asked()[0]
            await answer(live, (ann, bob)[seat].id, seat)
        role = hub.role(ann.id)
        for at in range(len(live.table.moves)):
            whole, end = hub.model(role, at), hub.model(role, at, with_log=False)
            assert table_parts(end) == table_parts(whole), at
            shorter += len(end.log) < len(whole.log)
        assert shorter > 20


async def test_what_others_could_choose_is_secret_until_the_end(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        assert hub.live.box.meta.secrets
        await answer(hub.live, ann.id, 0, 2)
        await answer(hub.live, bob.id, 1, 1)
        mine = hub.model(hub.role(ann.id), 1).decided
        assert mine is not None
        assert (mine.seat, mine.count) == (0, 5)
        for role in (hub.role(bob.id), ViewerRole()):
            assert hub.model(role, 1).decided is None
            assert "decided" not in history(hub.model(role, 1)).html
        while not hub.live.over:
            for seat in hub.live.owing():
                await answer(hub.live, (ann, bob)[seat].id, seat)
        assert hub.model(ViewerRole(), 1).decided == mine
