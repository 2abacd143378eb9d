"""The table: offers, refusals, records, snapshots and undo, on a game of Cambria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ludus import new_table
from ludus.core.chance import SeededRng, pick
from ludus.core.codec import fingerprint
from ludus.core.errors import BadContent, BadRecord, BadRequest, IllegalAction, PlayerError
from ludus.core.game import AnyBox, minutes_text, players_text
from ludus.core.protocol import CHANCE, SPECTATOR, Decision, Rules
from ludus.core.record import Record, read_record
from ludus.core.registry import open_box
from ludus.core.table import SNAPSHOT_EVERY, AnyTable, Table
from ludus.games import PUBLISHED
from ludus.kit.staged import Staged

NAMES = ("Livia", "Marcus", "Quintus")


@pytest.fixture
def box() -> AnyBox:
    return open_box("cambria")


@pytest.fixture
def table(box: AnyBox) -> AnyTable:
    """A table at Livia's first normal turn; she has opened on Alabum-Cicucium."""
    table = Table(box, NAMES)
    for seat, act in enumerate(("dice:0", "dice:20", "dice:20")):
        table.play(seat, "roll")
        table.play(CHANCE, act)
    for seat, road in ((0, "place:1"), (1, "place:2"), (2, "place:3")):
        table.play(seat, "roll")
        table.play(CHANCE, "die:4")
        table.play(seat, road)
    return table


def finished(box: AnyBox, seed: int = 1) -> AnyTable:
    table = Table(box, NAMES)
    rng = SeededRng(seed)
    while not table.over:
        (decision,) = table.decisions()
        table.play(decision.seat, pick(decision, rng))
    return table


def test_only_what_is_offered_can_be_played(table: AnyTable) -> None:
    before = fingerprint(table.state)
    with pytest.raises(IllegalAction, match=r"'place:7' is not on offer; choose one of roll, pass"):
        table.play(0, "place:7")
    with pytest.raises(IllegalAction, match="Marcus has nothing to choose now") as caught:
        table.play(1, "roll")
    assert (caught.value.seat, caught.value.action, caught.value.offered) == (1, "roll", ())
    with pytest.raises(BadRequest, match="unknown action 'dance'"):
        table.play(0, "dance")
    with pytest.raises(IllegalAction, match="seat 7 has nothing"):
        table.play(7, "roll")
    assert fingerprint(table.state) == before
    assert len(table.moves) == 15


def test_settle_answers_chance_until_somebody_chooses(table: AnyTable) -> None:
    table.play(0, "roll")
    assert table.decision(0) is None
    events = table.settle(SeededRng(1), at=99)
    assert events[0].kind == "dice"
    assert table.decision(CHANCE) is None
    assert table.moves[-1].at == 99


def test_a_record_replays_to_the_same_position(box: AnyBox) -> None:
    table = finished(box)
    again = Table.replay(box, read_record(table.record.dump()))
    assert fingerprint(again.state) == fingerprint(table.state)
    assert again.story == table.story
    assert again.outcome is not None


def test_every_prefix_replays_to_the_position_at_that_move(box: AnyBox) -> None:
    table = finished(box)
    for count in (0, 1, 17, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, len(table.moves)):
        again = Table.replay(box, table.record.prefix(count))
        assert fingerprint(again.state) == fingerprint(table.at(count))
    assert fingerprint(table.at(len(table.moves))) == fingerprint(table.state)
    # Snapshots keep the way to a late move short.
    assert len(table._snapshots) == len(table.moves) // SNAPSHOT_EVERY + 1
    for count in (-1, len(table.moves) + 1):
        with pytest.raises(BadRequest, match="no position"):
            table.at(count)


def test_a_very_long_game_keeps_a_bounded_number_of_snapshots(
    box: AnyBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = finished(box)
    monkeypatch.setattr("ludus.core.table.SNAPSHOT_EVERY", 2)
    monkeypatch.setattr("ludus.core.table.MOST_SNAPSHOTS", 4)
    table = Table.replay(box, usual.record)
    assert len(table._snapshots) <= 4
    for count in range(0, len(table.moves), 7):
        assert fingerprint(table.at(count)) == fingerprint(usual.at(count))
    other = table.fork()
    other.take_back(len(usual.moves) // 2)
    for move in usual.moves[len(other.moves) :]:
        other.play(move.seat, move.act, move.at)
    assert len(other._snapshots) <= 4
    assert fingerprint(other.at(31)) == fingerprint(usual.at(31))
    assert fingerprint(other.state) == fingerprint(usual.state)


def test_a_finished_game_takes_no_more_moves(box: AnyBox) -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        finished(box).play(0, "roll")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "agricola"}, "a game of agricola, not of cambria"),
        ({"content": "other"}, "played with content other"),
        ({"seats": ("Livia",)}, "line 1: Cambria is for 2 to 5 players, not 1"),
        ({"options": {"side": "wales"}}, "line 1: option 'side' cannot be 'wales'"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(
    box: AnyBox, table: AnyTable, change: dict[str, object], message: str
) -> None:
    header = replace(table.header, **change)  # type: ignore[arg-type]  # fields of several types
    with pytest.raises(BadRecord, match=message):
        Table.replay(box, Record(header, table.moves), "old.jsonl")


def test_an_illegal_move_in_a_record_is_refused_by_line(box: AnyBox, table: AnyTable) -> None:
    moves = [*table.moves, replace(table.moves[-1], seat=0, act="place:9")]
    with pytest.raises(BadRecord, match=r"old\.jsonl, line 17: 'place:9' is not on offer"):
        Table.replay(box, Record(table.header, moves), "old.jsonl")
    header = replace(table.header, version=table.header.version + 1)
    with pytest.raises(BadRecord, match="played by rules version"):
        Table.replay(box, Record(header, moves))


def test_views_are_of_the_present_position(table: AnyTable) -> None:
    table.settle(SeededRng(3))
    before = table.view(0)
    assert table.view(0) is before
    decision = next(each for each in table.decisions() if each.seat >= 0)
    table.play(decision.seat, decision.options[0])
    assert table.view(0) == table.box.rules.view(table.state, 0)
    now = table.view(0)
    table.drop_views()
    assert table.view(0) == now


def test_a_fork_goes_its_own_way(table: AnyTable) -> None:
    before = fingerprint(table.state)
    other = table.fork()
    assert fingerprint(other.state) == before
    assert (other.record, other.story) == (table.record, table.story)
    assert other.undo(2) == 1
    other.play(2, "place:4")
    assert fingerprint(table.state) == before
    assert len(table.moves) == len(table.story) == 15
    assert table.undoable(2) == [15]
    assert not table.redoable(2)
    assert fingerprint(other.at(14)) == fingerprint(table.at(14))


# Undo -------------------------------------------------------------------------------------------


def test_undo_gives_back_the_position_and_redo_the_move(table: AnyTable) -> None:
    # Quintus may take his placement back until somebody rolls.
    before = fingerprint(table.at(14))
    after = fingerprint(table.state)
    assert table.undoable(2) == [15]
    assert table.undo(2) == 1
    assert fingerprint(table.state) == before
    assert table.decision(2) is not None
    assert table.redoable(2)
    assert not table.redoable(0)
    table.redo(2)
    assert fingerprint(table.state) == after
    assert not table.redoable(2)


def test_undo_stops_at_chance(table: AnyTable) -> None:
    table.play(0, "roll")
    assert table.undoable(0) == [16]
    table.play(CHANCE, "dice:20")
    assert table.undoable(0) == []
    with pytest.raises(PlayerError, match="something new was learned"):
        table.undo(0)


def test_undo_stops_where_another_seat_acted(table: AnyTable) -> None:
    table.play(0, "pass")
    assert table.undoable(0) == [16]
    table.play(1, "pass")
    assert table.undoable(0) == []
    assert table.undoable(1) == [17]


def test_undo_of_several_steps_at_once(table: AnyTable) -> None:
    table.play(0, "roll")
    table.play(CHANCE, "dice:1")
    start = fingerprint(table.state)
    table.play(0, "legion:0")
    table.play(0, "board:1")
    end = fingerprint(table.state)
    assert table.undoable(0) == [19, 18]
    with pytest.raises(PlayerError):
        table.undo(0, to=16)
    assert fingerprint(table.state) == end
    assert table.undo(0, to=18) == 2
    assert fingerprint(table.state) == start
    table.redo(0)
    table.redo(0)
    assert fingerprint(table.state) == end


def test_a_new_move_forgets_what_was_undone(table: AnyTable) -> None:
    table.undo(2)
    table.play(2, "place:4")
    with pytest.raises(PlayerError, match="nothing to redo"):
        table.redo(2)


def test_an_agreed_takeback_goes_anywhere(table: AnyTable) -> None:
    before = fingerprint(table.at(6))
    table.take_back(6)
    assert len(table.moves) == len(table.story) == 6
    assert fingerprint(table.state) == before
    with pytest.raises(BadRequest):
        table.take_back(7)


def test_viewers_get_their_part_of_the_story(table: AnyTable) -> None:
    told = table.events(SPECTATOR)
    assert [number for number, _ in told][:3] == [2, 4, 6]
    assert table.events(0, start=14) == [pair for pair in told if pair[0] > 14]
    assert table.view(1).viewer == 1
    assert table.seats == 3
    assert table.names == NAMES


class Counted:
    """The rules of a box with a count of how often the decisions are asked for."""

    def __init__(self, box: AnyBox) -> None:
        self.asked = 0
        rules = Staged(box.rules, box.rules.setup(len(NAMES), box.options(len(NAMES), {})))
        ask = rules.decisions

        def decisions(state: object) -> Sequence[Decision]:
            self.asked += 1
            return ask(state)

        rules.decisions = decisions  # type: ignore[method-assign]  # a spy for the count
        self.box = replace(box, rules=rules)


def test_the_rules_are_asked_once_for_the_decisions_of_a_position(box: AnyBox) -> None:
    counted = Counted(box)
    table = Table(counted.box, NAMES)
    rng = SeededRng(3)
    while not table.over:
        table.settle(rng)
        for decision in table.decisions():
            assert table.decision(decision.seat) is decision
            table.play(decision.seat, pick(decision, rng))
    assert table.outcome is not None
    assert counted.asked == len(table.moves) + 1


@pytest.mark.parametrize("game", PUBLISHED)
def test_views_of_a_table_ask_the_rules_nothing_more(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = open_box(game)
    table = Table(box, NAMES[: min(box.meta.seats[-1], len(NAMES))])
    rng = SeededRng(5)
    asked: list[str] = []
    kind = type(box.rules)
    ask = kind.decisions

    def decisions(self: Rules[object, object], state: object) -> Sequence[Decision]:
        asked.append(game)
        found: Sequence[Decision] = ask(self, state)
        return found

    for _ in range(20):
        table.settle(rng)
        decision = table.decisions()[0]
        expected = box.rules.view(table.state, decision.seat)
        with monkeypatch.context() as patch:
            patch.setattr(kind, "decisions", decisions)
            assert table.view(decision.seat) == expected
        table.play(decision.seat, pick(decision, rng))
    assert asked == []


def test_every_way_to_another_position_finds_its_decisions_anew(table: AnyTable) -> None:
    rules = table.box.rules

    def offered() -> list[str]:
        assert repr(table.decisions()) == repr(rules.decisions(table.state))
        return [option.text for option in table.decisions()[0].options]

    assert offered() == ["roll", "pass"]
    table.play(0, "pass")
    assert table.decision(1) is not None
    table.undo(0)
    assert table.decision(0) is not None and offered() == ["roll", "pass"]
    table.redo(0)
    assert table.decision(1) is not None and offered() == ["roll", "pass"]
    table.take_back(13)
    assert table.decision(2) is None and offered()[0] == "die:0"
    table.set_position(rules.setup(3, table.header.options))
    assert table.decision(0) is not None and offered() == ["roll"]
    assert repr(table.fork().decisions()) == repr(table.decisions())


def test_a_table_says_what_it_is(table: AnyTable) -> None:
    assert repr(table) == "<Table cambria: Livia, Marcus, Quintus, move 15>"


def test_the_front_door_opens_a_table(tmp_path: Path) -> None:
    table = new_table("cambria", ["Anna", "Ben"], options={"side": "cumbria"})
    assert table.names == ("Anna", "Ben")
    assert table.header.options["side"] == "cumbria"
    with pytest.raises(BadRequest, match="Cambria is for 2 to 5 players, not 1"):
        new_table("cambria", ["Anna"])
    with pytest.raises(BadContent, match=r"pack\.toml"):
        new_table("cambria", ["Anna", "Ben"], pack=tmp_path)


def test_players_and_minutes_in_words() -> None:
    assert players_text((1, 2, 3)) == "1 to 3 players"
    assert players_text((2,)) == "2 players"
    assert players_text((1,)) == "1 player"
    assert minutes_text((15, 25)) == "15 to 25 min"
    assert minutes_text((30, 30)) == "30 min"
