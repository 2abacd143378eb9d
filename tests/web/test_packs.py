"""Content packs on a server: installed, checked in a process of their own, kept for ever."""

from __future__ import annotations

import asyncio
import shutil
import time
from dataclasses import replace
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

from ludus.core.errors import BadRequest
from ludus.core.pack_files import pack_digest, pack_files
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game, open_box
from ludus.store import PackRow, SqliteStore
from ludus.web.bots.player import question_of
from ludus.web.bots.worker import answer_question
from ludus.web.config import Settings
from ludus.web.tables.create import TableRequest, open_table, upload

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
        assert app.tables.packs.offered("cambria") == (("renamed", BUILT_IN.pack.info.title),)
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
        assert "Edition" not in guest.get("/new/para_bellum").text
        url = guest.open_table("cambria", "me,bot:easy", pack="renamed")
        table = guest.get(url).text
        assert "Legion City" in table
        assert "Edition" in table
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
