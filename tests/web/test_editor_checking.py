"""A check of a pack that goes on while it is edited, its figures, and who else names an item."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.support import PATIENCE
from tests.web.test_editor import KEY, OWN, ask, pack, visiting

from ludus.core.registry import find_game, open_box
from ludus.web.editor import checking
from ludus.web.editor.boards import boards_of
from ludus.web.editor.checking import Checker, Progress
from ludus.web.editor.mentions import mentions
from ludus.web.editor.tally import Tally
from ludus.web.editor.worker import Desk

RAID, CONTIO, EVENTS = 1, 4, 3
FEW = 3


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Progress]:
    """What a check that runs here says, instead of writing it."""
    said: list[Progress] = []
    monkeypatch.setattr(checking, "GAMES", FEW)
    monkeypatch.setattr(checking, "PAUSE", 0.0)
    monkeypatch.setattr(
        checking, "write_line", lambda line: said.append(msgspec.json.decode(line, type=Progress))
    )
    return said


def test_a_check_tells_how_far_it_is_and_what_bots_did(
    tmp_path: Path, lines: list[Progress]
) -> None:
    folder = pack(tmp_path, "para_bellum")
    Checker(folder, tmp_path / "place").run()
    states = [line.state for line in lines]
    assert states[0] == "reading"
    assert list(dict.fromkeys(states)) == ["reading", "playing", "bots", "done"]
    last = lines[-1]
    assert (last.bots, last.most, last.said) == (FEW, FEW, "")
    assert last.games > 0
    assert last.moves > last.games
    assert {line.revision for line in lines} == {Desk(folder).document.revision}
    orders, _, _, events = last.counts
    # In three games some Orders were played and some Events turned up, by no more than could.
    assert any(count.used for count in orders.values())
    assert all(count.used <= count.could <= 2 * FEW for count in orders.values())
    assert all(count.used == count.could for count in events.values())
    assert max(count.could for count in events.values()) == 2 * FEW


def test_a_check_of_a_damaged_pack_says_what_is_wrong_and_where(
    tmp_path: Path, lines: list[Progress]
) -> None:
    folder = pack(tmp_path, "para_bellum")
    file = folder / "command.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("copies = 3", "copies = 0", 1), encoding="utf-8")
    Checker(folder, tmp_path / "place").run()
    assert lines[-1].state == "failed"
    assert f"{folder}/command.toml:" in lines[-1].said
    assert "copies" in lines[-1].said
    assert str(tmp_path / "place") not in lines[-1].said


def test_a_game_that_is_left_does_not_count() -> None:
    boards = boards_of(find_game("para_bellum"))
    tally = Tally(open_box("para_bellum"), boards.board[0], boards.play)
    assert not tally.play(0, lambda: False)
    assert tally.games == 0
    assert all(not items for items in tally.counts)


def test_figures_are_of_the_seats_that_could(tmp_path: Path) -> None:
    """What those who used something had more than their table adds up over all seats to nothing."""
    boards = boards_of(find_game("para_bellum"))
    tally = Tally(open_box("para_bellum"), boards.board[0], boards.play)
    for number in range(2):
        assert tally.play(number, lambda: True)
    assert tally.games == 2
    events = tally.counts[EVENTS]
    assert events
    # Chance brings an event to both seats, whose difference to their mean adds up to nothing.
    assert all(abs(count.gain) < 1e-9 for count in events.values())


def test_a_place_counts_the_others_that_are_as_in_the_box(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, "para_bellum"))

    def story(number: int) -> dict[str, Any]:
        reply = ask(desk, "story", file="command.toml", path=["card", number])
        found: dict[str, Any] = msgspec.to_builtins(reply.result)
        return found

    assert (story(CONTIO)["others"], story(CONTIO)["same"]) == (21, 21)
    edit = {"file": "command.toml", "op": "set", "path": ["card", RAID, "copies"], "value": 3}
    move = {"file": "command.toml", "op": "move", "path": ["card", CONTIO], "to": 0}
    assert ask(desk, "change", edits=[edit, move]).error == ""
    assert (story(0)["others"], story(0)["same"]) == (21, 20)


def test_rules_lessons_and_tests_that_name_a_card(tmp_path: Path) -> None:
    game = find_game("para_bellum")
    found = mentions(game, "contio", "Contio")
    kinds = {each.kind for each in found}
    assert {"clause", "lesson", "test"} <= kinds
    own = found[0]
    assert (own.kind, own.title) == ("clause", "pb.card.contio")
    tests = next(each for each in found if each.kind == "test")
    assert "test_cards: contio" in tests.text
    assert tests.count == len(tests.text.splitlines())
    assert mentions(game, "no_such_card", "No such card") == []
    desk = Desk(pack(tmp_path, "para_bellum"))
    reply = ask(desk, "mentions", data="contio", name="Contio")
    assert msgspec.to_builtins(reply.result) == msgspec.to_builtins(found)


@pytest.mark.anyio
async def test_a_check_runs_beside_the_editor(tmp_path: Path) -> None:
    """It is begun at once; its state is asked for, and an edit goes through meanwhile."""
    folder = pack(tmp_path)
    at = f"/packs/{folder.name}"
    async with visiting(folder) as visitor:

        async def post(order: str, **fields: object) -> dict[str, Any]:
            found = await visitor.post(f"{at}/{order}", headers=OWN, json=fields)
            answered: dict[str, Any] = found.json()
            return answered

        assert (await visitor.post(f"{at}/check", headers=OWN)).status_code == 422
        await visitor.get(f"/?key={KEY}")
        foreign = {"Sec-Fetch-Site": "cross-site"}
        assert (await visitor.post(f"{at}/check", headers=foreign)).status_code == 422
        assert await post("checked") == {}
        opened = await post("open")
        revision = opened["result"]["status"]["revision"]
        assert (await post("check"))["result"] is True
        edit = {"file": "pack.toml", "op": "set", "path": ["title"], "value": "Mine"}
        after = await post("change", revision=revision, edits=[edit])
        assert "error" not in after
        async with asyncio.timeout(PATIENCE):
            while True:
                told = (await post("checked"))["result"]
                if told["state"] == "failed" or told["bots"]:
                    break
                await asyncio.sleep(0.1)
        assert told["state"] in ("bots", "done")
        assert told["problems"] == []
        # Begun anew, it is about the pack as it is now.
        assert (await post("check"))["result"] is True
        async with asyncio.timeout(PATIENCE):
            while not (told := (await post("checked"))["result"])["revision"]:
                await asyncio.sleep(0.1)
        assert told["revision"] == after["result"]["revision"]


def test_two_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Each side of Agricola has a Treachery; a fresh copy differs in nothing."""
    desk = Desk(pack(tmp_path, "agricola"))
    for number in range(14):
        reply = ask(desk, "story", file="stratagems.toml", path=["stratagem", number])
        story = msgspec.to_builtins(reply.result)
        assert (story["others"], story["same"], story["differs"]) == (13, 13, 0)
