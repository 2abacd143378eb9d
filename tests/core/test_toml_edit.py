"""Changes in a TOML text: they do what they say, and leave everything else as it was."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.core import toml_edit
from ludus.core.errors import BadRequest
from ludus.core.toml_edit import Edit, changed, edited, written
from ludus.core.toml_lines import Steps, lines_of, steps_at

GAMES = Path(toml_edit.__file__).parents[1] / "games"
FILES = sorted(
    path
    for path in (*GAMES.glob("*/content/*.toml"), *GAMES.glob("*/words.toml"))
    if path.stat().st_size < 12_000
)
TEXT = """\
# What it is.
name = "old" # beside it

[[card]] # the first
id = "a"
cost = [{ r = 1, k = 2 }, { coin = 1 }]

[[card.option]]
effects = ["x"]

# About b.
[[card]]
id = "b"
rows = [
  "~~", # row 1
  "..", # row 2
]
use.0 = "one"
"""


def test_only_the_value_changes() -> None:
    after = edited(TEXT, Edit("set", ("name",), "new"))
    assert after == TEXT.replace('"old"', '"new"')


def test_an_item_goes_with_its_comment_and_the_next_keeps_its_own() -> None:
    after = edited(TEXT, Edit("remove", ("card", 0)))
    assert after.startswith('# What it is.\nname = "old" # beside it\n\n# About b.\n[[card]]')
    assert tomllib.loads(after)["card"][0]["id"] == "b"
    assert "# About b." not in edited(TEXT, Edit("remove", ("card", 1)))


def test_what_is_new_is_written_as_its_like_is() -> None:
    item = {"id": "c", "option": [{"effects": ["y"]}]}
    after = edited(TEXT, Edit("insert", ("card", 2), item))
    assert after == TEXT + '\n[[card]]\nid = "c"\n\n[[card.option]]\neffects = ["y"]\n'
    after = edited(TEXT, Edit("insert", ("card", 1, "rows", 1), "^^"))
    assert '  "~~", # row 1\n  "^^",\n  "..", # row 2\n' in after
    after = edited(TEXT, Edit("set", ("card", 0, "cost", 0, "b"), 3))
    assert "cost = [{ r = 1, k = 2, b = 3 }, { coin = 1 }]" in after
    after = edited(TEXT, Edit("set", ("card", 1, "use", "1"), "two"))
    assert after.endswith('use.0 = "one"\nuse.1 = "two"\n')


def test_a_list_that_loses_its_last_item_is_still_a_list() -> None:
    after = edited(TEXT, Edit("remove", ("card", 0, "option", 0)))
    assert tomllib.loads(after)["card"][0]["option"] == []


def test_items_move() -> None:
    after = tomllib.loads(edited(TEXT, Edit("move", ("card", 1), to=0)))
    assert [card["id"] for card in after["card"]] == ["b", "a"]
    after = tomllib.loads(edited(TEXT, Edit("move", ("card", 0, "cost", 1), to=0)))
    assert after["card"][0]["cost"] == [{"coin": 1}, {"r": 1, "k": 2}]


@pytest.mark.parametrize(
    "edit",
    [
        Edit("set", (), 1),
        Edit("remove", ("nothing",)),
        Edit("remove", ("card", 5)),
        Edit("insert", ("card", 4), {}),
        Edit("set", ("name", "deeper"), 1),
        Edit("set", ("card", "x"), 1),
        Edit("move", ("card", 0), to=9),
        Edit("set", ("card", 0, "id"), None),
        Edit("insert", ("card", 0), "no table"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_refused(edit: Edit) -> None:
    with pytest.raises(BadRequest):
        edited(TEXT, edit)


def test_values_are_written_as_a_person_would() -> None:
    assert written([1, 2.5, 3.0, True, 'a "b"']) == '[1, 2.5, 3, true, "a \\"b\\""]'
    assert written({"a": [1], "b c": {}}) == '{ a = [1], "b c" = {} }'
    assert max(map(len, written(list(range(100))).splitlines())) <= 100


def _ways(value: object, way: Steps = ()) -> Iterator[tuple[Steps, object]]:
    if way:
        yield way, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _ways(part, (*way, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _ways(part, (*way, number))


def _edits(way: Steps, value: object) -> Iterator[Edit]:
    yield Edit("remove", way)
    yield Edit("set", way, value)
    if isinstance(way[-1], int):
        yield Edit("insert", way, value)
        yield Edit("move", way, to=0)
    if isinstance(value, list) and value:
        yield Edit("insert", (*way, len(value)), value[0])
    if isinstance(value, dict):
        yield Edit("set", (*way, "new"), {"a": [1, "x"], "b": True})


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_every_place_of_the_games_files_can_be_changed(path: Path) -> None:
    """`edited` itself compares what it wrote with what the change means."""
    text = path.read_text(encoding="utf-8")
    places = list(_ways(tomllib.loads(text)))
    rng = random.Random(path.name)
    for way, value in rng.sample(places, min(6, len(places))):
        for edit in _edits(way, value):
            after = edited(text, edit)
            comments = [line for line in text.splitlines() if line.startswith("#")]
            gone = edit.op == "remove" or isinstance(value, dict)
            assert gone or all(line in after for line in comments)


def test_setting_a_value_to_itself_changes_nothing() -> None:
    document = tomllib.loads(TEXT)
    assert changed(document, Edit("set", ("name",), "old")) == document
    assert edited(TEXT, Edit("set", ("name",), "old")) == TEXT


def test_a_line_leads_to_its_place() -> None:
    lines = lines_of(TEXT)
    assert steps_at(TEXT, lines["card", 0]) == ("card", 0)
    assert steps_at(TEXT, lines["card", 0, "cost"]) == ("card", 0, "cost")
    assert steps_at(TEXT, lines["card", 1, "rows", 1]) == ("card", 1, "rows", 1)
    assert steps_at(TEXT, 1) == ()
