"""The content pack: primitives both ways, and packs that break what the rulebook demands."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import get_args

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.games.conqueror import GAME, schema
from ludus.games.conqueror.content import load_contents
from ludus.games.conqueror.drawing import load_sheets
from ludus.games.conqueror.ids import TURN
from ludus.games.conqueror.primitives import GOAL_OPS, HERO_OPS, LAW_OPS, THREAT_OPS
from ludus.games.conqueror.tests.scene import CONTENTS, DEFAULTS, FOLDER, PACK, RULES


def altered(folder: Path, file: str, old: str, new: str) -> Pack:
    """A pack of one's own that changes one file."""
    for name in ("pack.toml", file):
        shutil.copy(FOLDER / "content" / name, folder / name)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return Pack.open("conqueror", FOLDER / "content", folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    (
        (
            "heroes.toml",
            'op = "bonus"',
            'op = "boast"',
            "hero fabius_maximus, ability 1: .*'boast'.*possible: bonus",
        ),
        ("heroes.toml", 'op = "bonus", n = 2', 'op = "bonus"', "ability 1: `n` is missing"),
        ("heroes.toml", "cap = 3", "cap = 3, colour = 1", "unknown key `colour`"),
        ("heroes.toml", 'result = "win"', 'result = "maybe"', "possible: any, lose, win"),
        ("heroes.toml", 'place = ["sea", "bridge"]', "place = []", "at least 1 value$"),
        ("heroes.toml", 'op = "extra_action", n = 1', 'op = "extra_action", n = 2', "possible: 1"),
        ("heroes.toml", ', side = "defend" }', ', result = "win" }', "unknown key `result`"),
        ("heroes.toml", "strength = 4", "strength = 15", "it must be at most 9"),
        ("heroes.toml", 'faction = "Rome"', 'faction = "Gaul"', "Rome has 3 cards, not 4"),
        ("chronicle.toml", "sword = true", "sword = false", "an effect for the round is missing"),
        ("chronicle.toml", 'what = "recruit"', 'what = "sleep"', "'sleep'.*possible: .*, recruit"),
        ("chronicle.toml", ', spares = "holder_of_5_forts"', "", "card olympic_truce: .*spares"),
        ("chronicle.toml", ', on_end = "remove_excess"', "", "card bountiful_harvest: .*on_end"),
        ("chronicle.toml", 'touching = "sea"', 'touching = ""', "card storms_at_sea: .*'types'"),
        (
            "chronicle.toml",
            "den = 2",
            "den = 0",
            "card spies_and_traitors, effect 1: `den` is 0, it must be at least 1",
        ),
        ("chronicle.toml", "minimum = [6, 6, 6, 6]", "minimum = [6, 6, 6]", "a minimum above 0"),
        ("missions.toml", '"Sicilia", "Sardinia"', '"Oceanus"', "no goal that is possible"),
        ("missions.toml", 'op = "control_all"', 'op = "hold"', "possible: control_all, battles"),
        ("missions.toml", 'against", faction = "Rome"', 'against", faction = "Troy"', "Troy"),
        ("missions.toml", "pays = 5", "pays = 0", "it must pay something"),
        ("maps.toml", "faces = [1, 1", "faces = [1, 2", "die.faces must be"),
        ("maps.toml", "units = [4, 6", "units = [4, 5", "1 food allows 6 units"),
        ("maps.toml", 'a = "Gaul", b = "Averni"', 'a = "Gaul", b = "Avalon"', "no territory"),
        ("maps.toml", "home = 4", "home = 5", "defence: the bonuses are 1, 2 and 4"),
        ("maps.toml", 'at = "Brundium"', 'at = "Atlantis"', "no 'Atlantis' on map campaign"),
        ("maps.toml", 'kind = "sea", source', 'kind = "sea", food = 1, source', "currency only"),
    ),
)
def test_broken_packs_are_refused(tmp_path: Path, file: str, old: str, new: str, why: str) -> None:
    with pytest.raises(BadContent, match=why):
        load_contents(altered(tmp_path, file, old, new))


def test_a_pack_may_change_what_is_reconstructed(tmp_path: Path) -> None:
    pack = altered(tmp_path, "heroes.toml", "price = 12", "price = 11")
    assert load_contents(pack).heroes[0].price == 11
    assert pack.hash("heroes.toml") != GAME.open().pack.hash("heroes.toml")


def test_the_drawing_must_fit_the_map(tmp_path: Path) -> None:
    pack = altered(tmp_path, "drawing.toml", 'id = "Britannia"', 'id = "Hibernia"')
    with pytest.raises(BadContent, match="its territories are not those"):
        load_sheets(pack, CONTENTS.boards)


def test_the_drawing_shows_the_icons_of_the_map(tmp_path: Path) -> None:
    pack = altered(
        tmp_path,
        "maps.toml",
        'id = "Averni", kind = "land", food = 1',
        'id = "Averni", kind = "land", food = 2',
    )
    boards = load_contents(pack).boards
    sheet = load_sheets(pack, boards)[boards[0].key]
    for territory, region in zip(boards[0].territories, sheet.regions, strict=True):
        icons = [icon.icon for icon in region.icon]
        assert icons.count("food") == territory.food
        assert icons.count("currency") == territory.currency


def test_every_primitive_is_used_by_a_card() -> None:
    heroes = {ability.op for hero in CONTENTS.heroes for ability in hero.abilities}
    assert heroes == set(HERO_OPS.values())
    threats = [card.threat for card in CONTENTS.cards if card.threat is not None]
    ops = {line.op for threat in threats for line in (*threat.lost, *threat.won)}
    assert ops == set(THREAT_OPS.values())
    goals = {goal.op for m in CONTENTS.missions for row in m.goals for goal in row}
    assert goals == set(GOAL_OPS.values())


def test_every_primitive_of_the_files_is_compiled() -> None:
    assert set(LAW_OPS) == set(get_args(schema.RoundEffect))
    assert set(HERO_OPS) == set(get_args(schema.HeroAbility))
    assert set(THREAT_OPS) == set(get_args(schema.ThreatEffect))
    assert set(GOAL_OPS) == set(get_args(schema.MissionGoal))


def test_a_primitive_without_a_card_is_refused(tmp_path: Path) -> None:
    content = tmp_path / "content"
    shutil.copytree(FOLDER / "content", content)
    path = content / "heroes.toml"
    text = path.read_text(encoding="utf-8").replace('{ op = "nullify" }', '{ op = "draw_wins" }')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadContent, match="primitives that no card uses"):
        load_contents(Pack.open("conqueror", content))


@pytest.mark.clause("conqueror.food.1")
@pytest.mark.parametrize("seats", (3, 6))
def test_nobody_has_more_units_than_food_allows(seats: int) -> None:
    rng = SeededRng(seats)
    state = RULES.setup(seats, DEFAULTS)
    while state.stack and state.round < 12:
        decision = RULES.decisions(state)[0]
        RULES.apply(state, decision.seat, pick(decision, rng))
        if state.stack and state.stack[-1].phase == TURN:
            view = RULES.view(state, 0)
            assert all(units <= quota for units, quota in zip(view.units, view.quota, strict=True))


def test_where_a_value_comes_from_is_no_part_of_the_content_hash(tmp_path: Path) -> None:
    """A record is played on with a pack that says more about itself, but not with another map."""
    mark = 'sources = { fort = "reconstruction", food = "rulebook" }'
    pack = altered(tmp_path, "maps.toml", mark, 'sources = { fort = "public" }')
    assert pack.hash("maps.toml") == PACK.hash("maps.toml")
    pack = altered(tmp_path, "maps.toml", 'food = 1, source = "rulebook"', 'source = "rulebook"')
    assert pack.hash("maps.toml") != PACK.hash("maps.toml")
