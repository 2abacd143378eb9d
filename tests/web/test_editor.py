"""The editor of packs: forms from the schema, changes, saving, pictures, and its addresses."""

from __future__ import annotations

import base64
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.web.support import PATIENCE, QUICK, a_room, person, seated

from ludus.core.content import noting_kinds
from ludus.core.errors import BadRequest
from ludus.core.pack_files import pack_files, zip_pack
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game, games, open_box
from ludus.core.text import ICON
from ludus.games.para_bellum.face.printed import ICONS, printed
from ludus.web import packs
from ludus.web.editor.boards import boards_of
from ludus.web.editor.document import Conflict, Document, FileEdit
from ludus.web.editor.local import Tables, editor_app
from ludus.web.editor.schema import schema_of
from ludus.web.editor.session import EditorShelf
from ludus.web.editor.worker import Desk, Reply, answer
from ludus.web.http.addresses import Proxies
from ludus.web.http.connections import Connections
from ludus.web.operator.app import operator_app
from ludus.web.operator.orders import carry_out

GAMES = sorted(games())
KEY = "key-of-the-test"
HOST = "http://127.0.0.1"
OWN = {"Sec-Fetch-Site": "same-origin"}


def pack(tmp_path: Path, game: str = "cambria") -> Path:
    folder = tmp_path / f"my-{game}"
    copy_pack(find_game(game), folder)
    return folder


def set_to(file: str, *path: str | int, value: object) -> FileEdit:
    return FileEdit("set", path, value, file=file)


def ask(desk: Desk, do: str, **fields: object) -> Reply:
    revision = fields.pop("revision", desk.document.revision)
    return answer(desk, msgspec.json.encode({"do": do, "revision": revision, **fields}))


# Forms --------------------------------------------------------------------------------------------


def _shapes(shape: object) -> list[dict[str, object]]:
    if isinstance(shape, dict):
        own = [shape] if "t" in shape else []
        return own + [each for part in shape.values() for each in _shapes(part)]
    return [each for part in shape for each in _shapes(part)] if isinstance(shape, list) else []


@pytest.mark.parametrize("game", GAMES)
def test_every_file_that_a_game_reads_has_a_form(game: str) -> None:
    found = find_game(game)
    schema = schema_of(found)
    with noting_kinds() as kinds:
        found.open()
    assert set(schema) == {*kinds, "pack.toml", ""}
    assert {path.name for path in (found.folder / "content").glob("*.toml")} == set(schema) - {""}
    named = schema[""]
    for shape in _shapes(list(schema.values())):
        assert shape["t"] != "ref" or shape["to"] in named


def test_a_form_knows_limits_defaults_choices_and_hints() -> None:
    schema = schema_of(find_game("para_bellum"))
    cost = schema[""]["ludus.games.para_bellum.schema.Cost"]
    assert isinstance(cost, dict)
    fields = {field["name"]: field for field in cost["fields"]}
    assert fields["r"]["type"] == {"t": "int", "least": 0, "most": 6}
    assert fields["coin_allowed"]["default"] is True
    assert fields["requires_coin"]["hint"].startswith("Coins that must be there")
    assert "warlord" in fields["banner"]["type"]["of"]


@pytest.mark.parametrize("game", GAMES)
def test_boards_and_cards_are_drawn_by_the_games_own_face(game: str, tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, game))
    opened = ask(desk, "open")
    assert opened.error == ""
    assert msgspec.json.encode(opened)
    for board in boards_of(find_game(game)).board:
        drawn = desk.preview.draw(board)
        assert drawn.svg.startswith("<svg")
        assert "<style" not in drawn.svg
        assert drawn.css
        assert drawn.words
    cards = desk.preview.cards(boards_of(find_game(game)).board[0])
    assert (len(cards) > 1) == (game != "cambria")
    assert desk.preview.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_the_ways_of_a_board_lead_somewhere(game: str, tmp_path: Path) -> None:
    boards = boards_of(find_game(game))
    document = Document(pack(tmp_path, game))
    ways = [layer.list for layer in boards.layer] + [layer.beside for layer in boards.layer]
    ways += [way for link in boards.link for way in (link.list, link.drawn)]
    ways += [way for paint in boards.paint for way in (paint.list, paint.outline)]
    ways += [boards.hexes.grid, boards.hexes.letters] if boards.hexes else []
    for way in filter(None, ways):
        for board in boards.board:
            assert _follow(document, way, board.key), way


def test_signs_in_texts_are_told_as_cards_draw_them() -> None:
    words = find_game("para_bellum").open().face.words
    signs = boards_of(find_game("para_bellum")).signs
    for sign, symbol in signs.items():
        assert [bit.ref for bit in printed(words, sign) if bit.kind == ICON] == [symbol]
    assert set(signs.values()) == set(ICONS.values())


def _follow(document: Document, way: str, board: str) -> bool:
    """Whether a way leads to something; through `*` by one of the items."""
    file, *steps = way.replace("$board", board).split()
    found = [document.values(file)]
    for step in steps:
        name, _, wanted = step.partition("[")
        if name == "*":
            found = [item for each in found if isinstance(each, list) for item in each]
            continue
        found = [each[name] for each in found if isinstance(each, dict) and name in each]
        if wanted:
            key, _, value = wanted.rstrip("]").partition("=")
            items = [item for each in found if isinstance(each, list) for item in each]
            found = [item for item in items if item[key] == value]
    return any(found)


# Changes ------------------------------------------------------------------------------------------


def test_a_change_is_on_disk_at_once_and_can_be_undone(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    before = pack_files(folder)
    document = Document(folder)
    document.change([set_to("maps.toml", "side", 0, "fort", 13, "name", value="Isca Silurum")])
    after = (folder / "maps.toml").read_text(encoding="utf-8")
    assert after == before["maps.toml"].replace('name = "Isca"', 'name = "Isca Silurum"')
    document.undo()
    assert pack_files(folder) == before
    document.redo()
    assert (folder / "maps.toml").read_text(encoding="utf-8") == after


def test_a_change_of_several_parts_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    before = pack_files(folder)
    document = Document(folder)
    with pytest.raises(BadRequest):
        document.change(
            [set_to("pack.toml", "title", value="x"), set_to("maps.toml", "side", 9, "x", value=1)]
        )
    with pytest.raises(BadRequest):
        document.change([set_to("elsewhere.toml", "a", value=1)])
    with pytest.raises(BadRequest):
        document.change([set_to("../pack.toml", "a", value=1)])
    assert pack_files(folder) == before
    assert not document.can_undo


def test_a_file_that_the_pack_leaves_to_the_game_becomes_its_own(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    (folder / "maps.toml").unlink()
    document = Document(folder)
    document.change([set_to("maps.toml", "side", 0, "title", value="Wales")])
    assert tomllib.loads((folder / "maps.toml").read_text())["side"][0]["title"] == "Wales"
    document.undo()
    assert not (folder / "maps.toml").exists()


def test_what_somebody_else_wrote_is_not_written_over(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    mine, theirs = Document(folder), Document(folder)
    theirs.change([set_to("pack.toml", "title", value="Theirs")])
    with pytest.raises(Conflict):
        mine.change([set_to("pack.toml", "title", value="Mine")])
    assert 'title = "Theirs"' in (folder / "pack.toml").read_text(encoding="utf-8")
    mine.reload()
    mine.change([set_to("pack.toml", "title", value="Mine")])
    assert 'title = "Mine"' in (folder / "pack.toml").read_text(encoding="utf-8")


def test_a_window_that_is_behind_is_told_and_shown_the_present(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path))
    old = desk.document.revision
    edit = {"file": "pack.toml", "op": "set", "path": ["title"], "value": "First"}
    assert ask(desk, "change", edits=[edit]).error == ""
    late = ask(desk, "change", revision=old, edits=[{**edit, "value": "Second"}])
    assert late.stale
    assert "another window" in late.error
    assert 'title = "First"' in desk.document.text("pack.toml")


def test_problems_name_their_place(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path))
    edit = {"file": "maps.toml", "op": "set", "value": "VI"}
    path = ["side", 0, "fort", 13, "numeral"]
    status = ask(desk, "change", edits=[{**edit, "path": path}]).result
    problems = msgspec.to_builtins(status)["problems"]
    wrong = next(each for each in problems if "fort isca" in each["text"])
    assert (wrong["file"], list(wrong["path"]), wrong["grave"]) == ("maps.toml", path[:4], True)
    assert ask(desk, "draw", board="cambria").error == ""


def test_a_pack_that_cannot_be_opened_is_still_edited(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path))
    edit = {"file": "maps.toml", "op": "remove", "path": ["pieces"]}
    status = ask(desk, "change", edits=[edit]).result
    assert msgspec.to_builtins(status)["problems"]
    assert "problems" in ask(desk, "draw").error
    assert ask(desk, "undo").error == ""
    assert desk.preview.problems == []


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b'{"do": "nothing"}',
        b'{"do": "change", "edits": 3}',
        b'{"do": "change", "edits": [{"file": "maps.toml", "op": "burn", "path": []}]}',
        b'{"do": "import", "data": "%%"}',
        b'{"do": "import", "data": "AAAA"}',
    ],
)
def test_whatever_is_sent_gets_a_reason(line: bytes, tmp_path: Path) -> None:
    folder = pack(tmp_path)
    before = pack_files(folder)
    desk = Desk(folder)
    assert answer(desk, line).error
    assert pack_files(folder) == before


def test_a_drawing_with_a_script_is_a_problem_and_is_not_drawn(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, "hadrians_wall"))
    bad = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
    edit = {"file": "icons.svg", "op": "set", "path": [], "value": bad}
    status = ask(desk, "change", edits=[edit]).result
    assert any("<script>" in each["text"] for each in msgspec.to_builtins(status)["problems"])
    assert ask(desk, "draw").error


# What a place says ------------------------------------------------------------------------------


def test_a_place_is_held_beside_the_built_in_one_by_its_name(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, "para_bellum"))
    # It stands elsewhere than in the built-in file, and says one figure otherwise.
    move = {"file": "command.toml", "op": "move", "path": ["card", 4], "to": 0}
    price = {
        "file": "command.toml",
        "op": "set",
        "path": ["card", 0, "option", 1, "effects", 0, "n"],
    }
    assert ask(desk, "change", edits=[move, {**price, "value": 5}]).error == ""
    story = msgspec.to_builtins(ask(desk, "story", file="command.toml", path=["card", 0]).result)
    assert (story["known"], story["differs"]) == (True, 1)
    text = desk.document.text("command.toml").splitlines()
    assert text[story["line"] - 1] == "[[card]]"
    assert text[story["line"]] == 'id = "contio"'
    pieces = [piece for line in story["lines"] for piece in line if piece["kind"]]
    assert [(piece["text"], piece["kind"]) for piece in pieces] == [("3", "old"), ("5", "new")]


def test_a_place_that_the_built_in_pack_has_not_is_new(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path))
    fort = {"id": "nova", "name": "Nova", "modern": "", "numeral": "II"}
    edit = {"file": "maps.toml", "op": "insert", "path": ["side", 0, "fort", 0], "value": fort}
    assert ask(desk, "change", edits=[edit]).error == ""
    story = msgspec.to_builtins(
        ask(desk, "story", file="maps.toml", path=["side", 0, "fort", 0]).result
    )
    assert not story["known"]
    same = ask(desk, "story", file="maps.toml", path=["side", 0, "fort", 1]).result
    assert msgspec.to_builtins(same)["differs"] == 0
    assert ask(desk, "story", file="../pack.toml", path=["name"]).error


def test_words_are_written_for_everything_that_needs_them(tmp_path: Path) -> None:
    """Each text of a card, an event and an alliance, whatever effects it is made of."""
    desk = Desk(pack(tmp_path, "para_bellum"))
    found = msgspec.to_builtins(ask(desk, "words").result)
    words = desk.document.values("words.toml")
    assert isinstance(words, dict)
    for family, texts in (("card", ("option", "use", "text", "branch")), ("omen", ("text",))):
        for name, said in words[family].items():
            for key in said.keys() & set(texts):
                parts = said[key] if isinstance(said[key], dict) else {"": said[key]}
                for part in parts:
                    assert found[".".join(filter(None, (family, name, key, part)))]
    assert found["card.raid.option.1"] == words["card"]["raid"]["option"]["1"]
    assert found["card.sicarius.text"] == words["card"]["sicarius"]["text"]
    assert found["omen.driving_rain.text"] == words["omen"]["driving_rain"]["text"]
    assert msgspec.to_builtins(ask(Desk(pack(tmp_path)), "words").result) == {}


def test_a_board_is_also_drawn_with_pieces(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path))
    bare, played = (
        msgspec.to_builtins(ask(desk, "draw", board="cambria", pieces=pieces).result)
        for pieces in (False, True)
    )
    assert bare["svg"] != played["svg"]
    assert len(bare["focus"]) == 4


@pytest.mark.parametrize("game", GAMES)
def test_the_box_counts_what_the_built_in_pack_has(game: str, tmp_path: Path) -> None:
    """Every demand of `editor.toml` holds of a fresh copy, and every title is of a list."""
    boards = boards_of(find_game(game))
    document = Document(pack(tmp_path, game))
    for demand in boards.demand:
        for board in boards.board:
            items = items_at(document, demand.list, board.key)
            fitting = [
                each for each in items if all(each.get(k) == v for k, v in demand.where.items())
            ]
            found = sum(each[demand.sum] for each in fitting) if demand.sum else len(fitting)
            assert found == demand.count, demand.title
    for group in boards.group:
        file, *steps = group.list.split()
        assert _follow(document, " ".join((file, *_starred(steps))), ""), group.list


def items_at(document: Document, way: str, board: str) -> list[dict[str, Any]]:
    """The items of a list, by its address in `editor.toml`."""
    file, *steps = way.replace("$board", board).split()
    here: Any = document.values(file)
    for step in steps:
        name, _, wanted = step.partition("[")
        here = here[name]
        if wanted:
            key, _, value = wanted.rstrip("]").partition("=")
            here = next(each for each in here if each[key] == value)
    return list(here)


def _starred(steps: list[str]) -> list[str]:
    """A way through every item of the lists on it."""
    return [part for step in steps[:-1] for part in (step, "*")] + steps[-1:]


# Addresses ----------------------------------------------------------------------------------------


@asynccontextmanager
async def visiting(folder: Path, host: str = HOST) -> AsyncIterator[httpx.AsyncClient]:
    shelf = EditorShelf(folder.parent, folder.name)
    transport = httpx.ASGITransport(editor_app(shelf, Tables(folder), KEY))
    async with httpx.AsyncClient(transport=transport, base_url=host, timeout=PATIENCE) as visitor:
        try:
            yield visitor
        finally:
            await shelf.close()


@pytest.mark.anyio
async def test_only_the_link_opens_the_editor(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    page = f"/packs/{folder.name}/"
    foreign = {"Sec-Fetch-Site": "cross-site"}
    large = b'{"x":"' + b"x" * 2_000_001 + b'"}'
    async with visiting(folder) as visitor:
        assert (await visitor.get(page)).status_code == 403
        await visitor.get("/?key=wrong")
        assert (await visitor.get(page)).status_code == 403
        assert (await visitor.get(f"{page}export")).status_code == 403
        assert (await visitor.post(f"{page}open", headers=OWN)).status_code == 422
        assert (await visitor.get(f"/?key={KEY}")).status_code == 303
        assert "editor.js" in (await visitor.get(page)).text
        assert (await visitor.get("/packs/other/")).status_code == 404
        assert (await visitor.post(f"{page}open")).status_code == 422
        assert (await visitor.post(f"{page}undo", headers=foreign)).status_code == 422
        assert (await visitor.post(f"{page}burn", headers=OWN)).status_code == 404
        assert (await visitor.post(f"{page}open", headers=OWN, content=b"[")).status_code == 422
        long = await visitor.post(f"{page}change", headers=OWN, content=large)
        assert "too long" in long.json()["error"]
    async with visiting(folder, "http://example.com") as stranger:
        assert (await stranger.get(f"/?key={KEY}")).status_code == 421


def test_a_pack_goes_out_and_in_as_one_file(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    desk = Desk(folder)
    data = base64.b64decode(str(ask(desk, "export").result))
    assert data == zip_pack(pack_files(folder))
    edit = {"file": "pack.toml", "op": "set", "path": ["title"], "value": "Another"}
    ask(desk, "change", edits=[edit])
    assert ask(desk, "import", data=base64.b64encode(data).decode()).error == ""
    assert zip_pack(pack_files(folder)) == data
    ask(desk, "undo")
    assert 'title = "Another"' in desk.document.text("pack.toml")


@pytest.mark.anyio
async def test_the_editor_by_its_addresses(tmp_path: Path) -> None:
    """In one visit, since it asks a process: open, change, draw, styles, export, conflict."""
    folder = pack(tmp_path)
    at = f"/packs/{folder.name}"
    edit = {"file": "pack.toml", "op": "set", "path": ["title"], "value": "Mine"}
    async with visiting(folder) as visitor:
        await visitor.get(f"/?key={KEY}")

        async def post(order: str, **fields: object) -> dict[str, Any]:
            found = await visitor.post(f"{at}/{order}", headers=OWN, json=fields)
            answered: dict[str, Any] = found.json()
            return answered

        first = await post("open")
        revision = first["result"]["status"]["revision"]
        after = await post("change", revision=revision, edits=[edit])
        assert after["result"]["values"].keys() == {"pack.toml"}
        drawn = await post("draw", board="cumbria")
        assert drawn["result"]["svg"].startswith("<svg")
        assert (await visitor.get(f"{at}/face.css")).text == drawn["result"]["css"]
        assert (await visitor.get(f"{at}/export")).content == zip_pack(pack_files(folder))
        words = folder / "words.toml"
        words.write_text(words.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
        late = {**edit, "value": "Late"}
        refused = await post("change", revision=after["result"]["revision"], edits=[late])
        assert refused["conflict"]
    assert 'title = "Mine"' in (folder / "pack.toml").read_text(encoding="utf-8")


@pytest.mark.anyio
async def test_the_operator_edits_and_installs_a_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the operator's link to a table that is played with the pack."""
    quick = partial(packs.check_in_process, quick=True)
    monkeypatch.setattr(packs, "check_in_process", quick)
    folder = tmp_path / "packs"
    folder.mkdir()
    settings = replace(QUICK, packs=str(folder), url="http://room.test")
    async with a_room(tmp_path, settings=settings, box=open_box) as app:
        transport = httpx.ASGITransport(operator_app(app, Connections(settings, Proxies(""))))
        same = {"Origin": "http://operator"}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://operator", timeout=PATIENCE
        ) as client:
            wish = {"game": "cambria", "name": "ours"}
            assert (await client.get("/packs/")).status_code == 403
            assert (await client.post("/packs/new", data=wish, headers=same)).status_code == 403
            key = (await carry_out(app, ["link"])).text.partition("/?")[2]
            await client.get(f"/?{key}")
            assert (await client.post("/packs/new", data=wish)).status_code == 403
            assert not (folder / "ours").exists()
            made = await client.post("/packs/new", data=wish, headers=same)
            assert made.headers["location"] == "./ours/"
            for bad in ("../out", "", "ours", "a" * 61):
                sent = {**wish, "name": bad}
                refused = await client.post("/packs/new", data=sent, headers=same)
                assert refused.status_code == 422
            assert "ours" in (await client.get("/packs/")).text
            assert (await client.get("/packs/ours/")).status_code == 200
            opened = (await client.post("/packs/ours/open", headers=same)).json()
            edit = {"file": "maps.toml", "op": "set", "value": "Isca Nova"}
            path = ["side", 0, "fort", 13, "name"]
            revision = opened["result"]["status"]["revision"]
            change = {"revision": revision, "edits": [{**edit, "path": path}]}
            assert (
                "error"
                not in (await client.post("/packs/ours/change", json=change, headers=same)).json()
            )
            foreign = {"Origin": "http://evil.test"}
            assert (await client.post("/packs/ours/try", headers=foreign)).status_code == 422
            assert app.tables.packs.offered("cambria") == ()
            tried = (await client.post("/packs/ours/try", headers=same)).json()
            assert tried["result"] == "http://room.test/new/cambria?pack=ours"
            assert [name for name, _ in app.tables.packs.offered("cambria")] == ["ours"]
            await client.post("/packs/ours/reload", headers=same)
        ann = await person(app, "Ann")
        hub = await seated(app, "cambria", [ann], seats=["me", "bot:easy"], pack="ours")
        assert hub.live.head.pack == "ours"
        assert "Isca Nova" in hub.live.box.face.text(hub.live.table.view(0), ["Ann", "Bot"])
