"""Content packs on a server: installed, checked in a process of their own, kept for ever."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pytest
from tests.web.support import (
    PATIENCE,
    QUICK,
    Visitor,
    a_room,
    answer,
    person,
    seated,
    serving,
    settled,
)

from ludus.cli import main
from ludus.core.errors import BadRequest
from ludus.core.pack_files import pack_digest, pack_files
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game, open_box
from ludus.lab.train.learner import Learner
from ludus.lab.train.plan import plan_of
from ludus.lab.train.run import Counts, Run, judge_for, write_net
from ludus.store import PackRow, SqliteStore
from ludus.web.bots.player import question_of
from ludus.web.bots.queue import Owner
from ludus.web.bots.worker import answer_question
from ludus.web.config import Settings
from ludus.web.data_folder import SECRET
from ludus.web.http.errors import RequestError
from ludus.web.packs import PackShelf
from ludus.web.tables.chat import announce
from ludus.web.tables.create import TableRequest, open_table, rematch, upload
from ludus.web.tables.moves import act

pytestmark = pytest.mark.anyio
BUILT_IN = open_box("cambria")


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    """A folder with a pack that renames a fort, and one that cannot be played with."""
    folder = tmp_path / "packs"
    folder.mkdir()
    for name in ("renamed", "broken"):
        copy_pack(find_game("cambria"), folder / name)
    maps = folder / "renamed" / "maps.toml"
    text = maps.read_text(encoding="utf-8").replace('name = "Deva"', 'name = "Legion City"')
    maps.write_text(text, encoding="utf-8")
    broken = folder / "broken" / "maps.toml"
    broken.write_text(text.replace("dice = 2", "dice = 3"), encoding="utf-8")
    return folder


def with_packs(packs: Path) -> Settings:
    return replace(QUICK, packs=str(packs))


async def test_a_pack_is_played_with_and_kept(packs: Path, tmp_path: Path) -> None:
    async with a_room(tmp_path / "data", settings=with_packs(packs)) as app:
        await settled(lambda: bool(app.tables.packs.offered("cambria")))
        assert app.tables.packs.offered("cambria") == (("renamed", "Renamed"),)
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        hub = await seated(app, "cambria", [ann, ben], pack="renamed")
        live = hub.live
        assert "Legion City" in live.box.face.text(live.table.view(-1), live.names)
        assert live.head.pack == "renamed"
        assert live.head.content != BUILT_IN.content_hash
        seat = next(iter(live.asked()))
        decision = live.decision(seat)
        assert decision is not None
        question = question_of(live, seat, decision, "easy")
        assert Path(question.pack, "maps.toml").is_file()
        assert answer_question(question).act in question.options, "bots read the pack too"
        await answer(live, (ann, ben)[seat].id, seat)
        record = live.record()
        assert record.header.pack == "renamed"
        table = live.id
        with pytest.raises(BadRequest, match="there is no pack 'broken' for cambria"):
            await open_table(app.tables, ann, TableRequest("cambria", ["me", "me"], pack="broken"))
    shutil.rmtree(packs)
    async with a_room(tmp_path / "data") as app:
        hub = await app.tables.hub(table)
        assert not hub.live.pinned
        assert "Legion City" in hub.live.box.face.text(hub.live.table.view(-1), hub.live.names)
        ann = await person(app, "Ann")
        again = await upload(app.tables, ann, record.dump())
        assert again.live.box.content_hash == record.header.content


async def test_a_pack_with_a_net_has_a_master(packs: Path, tmp_path: Path) -> None:
    """The net goes with the pack into the store, and to the processes in which bots think."""
    shutil.rmtree(packs / "broken")
    shutil.copytree(packs / "renamed", packs / "plain")
    info = packs / "plain" / "pack.toml"
    info.write_text(info.read_text().replace("renamed", "plain").replace("Renamed", "Plain"))
    run = Run("cambria", packs, 0, 1, 0, pack=packs / "renamed")
    learner = Learner(judge_for(run.box(), plan_of(find_game("cambria")), 0), 0.001)
    write_net(packs / "renamed", run, learner, Counts(), "by hand")
    async with a_room(tmp_path / "data", settings=with_packs(packs)) as app:
        await settled(lambda: len(app.tables.packs.offered("cambria")) == 2)
        ann = await person(app, "Ann")
        with pytest.raises(BadRequest, match="it knows the built-in edition only"):
            wanted = TableRequest("cambria", ["me", "bot:master"], pack="plain")
            await open_table(app.tables, ann, wanted)
        wanted = TableRequest("cambria", ["me", "bot:master"], pack="renamed")
        live = (await open_table(app.tables, ann, wanted)).live
        seat = next(iter(live.asked()))
        decision = live.decision(seat)
        assert decision is not None
        question = question_of(live, seat, decision, "master")
        assert Path(question.pack, "net.npz").is_file()
        assert answer_question(question).act in question.options


async def test_a_table_without_its_pack_stays_as_it_was(packs: Path, tmp_path: Path) -> None:
    shutil.rmtree(packs / "broken")
    data = tmp_path / "data"
    await passed(packs / "renamed", data)
    async with a_room(data, settings=with_packs(packs)) as app:
        await settled(lambda: bool(app.tables.packs.offered("cambria")))
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        hub = await seated(app, "cambria", [ann, ben], pack="renamed")
        seat = next(iter(hub.live.asked()))
        await answer(hub.live, (ann, ben)[seat].id, seat)
        table, before, record = hub.live.id, hub.live.head, hub.live.record()
    with closing(sqlite3.connect(data / "ludus.sqlite")) as store, store:
        store.execute("DELETE FROM packs")
    async with a_room(data) as app:
        hub = await app.tables.hub(table)
        assert "the edition 'renamed', which cannot be opened" in hub.live.pinned
        assert hub.model(hub.role(ann.id)).pinned == hub.live.pinned
        with pytest.raises(RequestError, match="the edition 'renamed'"):
            await act(hub.live, ann.id, 0, 0, "pass")
        with pytest.raises(RequestError, match="the edition 'renamed'"):
            await rematch(app.tables, ann, hub)
        await hub.live.step(partial(announce, hub.live, text="What now?"))
        assert hub.live.record() == record
    async with a_room(data) as app:
        head = (await app.tables.hub(table)).live.head
        assert (head.content, head.pack, head.offer) == (before.content, "renamed", before.offer)


async def test_a_backup_and_its_analyses_find_the_pack(packs: Path, tmp_path: Path) -> None:
    """A finished game is restored elsewhere, where nobody has the folder of packs."""
    shutil.rmtree(packs / "broken")
    data, there, file = tmp_path / "data", tmp_path / "there", tmp_path / "backup"
    await passed(packs / "renamed", data)
    async with a_room(data, settings=with_packs(packs)) as app:
        await settled(lambda: bool(app.tables.packs.offered("cambria")))
        ann = await person(app, "Ann")
        wish = TableRequest("cambria", ["bot:easy", "bot:easy"], pack="renamed")
        live = (await open_table(app.tables, ann, wish)).live
        await settled(lambda: live.over)
        table, moves = live.id, len(live.table.moves)
    shutil.rmtree(packs)
    # Commands have a loop of their own.
    (data / SECRET).write_bytes(b"s" * 32)
    for words in (("backup", file, "--data", data), ("restore", file, "--data", there)):
        assert await asyncio.to_thread(main, [str(word) for word in words]) == 0
    async with a_room(there) as app:
        live = (await app.tables.hub(table)).live
        assert not live.pinned
        assert "Legion City" in live.box.face.text(live.table.view(-1), live.names)
        work = await app.analyses.start(live, Owner("eve"))
        await settled(lambda: work.ended, 300)
        assert not work.error
        assert work.found is not None
        assert len(work.found.analysis.points) == moves


async def test_a_pack_is_kept_with_what_it_leaves_to_the_game(
    packs: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A later version may have other built-in content: tables still find what they began with."""
    shutil.rmtree(packs / "broken")
    await passed(packs / "renamed", tmp_path)
    (packs / "renamed" / "drawing.toml").unlink()
    for name, called in (("same", "renamed"), ("unnamed", "built-in"), ("wordy", "x" * 81)):
        shutil.copytree(packs / "renamed", packs / name)
        info = packs / name / "pack.toml"
        info.write_text(info.read_text(encoding="utf-8").replace('"renamed"', f'"{called}"'))
    store = SqliteStore(tmp_path / "ludus.sqlite")
    shelf = PackShelf(store, str(packs), open_box)
    # It is the pack that passed before: it is the same with the drawing of the game.
    await shelf.install()
    assert shelf.offered("cambria") == (("renamed", "Renamed"),)
    assert (await shelf.chosen("cambria", "renamed")).pack.path("drawing.toml").parent != (
        BUILT_IN.pack.base
    )
    said = [record.getMessage().rpartition("pack.toml")[2] for record in caplog.records]
    assert ": the name 'renamed' is taken" in said
    assert ": the name 'built-in' is taken" in said
    assert ":1: `name` must have at most 80 letters" in said
    shelf.close()
    await store.close()


def test_the_form_offers_packs_and_the_table_names_its_pack(packs: Path, tmp_path: Path) -> None:
    shutil.rmtree(packs / "broken")
    asyncio.run(passed(packs / "renamed", tmp_path / "data"))
    with serving(tmp_path / "data", settings=with_packs(packs)) as address:
        guest = Visitor(address)
        page = guest.get("/new/cambria").text
        end = time.monotonic() + PATIENCE
        while "Edition" not in page and time.monotonic() < end:
            page = guest.get("/new/cambria").text
        assert 'name="pack"' in page and 'value="renamed"' in page
        assert "is not with Renamed: it knows the built-in edition only." in page
        assert "Edition" not in guest.get("/new/para_bellum").text
        url = guest.open_table("cambria", "me,bot:easy", pack="renamed")
        table = guest.get(url).text
        assert "Legion City" in table
        assert "Edition" in table
        aside = "The figures here are those of the built-in edition"
        assert aside in table, "the player aid is about built-in content"
        assert "drawn positions here are those of the built-in edition" in table
        assert aside not in guest.get(guest.open_table("cambria", "me,bot:easy")).text
        refused = guest.post("/tables", game="cambria", seats="me,bot:easy", pack="atlantis")
        assert refused.status_code == 422
        assert "There is no pack" in refused.text


async def passed(folder: Path, data: Path) -> None:
    """Keep a pack in the store, as if it had passed its check."""
    files = pack_files(folder)
    box = find_game("cambria").open(folder)
    store = SqliteStore(data / "ludus.sqlite")
    text = msgspec.json.encode(files).decode()
    info = box.pack.info
    await store.put_pack(
        PackRow(pack_digest(files), "cambria", info.name, info.title, box.content_hash, text)
    )
    await store.close()
