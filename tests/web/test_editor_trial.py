"""Trying an item of a pack: which choices are about it, and what the rules make of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.test_editor import ask, items_at, pack

from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.registry import find_game, games
from ludus.core.table import AnyTable, Table
from ludus.web.editor.boards import NAMES, Boards, Play, boards_of
from ludus.web.editor.trial import Trials, Wish, may_use
from ludus.web.editor.worker import Desk

GAMES = sorted(games())
MOVES = 900
ROUNDS = 6
"""Games in which every kind of item comes up at least once."""
CONTIO = 4
USED = {
    ("para_bellum", "use"): 10,
    ("para_bellum", "deploy"): 12,
    ("agricola", "recruit"): 15,
}
"""Items that come up soon; of others there is the first one."""
NOVAE_GENTES = 3
PATIENT = 30.0
"""Seconds for a position to be found: a busy machine is slow, not wrong."""


def names_of(box: AnyBox, document: Desk, boards: Boards, play: Play) -> list[str]:
    """What the items of a list are called by the game, in its order."""
    file = play.list.split()[0]
    here = items_at(document.document, play.list, boards.board[0].key)
    items = [each for each in here if all(each[k] == v for k, v in play.where.items())]
    printed = box.face.printed(_new(box, boards).view(0), NAMES)
    cards = {key: card.title for key, card in printed.items()}

    texts = document.document.values("words.toml")
    assert isinstance(texts, dict)
    words = {
        key: text
        for family in texts.values()
        for key, text in family.items()
        if isinstance(text, str)
    }

    def called(item: dict[str, Any]) -> str:
        own = item.get("id", item.get("key", ""))
        if "a" in item and "b" in item:
            return " – ".join(end.replace("_", " ") for end in (item["a"], item["b"]))
        said = cards.get(f"{file}:{own}") or words.get(own, own)
        return str(item.get("name") or said)

    return [called(item) for item in items]


def key_of(play: Play) -> tuple[str, str, int]:
    return play.list, play.verb, play.side


def _new(box: AnyBox, boards: Boards) -> AnyTable:
    board = boards.board[0]
    return Table(box, NAMES[: max(board.seats, 2)], board.options)


@pytest.mark.parametrize("game", GAMES)
def test_the_choices_about_an_item_name_it(game: str, tmp_path: Path) -> None:
    """What `editor.toml` says of verbs and numbers holds for every choice of players."""
    desk = Desk(pack(tmp_path, game))
    box, boards = desk.preview.opened(), desk.boards
    names = {key_of(play): names_of(box, desk, boards, play) for play in boards.play}
    met = dict.fromkeys(names, 0)
    for number in range(ROUNDS):
        table, rng = _new(box, boards), SeededRng(f"about {number}")
        while not table.over and len(table.moves) < MOVES:
            decision = table.decisions()[0]
            for play in boards.play:
                if play.chance or not may_use(table, play, decision.seat):
                    continue
                choices = box.face.choices(table.view(decision.seat), decision, table.names)
                for choice in choices:
                    if choice.action.verb != play.verb:
                        continue
                    name = names[key_of(play)][choice.action.arg // play.per]
                    assert name.casefold() in choice.label.casefold(), (play.list, choice.label)
                    met[key_of(play)] += 1
            action = pick(decision, rng)
            events = table.play(decision.seat, action)
            for play in boards.play:
                if play.chance and decision.seat < 0 and action.verb == play.verb:
                    assert action.arg // play.per < len(names[key_of(play)])
                    told = [box.face.tell(table.view(0), event, table.names) for event in events]
                    said = " ".join(str(line.sentence) for line in told if line is not None)
                    name = names[key_of(play)][action.arg // play.per]
                    assert not name or name in said, (play.list, said)
                    met[key_of(play)] += 1
    assert all(met.values()), met


@pytest.mark.parametrize("game", GAMES)
def test_every_way_of_using_an_item_can_be_tried(game: str, tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, game))
    box, boards = desk.preview.opened(), desk.boards
    for number, play in enumerate(boards.play):
        item = USED.get((game, play.verb), 0)
        if (game, play.side) == ("agricola", 1):
            item = NOVAE_GENTES
        wish = Wish(number, item)
        tried = Trials().look(box, boards.board[0], play, wish, PATIENT)
        assert tried is not None, play.title
        assert tried.before.svg.startswith("<svg")
        assert 'id="was-' in tried.before.svg
        assert 'id="is-' in tried.after.svg
        assert tried.told or tried.counts or tried.pieces


def trial(desk: Desk, **wish: int) -> dict[str, Any]:
    for _ in range(30):
        reply = ask(desk, "trial", board="table", wish=wish)
        assert reply.error == ""
        found: dict[str, Any] = msgspec.to_builtins(reply.result)
        if found["tried"]:
            tried: dict[str, Any] = found["tried"]
            return tried
    raise AssertionError("it never came up")


def faces(tried: dict[str, Any]) -> list[tuple[int, int]]:
    return [(int(die["before"]), int(die["after"])) for die in tried["pieces"]]


def test_a_card_is_tried_as_it_is_now_in_the_position_shown_before(tmp_path: Path) -> None:
    """The change of each die is what the card says, before an edit and after it."""
    desk = Desk(pack(tmp_path, "para_bellum"))
    first = trial(desk, play=0, item=CONTIO, way=0)
    assert faces(first)
    assert all(after - before == 1 for before, after in faces(first))
    path = ["card", CONTIO, "option", 0, "effects", 0, "n"]
    edit = {"file": "command.toml", "op": "set", "path": path, "value": 2}
    assert ask(desk, "change", edits=[edit]).error == ""
    second = trial(desk, play=0, item=CONTIO, way=0)
    assert faces(second)
    assert all(after == min(before + 2, 6) for before, after in faces(second))
    assert second["before"]["svg"] == first["before"]["svg"]
    assert second["moves"] == first["moves"]
    assert second["told"] != first["told"]


def test_another_way_and_another_position_are_others(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, "para_bellum"))
    first = trial(desk, play=0, item=CONTIO, way=0)
    other = trial(desk, play=0, item=CONTIO, way=1)
    # The second option adds three to one die, as far as a die goes.
    assert [after - before for before, after in faces(other)] in ([3], [2], [1])
    assert "Field Commander" in other["told"][0]
    elsewhere = trial(desk, play=0, item=CONTIO, way=0, position=1)
    assert elsewhere["before"]["svg"] != first["before"]["svg"]


def test_what_cannot_be_used_says_so_and_damage_is_a_message(tmp_path: Path) -> None:
    desk = Desk(pack(tmp_path, "para_bellum"))
    assert "no such way" in ask(desk, "trial", board="table", wish={"play": 99, "item": 0}).error
    reply = ask(desk, "trial", board="table", wish={"play": 1, "item": CONTIO})
    found = msgspec.to_builtins(reply.result)
    # An Order is never used from the table: it was looked for in some games, and in vain.
    assert found["tried"] is None
    assert found["games"] > 0
    edit = {"file": "limits.toml", "op": "remove", "path": ["limits"]}
    assert ask(desk, "change", edits=[edit]).error == ""
    assert "problems" in ask(desk, "trial", board="table", wish={"play": 0, "item": 0}).error


def test_plays_and_touches_are_about_lists_of_the_game() -> None:
    for game in GAMES:
        boards = boards_of(find_game(game))
        lists = {group.list for group in boards.group}
        for play in boards.play:
            assert play.list.replace("[key=$board]", "") in lists
        for touch in boards.touch:
            assert touch.list in lists
