"""Counting paths and positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kit.toys import Bids, BidState, bids, fog, hands, sheets
from tests.kit.toys.common import toy_game

from ludus.core.errors import BadContent, BadRequest, FileError
from ludus.core.game import Box
from ludus.core.protocol import Decision, Rules, S, V
from ludus.core.table import Table
from ludus.kit import suite
from ludus.kit.broken import Broken
from ludus.kit.perft import paths_of, perft, perft_faults, positions_of, start_of
from ludus.kit.tables import Setting


def slowly(rules: Rules[S, V], state: S, depth: int) -> int:
    """The plain way to count, to compare with."""
    if depth == 0:
        return 1
    total = 0
    for decision in rules.decisions(state):
        for option in decision.options:
            after = rules.copy(state)
            rules.apply(after, decision.seat, option)
            total += slowly(rules, after, depth - 1)
    return total


def start(box: Box[S, V], seats: int) -> S:
    setting = Setting(seats, box.options(seats, {}))
    return Table(box, setting.names, setting.options).state


def test_by_hand() -> None:
    """Two seats with five bids each, in either order; equal bids lead to the same place."""
    rules, state = bids().rules, start(bids(), 2)
    assert paths_of(rules, state, 0) == 1
    assert paths_of(rules, state, 1) == 10
    assert positions_of(rules, state, 1) == 10
    assert paths_of(rules, state, 2) == 50
    assert positions_of(rules, state, 2) == 25
    found = perft(rules, state, 2)
    assert found.split == {f"{seat} bid:{bid}": 5 for seat in (0, 1) for bid in range(5)}
    assert found.lines()[0] == "0 bid:0  5"
    assert found.lines()[-1] == "depth 2: 50 paths, 25 positions"


def test_like_the_plain_way() -> None:
    for depth in range(5):
        rules, state = hands().rules, start(hands(), 2)
        assert paths_of(rules, state, depth) == slowly(rules, state, depth)
        assert sum(perft(rules, state, depth).split.values()) == (
            paths_of(rules, state, depth) if depth else 0
        )
    sheet_rules, sheet = sheets().rules, start(sheets(), 2)
    assert paths_of(sheet_rules, sheet, 4) == slowly(sheet_rules, sheet, 4)


def test_games_that_end_early_do_not_count() -> None:
    rules, state = fog().rules, start(fog(), 2)
    for action in ("lay:0", "lay:0", "lay:1", "lay:1"):
        rules.apply(state, 0, rules.actions.parse(action))
    assert paths_of(rules, state, 1) == 5
    # After leaving nothing follows; after entering the other side may stir.
    assert paths_of(rules, state, 2) == slowly(rules, state, 2) == 3 + 2 + 2 + 3


def test_from_a_record() -> None:
    table = Table(bids(), ("A", "B"))
    table.play(0, "bid:4")
    rules = bids().rules
    assert perft(rules, start_of(bids(), None, table.record), 1).paths == 5
    assert perft(rules, start_of(bids(), None, table.record, at=0), 1).paths == 10
    with pytest.raises(BadRequest, match="seats or a record"):
        start_of(bids(), None)


SHEET = """
[[perft]]
name = "two bidders"
seats = 2
depth = 2
paths = 50
positions = 25

[[perft]]
name = "three bidders, longer"
seats = 3
options = { rounds = "3" }
depth = 1
paths = 15
"""


class OneBidLess(Bids):
    """Does not offer the last seat its highest bid."""

    def decisions(self, state: BidState) -> list[Decision]:
        found = list(super().decisions(state))
        if found and found[-1].prompt == "bid":
            found[-1] = Decision(found[-1].seat, "bid", found[-1].options[:-1])
        return found


def test_counts_in_a_file(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "bids", bids())
    path = tmp_path / "bids" / "tests" / "perft.toml"
    path.parent.mkdir()
    path.write_text(SHEET)
    assert list(perft_faults(bids(), path)) == []
    suite.perft(game)()
    found = list(perft_faults(bids(OneBidLess()), path))
    assert found[0].startswith(
        f"{path}, 'two bidders': 36 paths, and should be 50:\n  0 bid:0  4\n"
    )
    assert found[0].endswith("depth 2: 36 paths, 20 positions")
    assert found[1] == f"{path}, 'two bidders': 20 positions, and should be 25"
    assert "'three bidders, longer': 14 paths, and should be 15" in found[2]
    broken = toy_game(tmp_path / "broken", bids(OneBidLess()))
    (tmp_path / "broken" / "tests").mkdir()
    (tmp_path / "broken" / "tests" / "perft.toml").write_text(SHEET)
    with pytest.raises(Broken, match="36 paths, and should be 50"):
        suite.perft(broken)()


def test_a_file_may_start_from_a_record(tmp_path: Path) -> None:
    table = Table(bids(), ("A", "B"))
    table.play(0, "bid:4")
    (tmp_path / "one.jsonl").write_text(table.record.dump())
    path = tmp_path / "perft.toml"
    entry = '[[perft]]\nname = "x"\nrecord = "{record}"\nat = {at}\ndepth = 1\npaths = {paths}\n'
    path.write_text(entry.format(record="one.jsonl", at=-1, paths=5))
    assert list(perft_faults(bids(), path)) == []
    path.write_text(entry.format(record="one.jsonl", at=0, paths=10))
    assert list(perft_faults(bids(), path)) == []
    path.write_text(entry.format(record="two.jsonl", at=0, paths=10))
    with pytest.raises(FileError, match=r"perft\.toml, 'x': cannot read .*two\.jsonl"):
        list(perft_faults(bids(), path))
    path.write_text('[[perft]]\nname = "x"\n')
    with pytest.raises(BadContent, match="depth"):
        list(perft_faults(bids(), path))
