"""Content packs: reading, laying over, and refusing."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from ludus.core import content
from ludus.core.codec import fingerprint, from_json, to_json, to_plain
from ludus.core.content import Pack, Sources, demand, read_toml
from ludus.core.errors import BadContent, BadRequest, FileError
from ludus.core.options import Option, settle


class Card(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cost: int


class Marked(Card, forbid_unknown_fields=True):
    part: list[dict[str, int]] = []
    sources: Sources = {}


INFO = 'name = "{}"\ngame = "harbour"\ntitle = "T"\nwhat = "W"\nchecked = "C"\n'


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "pack.toml").write_text(INFO.format("built-in"))
    (folder / "card.toml").write_text('name = "Lighthouse"\ncost = 3\n')
    (folder / "other.toml").write_text('name = "Customs"\ncost = 2\n')
    return folder


def test_a_pack_of_ones_own_needs_only_what_it_changes(base: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "pack.toml").write_text(INFO.format("mine"))
    (own / "card.toml").write_text('name = "Lighthouse"\ncost = 5\n')
    built_in, mine = Pack.open("harbour", base), Pack.open("harbour", base, own)
    assert mine.info.name == "mine"
    assert mine.read("card.toml", Card).cost == 5
    assert mine.read("other.toml", Card) == built_in.read("other.toml", Card)
    assert mine.hash("card.toml") != built_in.hash("card.toml")
    assert mine.hash("other.toml") == built_in.hash("other.toml")


def test_the_hash_sees_facts_and_not_layout(base: Path) -> None:
    pack = Pack.open("harbour", base)
    before = pack.hash("card.toml")
    (base / "card.toml").write_text('# A comment.\ncost = 3\nname   = "Lighthouse"\n')
    assert pack.hash("card.toml") == before
    (base / "card.toml").write_text('name = "Lighthouse"\ncost = 4\n')
    assert pack.hash("card.toml") != before


def test_the_sources_of_single_values_are_notes(base: Path) -> None:
    pack = Pack.open("harbour", base)
    facts = 'name = "Lighthouse"\ncost = 3\npart = [{ lamp = 1 }, { door = 2 }]\n'
    (base / "card.toml").write_text(facts)
    before = pack.hash("card.toml")
    (base / "card.toml").write_text(
        facts + 'sources = { cost = "public", "part.door" = "reconstruction" }\n'
    )
    assert pack.hash("card.toml") == before, "they change no rule"
    assert pack.read("card.toml", Marked).sources["part.door"] == "reconstruction"
    for marks, message in (
        ('price = "public"', "names 'price'"),
        ('"cost.coins" = "public"', r"names 'cost\.coins'"),
        ('cost = "hearsay"', "hearsay"),
    ):
        (base / "card.toml").write_text(f"{facts}sources = {{ {marks} }}\n")
        with pytest.raises(BadContent, match=message):
            pack.read("card.toml", Marked)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "L"\n', r"card\.toml: .*cost"),
        ('name = "L"\ncost = "3"\n', r"card\.toml:2: `cost` is '3', it must be a whole number$"),
        ('name = "L"\ncost = 3\ncolour = 1\n', "colour"),
        ("name = \n", "not TOML"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_key(base: Path, text: str, message: str) -> None:
    (base / "card.toml").write_text(text)
    with pytest.raises(BadContent, match=message):
        read_toml(base / "card.toml", Card)


class Build(msgspec.Struct, forbid_unknown_fields=True, tag_field="op", tag="build"):
    what: list[Literal["pier", "tower"]]


class Sail(msgspec.Struct, forbid_unknown_fields=True, tag_field="op", tag="sail"):
    to: Literal["north", "south"]


class Ship(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    does: list[Build | Sail]


class Fleet(msgspec.Struct, forbid_unknown_fields=True):
    ship: list[Ship]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('op = "sail", to = "west"', "ship argo, does 1: .*'west'.*possible: north, south$"),
        ('op = "row", to = "west"', "ship argo, does 1: .*'row'.*possible: build, sail$"),
        (
            'op = "build", what = ["pier", "hut"]',
            "does 1: value 2 of `what` is 'hut'; possible: pier, tower$",
        ),
        ('op = "build"', "ship argo, does 1: `what` is missing$"),
    ],
)
def test_a_bad_item_is_named_with_what_is_possible(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "fleet.toml"
    path.write_text(
        f'[[ship]]\nid = "hope"\ndoes = []\n[[ship]]\nid = "argo"\ndoes = [{{ {line} }}]\n'
    )
    with pytest.raises(BadContent, match=message):
        read_toml(path, Fleet)


def test_a_bad_folder_is_refused(base: Path, tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="no such pack"):
        Pack.open("harbour", base, tmp_path / "nowhere")
    with pytest.raises(BadContent, match="game is 'harbour', not 'cambria'"):
        Pack.open("cambria", base)
    own = tmp_path / "own"
    own.mkdir()
    with pytest.raises(BadContent, match=r"pack\.toml: cannot be read"):
        Pack.open("harbour", base, own)
    (own / "pack.toml").write_text(INFO.format("mine"))
    (own / "cards.toml").write_text("")
    with pytest.raises(BadContent, match=r"cards\.toml: harbour has no such file"):
        Pack.open("harbour", base, own)


def test_demand() -> None:
    demand(True, Path("x"), "never")
    with pytest.raises(BadContent, match="x: sixteen"):
        demand(False, Path("x"), "sixteen")


OPTIONS = (
    Option("side", ("north", "south"), "south", "h.1"),
    Option("dummy", ("on", "off"), "on", "h.2", seats=(2,)),
)


def test_options_are_completed_and_checked() -> None:
    assert settle(OPTIONS, {}, 3) == {"side": "south"}
    assert settle(OPTIONS, {"side": "north"}, 2) == {"side": "north", "dummy": "on"}
    with pytest.raises(BadRequest, match="'side' cannot be 'east': choose one of north, south"):
        settle(OPTIONS, {"side": "east"}, 3)
    with pytest.raises(BadRequest, match="unknown option 'dummy' with 3 seats: there are side"):
        settle(OPTIONS, {"dummy": "on"}, 3)


def test_codec_is_strict_and_stable() -> None:
    card = Card("Lighthouse", 3)
    assert from_json(to_json(card), Card) == card
    assert to_plain(card) == {"name": "Lighthouse", "cost": 3}
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    with pytest.raises(FileError, match=r"state: .*cost"):
        from_json(b'{"name": "L", "cost": "3"}', Card, "state")


def test_two_threads_work_out_types_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """msgspec crashes if a type is first used by two threads at once."""
    path = tmp_path / "card.toml"
    path.write_text('name = "Pier"\ncost = 3\n', encoding="utf-8")
    inside, go_on = threading.Event(), threading.Event()
    running: list[int] = []
    most: list[int] = []
    convert = msgspec.convert

    def watched(document: object, type: type[Card], strict: bool) -> Card:
        running.append(1)
        most.append(len(running))
        inside.set()
        assert go_on.wait(60)
        running.pop()
        return convert(document, type=type, strict=strict)

    monkeypatch.setattr(msgspec, "convert", watched)
    threads = [threading.Thread(target=read_toml, args=(path, Card)) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert inside.wait(60)
    # The second stands before the lock; without one it would be inside by now or soon.
    assert content._CONVERTING.locked()
    go_on.set()
    for thread in threads:
        thread.join()
    assert most == [1, 1]
