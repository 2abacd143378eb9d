"""Conqueror at live tables: kept in the middle of an attack, by these rules and by older ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.web.support import Watch, a_room, person

from ludus.core.game import AnyBox
from ludus.core.lessons import lessons_of, opening_moves
from ludus.core.protocol import CLOCK, Decision
from ludus.core.registry import find_game, open_box
from ludus.core.table import AnyTable, Table
from ludus.games.conqueror.content import load_contents
from ludus.games.conqueror.ids import INSIDE
from ludus.games.conqueror.state import State
from ludus.games.conqueror.view import Conqueror
from ludus.web.http.errors import RequestError
from ludus.web.tables.create import rematch, upload
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act
from ludus.web.tables.timeouts import tick

pytestmark = pytest.mark.anyio


def in_the_middle(box: AnyBox) -> str:
    """The record of a game with a clock, in which Rome has declared an attack on the Alpes and has
    to say who joins it."""
    lesson = lessons_of("conqueror")["your-own-turn"]
    options = {**lesson.options, "timer": "60"}
    table: AnyTable = Table(box, ("Ann", "Ben", "Cleo"), options)
    for move in opening_moves(lesson):
        table.play(move.seat, move.act)
    for text in ("recruit_infantry:6", "attack:26"):
        table.play(0, text)
    return table.record.dump()


def asked(live: LiveTable) -> list[tuple[int, str]]:
    return [(each.seat, each.prompt) for each in live.decisions()]


async def test_a_table_kept_inside_an_attack_goes_on_with_its_clock(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann = await person(app, "Ann")
        hub = await upload(app.tables, ann, in_the_middle(open_box("conqueror")))
        assert asked(hub.live) == [(0, "join"), (CLOCK, "quiet_time")]
        table, timers = hub.live.id, hub.live.data.clocks.timers
        assert list(timers.values()) == [watch.now + 10_000]
    watch.now += 4_000
    async with a_room(tmp_path, watch=watch) as app:
        live = (await app.tables.hub(table)).live
        assert live.pinned == ""
        assert asked(live) == [(0, "join"), (CLOCK, "quiet_time")]
        # While the server was down no time passed for the players.
        assert list(live.data.clocks.timers.values()) == [watch.now + 10_000]
        watch.now += 10_000
        await tick(live)
        assert asked(live) == [(0, "join"), (1, "warn"), (2, "warn")]
        await act(live, ann.id, 0, live.number(0), "join_all")
        assert asked(live)[0] == (0, "advance")


class FirstVersion(Conqueror):
    """Version 1: the clock had no hold inside an action."""

    def decisions(self, state: State) -> Sequence[Decision]:
        found = super().decisions(state)
        inside = state.stack[-1].phase in INSIDE
        return [each for each in found if each.seat != CLOCK] if inside else found


def first_version(name: str) -> AnyBox:
    box = find_game(name).open()
    return replace(
        box,
        meta=msgspec.structs.replace(box.meta, version=1),
        rules=FirstVersion(load_contents(box.pack)),
    )


async def test_a_table_that_older_rules_left_there_is_kept_as_it_was(tmp_path: Path) -> None:
    async with a_room(tmp_path, box=first_version) as app:
        ann = await person(app, "Ann")
        hub = await upload(app.tables, ann, in_the_middle(first_version("conqueror")))
        assert asked(hub.live) == [(0, "join")]
        table, record = hub.live.id, hub.live.record().dump()
    async with a_room(tmp_path) as app:
        hub = await app.tables.hub(table)
        live = hub.live
        changed = live.box.face.words.text("changed.2")
        assert "version 1" in live.pinned and changed in live.pinned
        with pytest.raises(RequestError, match="It stays as it was"):
            await act(live, ann.id, 0, live.number(0), "join_all")
        assert live.record().dump() == record
        assert (await app.tables.hub(await rematch(app.tables, ann, hub))).live.head.version == 2
