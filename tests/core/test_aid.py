"""Player aids: every symbol that a table shows has an entry, and all of it can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec
import pytest

from ludus.core.aid import Aid, AidWords, Figures, aid_of, explains, legend
from ludus.core.chance import SeededRng
from ludus.core.errors import BadContent
from ludus.core.examples import examples_of, table_of
from ludus.core.face import foremost, scenes_of
from ludus.core.models import SYMBOL_ID
from ludus.core.registry import find_game, open_box
from ludus.core.table import AnyTable, Table
from ludus.core.text import ICON, Bit
from ludus.games import PUBLISHED

ICON_FIELDS = ("icon", "next_icon", "icons")
MOVES = 120
DRAWN = re.compile(rf'href="#{SYMBOL_ID}([\w-]+)"')


def found(game: str) -> Aid:
    aid = aid_of(find_game(game).folder)
    assert aid is not None, f"{game} has no aid.toml"
    return aid


def symbols_in(model: object) -> Iterator[str]:
    """The keys of all symbols in a model."""
    if isinstance(model, Bit):
        if model.kind == ICON:
            yield model.ref
    elif isinstance(model, msgspec.Struct):
        for name in model.__struct_fields__:
            value = getattr(model, name)
            if name in ICON_FIELDS:
                yield from (value,) if isinstance(value, str) else value
            else:
                yield from symbols_in(value)
    elif isinstance(model, str):
        yield from DRAWN.findall(model)
    elif isinstance(model, Mapping):
        for each in model.values():
            yield from symbols_in(each)
    elif isinstance(model, tuple | list):
        for each in model:
            yield from symbols_in(each)


def shown(table: AnyTable, seat: int) -> Iterator[str]:
    """The symbols that a seat sees at a position."""
    face, view, decision = table.box.face, table.view(seat), table.decision(seat)
    choices = face.choices(view, decision, table.names) if decision is not None else ()
    yield from symbols_in(face.dashboard(view, decision, choices, table.names))
    yield from symbols_in(face.panels(view, table.names))
    yield from symbols_in(tuple(choices))
    if decision is not None:
        yield from symbols_in(face.prompt(view, decision, table.names))
        yield from symbols_in(face.preview(view, decision, choices[0], table.names))
        for place in choices[0].places:
            yield from symbols_in(face.about(view, decision, place, table.names))


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_symbol_on_a_table_has_an_entry(game: str) -> None:
    aid = found(game)
    box = open_box(game)
    rng = SeededRng(7)
    table = Table(box, [f"Seat {seat}" for seat in range(max(box.meta.seats))])
    seen: set[str] = set()
    for number in range(MOVES):
        table.settle(rng)
        if table.over:
            break
        decision = table.decisions()[0]
        if decision.seat >= 0 and number % 4 == 0:
            seen.update(shown(table, decision.seat))
        table.play(decision.seat, decision.options[rng.below(len(decision.options))])
    seen.discard("")
    assert len(seen) > 6
    assert not sorted(key for key in seen if not explains(aid, key))


PIECES = {"para_bellum": ("troop-*", "centurion-*", "link-*", "plain", "slots")}
"""Symbols that a face draws whole cards from. They stand in no sentence, count or list."""


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_symbol_that_a_game_has_is_explained(game: str) -> None:
    """Whatever comes up at a table, and however rarely."""
    aid, face = found(game), open_box(game).face
    pieces = PIECES.get(game, ())
    missing = {key for key in face.symbols if not explains(aid, key)}
    assert not {key for key in missing if not any(fnmatchcase(key, each) for each in pieces)}
    named = "".join(face.words.template(key) for key in face.words.keys(""))
    assert not {key for key in missing if re.search(rf"{{#{key}\b", named)}


@pytest.mark.parametrize("game", PUBLISHED)
def test_all_of_an_aid_can_be_said_and_drawn(game: str) -> None:
    aid = found(game)
    box = open_box(game)
    words = AidWords(aid, box.face.words)
    said: list[str] = []
    for step in aid.step:
        said += [step.says, *step.rows, *(each.says for each in step.picture)]
        said += [each for text in step.acts for each in text.split("|")]
    for part in (part for column in aid.column for part in column.part):
        said += [part.note, *part.head, *part.says, *part.boxed, *part.advice]
        said += [cell for row in part.rows for cell in row]
        for text in part.icons:
            entry = words.entry(text)
            assert entry.name
            said.append(entry.meaning)
    for text in said:
        for bit in words.say(text) if text else ():
            assert bit.kind != ICON or bit.ref in box.face.symbols, bit.ref
    for key in legend(aid):
        assert any(fnmatchcase(each, key) for each in box.face.symbols), key


def test_figures_come_from_the_content(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "sheets.toml").write_text(
        """
penalty = [0, 1, 3]
[[building]]
key = "market"
needs = 4
gives = "renown coin"
cost = { servant = 1, coin = 2 }
""",
        encoding="utf-8",
    )
    figures = Figures(tmp_path)
    market = "sheets.building.market"
    said = f"{{={market}.needs}}: {{={market}.cost}} for {{=#{market}.gives}}"
    assert figures.filled([said]) == ["4: {#servant} {#coin} {#coin} for {#renown} {#coin}"]
    assert figures.filled("{=sheets.penalty}, first {=sheets.penalty.0}") == "0, 1, 3, first 0"
    for wrong in ("sheets.building.forum.needs", "cards.one", "sheets.building"):
        with pytest.raises(BadContent, match=re.escape(wrong)):
            figures.filled(f"{{={wrong}}}")


@pytest.mark.parametrize("game", PUBLISHED)
def test_no_figure_of_an_aid_is_left_unfilled(game: str) -> None:
    assert "{=" not in msgspec.json.encode(found(game)).decode()


@pytest.mark.parametrize("game", PUBLISHED)
def test_a_turn_is_told_in_pictures_of_real_positions(game: str) -> None:
    box = open_box(game)
    examples = {each.key: each for each in examples_of(find_game(game).folder)}
    pictures = [picture for step in found(game).step for picture in step.picture]
    assert pictures
    for picture in pictures:
        example = examples[picture.example]
        table = table_of(box, example)
        seat = example.seat
        scenes = scenes_of(box.face, table.view(seat), table.decision(seat), table.names)
        shown = next((each for each in scenes if each.key == example.scene), foremost(scenes))
        ids = set(re.findall(r'\bid="([^"]+)"', shown.svg))
        assert picture.shows and ids.issuperset(picture.shows), picture.name
