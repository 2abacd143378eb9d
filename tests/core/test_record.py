"""The record: what is written, what is read back, and what is refused at which line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.errors import BadRecord
from ludus.core.protocol import CHANCE, CLOCK
from ludus.core.record import Header, Move, Record, read_record

HEADER = Header("cambria", 1, "abc", ("Livia", "Märcus"), {"side": "cambria"})
RECORD = Record(
    HEADER, [Move(CHANCE, "dice:3"), Move(0, "roll", 1700000000000), Move(CLOCK, "late")]
)

names = st.lists(st.text(max_size=12), min_size=1, max_size=6)
moves = st.lists(
    st.builds(
        Move,
        st.sampled_from([CHANCE, CLOCK, 0]),
        st.text(max_size=12),
        st.integers(0, 2**50),
    ),
    max_size=8,
)


@given(names, moves, st.dictionaries(st.text(max_size=6), st.text(max_size=6), max_size=3))
def test_what_is_written_is_read_back(
    seats: list[str], played: list[Move], options: dict[str, str]
) -> None:
    record = Record(Header("game", 2, "hash", tuple(seats), options, "own"), played)
    assert read_record(record.dump()) == record


def test_any_prefix_is_a_record() -> None:
    lines = RECORD.dump().splitlines(keepends=True)
    for count in range(len(RECORD.moves) + 1):
        assert read_record("".join(lines[: count + 1])) == RECORD.prefix(count)


def test_a_missing_last_line_end_is_no_harm() -> None:
    assert read_record(RECORD.dump().rstrip("\n")) == RECORD


def test_the_text_is_json_lines_with_a_running_checksum() -> None:
    header, first, second, _ = (json.loads(line) for line in RECORD.lines())
    assert header["ludus"] == 1
    assert header["seats"] == ["Livia", "Märcus"]
    assert {key: first[key] for key in ("n", "seat", "act")} == {
        "n": 1,
        "seat": -1,
        "act": "dice:3",
    }
    assert "at" not in first
    assert second["at"] == 1700000000000
    assert len({header["sum"], first["sum"], second["sum"]}) == 3


def test_renaming_keeps_the_moves() -> None:
    renamed = RECORD.renamed(["A", "B"])
    assert renamed.header.seats == ("A", "B")
    assert renamed.moves == RECORD.moves
    assert read_record(renamed.dump()) == renamed


def _broken(line: int, change: dict[str, object]) -> str:
    lines = list(RECORD.lines())
    lines[line] = json.dumps({**json.loads(lines[line]), **change}, separators=(",", ":"))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty; line 1 must be the header"),
        (RECORD.dump()[:-20], "line 4: cut off or not JSON"),
        ("[1, 2]", "line 1: must be a JSON object"),
        (_broken(2, {"act": "pass"}), "line 3: the checksum .* this line was altered"),
        (_broken(0, {"game": "agricola"}), "line 1: the checksum"),
        (_broken(0, {"ludus": 9}), "line 1: record format 9; this version reads 1"),
        (_broken(0, {"game": 3}), "game, content and pack must be text"),
        (_broken(0, {"version": "1"}), "version must be a number"),
        (_broken(0, {"options": {"side": 1}}), "options must be an object of text"),
        (_broken(0, {"seats": "Livia"}), "seats must be a list of names"),
        (_broken(1, {"n": 7}), "line 2: n is 7 and should be 1"),
        (_broken(1, {"seat": 2}), "line 2: seat must be 0 to 1, -1 or -2, not 2"),
        (_broken(1, {"seat": "0"}), "line 2: seat must be"),
        (_broken(1, {"act": 5}), "line 2: act must be text"),
    ],
)
def test_a_broken_record_is_refused_by_line(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message) as caught:
        read_record(text, "game.jsonl")
    assert str(caught.value).startswith("game.jsonl")


def test_a_missing_line_is_noticed() -> None:
    lines = list(RECORD.lines())
    del lines[2]
    with pytest.raises(BadRecord, match="line 3: n is 3 and should be 2"):
        read_record("\n".join(lines))
