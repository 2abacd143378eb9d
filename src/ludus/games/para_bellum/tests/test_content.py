"""The cards: what the box holds, and that bad content is refused."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.games.para_bellum import FOLDER, GAME, schema
from ludus.games.para_bellum.content import BASICS, load_catalog
from ludus.games.para_bellum.ids import (
    BANNER_IDS,
    CHARACTER,
    COLOUR_IDS,
    CONSTRUCT,
    GRAY_BANNERS,
    MEASURES,
    NONE,
    OPS,
    ORDER,
    PERMANENT,
    RED_BANNERS,
    RED_DIE,
    TRIGGERS,
    UNIT,
)
from ludus.games.para_bellum.rules.effects import RUNS
from ludus.games.para_bellum.rules.objectives import COUNTS
from ludus.games.para_bellum.rules.possible import POSSIBLE
from ludus.games.para_bellum.tests.scene import BOX, CATALOG

CONTENT = FOLDER / "content"


def ids_of(subtype: int) -> list[str]:
    return [kind.id for kind in CATALOG.commands if kind.subtypes >> subtype & 1]


@pytest.mark.clause("pb.comp.1", "pb.comp.5", "pb.comp.7", "pb.gloss.6")
def test_pieces() -> None:
    pieces = BOX.pack.read("limits.toml", schema.LimitsFile).components
    assert pieces.blazons == 4 * len(COLOUR_IDS) == 20
    assert pieces.banners == 4 * len(BANNER_IDS) == 24
    assert RED_BANNERS.bit_count() == GRAY_BANNERS.bit_count() == 3
    assert [BANNER_IDS[i] for i in range(6) if RED_BANNERS >> i & 1] == [
        "strategist",
        "field_commander",
        "warlord",
    ]
    assert pieces.dice == {"blue": 4, "red": 4 * 5, "gray": 4 * 10}
    starts = CATALOG.army[CATALOG.deck_kinds :]
    assert [card.colour for card in starts] == [0, 1, 2, 3, 4]


@pytest.mark.clause("pb.comp.9", "pb.comp.18", "pb.bonus.6", "pb.ally.8")
def test_what_the_rulebook_does_not_give_is_marked_down_to_the_sign() -> None:
    """Cards that it shows in full say nothing of copies, colours of bonuses, or the track."""

    def ours(item: schema.CommandCard | schema.BattleCard | schema.AllianceCard) -> set[str]:
        return {name for name, source in item.sources.items() if source == "reconstruction"}

    commands = BOX.pack.read("command.toml", schema.CommandFile).card
    printed = {card.id: ours(card) for card in commands if card.source == "rulebook"}
    assert printed == {
        **dict.fromkeys(
            ("bribe", "raid", "reinforcements", "sabotage", "architecti"), frozenset({"copies"})
        ),
        "balista": {"copies", "action.cost"},
    }
    battles = BOX.pack.read("battles.toml", schema.BattleFile).battle
    assert [ours(card) for card in battles if card.source == "rulebook"] == [{"bonus.colour"}]
    alliances = BOX.pack.read("alliances.toml", schema.AllianceFile).alliance
    (chest,) = [ours(card) for card in alliances if card.source == "rulebook"]
    assert chest == {"spaces", "side_a", "side_b"}
    blue = [b for b in BOX.pack.read("limits.toml", schema.LimitsFile).basic if b.cost.b]
    assert [basic.id for basic in blue] == ["muster", "empower"]
    assert all(basic.sources == {"cost": "reconstruction"} for basic in blue)


@pytest.mark.clause("pb.comp.9", "pb.cmd.1", "pb.perm.2")
def test_command_deck() -> None:
    kinds = Counter(kind.type for kind in CATALOG.commands)
    assert kinds == {ORDER: 10, PERMANENT: 10, UNIT: 2}
    copies = Counter[int]()
    for kind in CATALOG.commands:
        copies[kind.type] += kind.copies
    assert copies == {ORDER: 24, PERMANENT: 19, UNIT: 4}
    file = BOX.pack.read("command.toml", schema.CommandFile)
    for card in file.card:
        if card.type != "order":
            assert card.passive or card.action


@pytest.mark.clause("pb.comp.10", "pb.comp.11")
def test_army_cards() -> None:
    cards = BOX.pack.read("army.toml", schema.ArmyFile).card
    assert Counter(card.set for card in cards) == {2: 25, 3: 15, 4: 15}
    assert len(CATALOG.army) - CATALOG.deck_kinds == 5
    for colour in COLOUR_IDS:
        own = [card for card in cards if card.colour == colour]
        assert len(own) == 11
        assert sum(1 for card in own if card.full) == 3
        assert sum(1 for card in own if card.cornicine) == 3
        assert sum(1 for card in own if card.mounted) == 4
    assert sum(kind.copies[4] for kind in CATALOG.army) == 55


@pytest.mark.clause("pb.comp.6", "pb.comp.12", "pb.comp.13", "pb.bonus.1", "pb.bonus.6")
def test_other_decks() -> None:
    assert len({card.id for card in CATALOG.events}) == 12
    assert len({card.id for card in CATALOG.objectives}) == 12
    assert [card.id for card in CATALOG.battles] == ["dyrrhachium", "pharsalus", "thapsus"]
    for battle in CATALOG.battles:
        assert len(battle.bonuses) == len(COLOUR_IDS)
    words = BOX.face.words
    printed = [words.text(f"battle.dyrrhachium.bonus.{colour}") for colour in COLOUR_IDS]
    assert printed == [
        "Experienced Builders",
        "Rushed Construction",
        "Efficient Logistics",
        "Good Commander",
        "Engineering Corps",
    ]


@pytest.mark.clause("pb.comp.16", "pb.core.2", "pb.comp.18")
def test_prices() -> None:
    file = BOX.pack.read("limits.toml", schema.LimitsFile)
    assert [basic.id for basic in file.basic] == list(BASICS)
    costs = {basic.id: basic.cost for basic in file.basic}
    assert costs["muster"] == costs["empower"] == schema.Cost(b=1)
    assert costs["consult"] == schema.Cost(r=1)
    assert costs["motivate"] == schema.Cost(r=1, coin_allowed=False)
    balista = CATALOG.commands[CATALOG.command("balista")].printed[0]
    ways = CATALOG.prices[balista.price].ways
    assert [(kind == RED_DIE, pips) for kind, pips, _ in ways] == [(True, 2), (False, 2)]
    assert [BANNER_IDS[banner] for _, _, banner in ways] == ["strategist", "veterani"]
    assert CATALOG.programs[balista.program], "the price and the effects are kept apart"


@pytest.mark.clause("pb.subtype.1", "pb.gloss.9", "pb.gloss.10")
def test_subtypes() -> None:
    assert ids_of(CHARACTER) == [
        "architecti",
        "sicarius",
        "quaestor",
        "aquilifer",
        "medicus",
        "tribunus",
    ]
    assert ids_of(CONSTRUCT) == [
        "via_militaris",
        "castra",
        "vallum",
        "horreum",
        "balista",
        "onager",
    ]
    used = {
        sub
        for card in BOX.pack.read("command.toml", schema.CommandFile).card
        for sub in card.subtypes
    }
    assert used == {"character", "construct", "via", "special_unit"}


@pytest.mark.clause("pb.ally.1", "pb.comp.14")
def test_alliances() -> None:
    assert len(CATALOG.alliances) == 3
    for alliance in CATALOG.alliances:
        assert CATALOG.programs[alliance.action]
        assert [len(side) for side in alliance.sides] == [2, 2]


def test_every_effect_is_known_and_used() -> None:
    assert {effect.op for effect in CATALOG.effects} == set(range(len(OPS)))
    assert len(RUNS) == len(POSSIBLE) == len(OPS)
    assert {kind.measure for kind in CATALOG.objectives} - {NONE} == set(range(len(MEASURES)))
    assert len(COUNTS) == len(MEASURES)
    assert {kind.trigger for kind in CATALOG.objectives} - {NONE} == set(range(len(TRIGGERS)))


def test_every_hook_is_used() -> None:
    hooks = CATALOG.hooks
    for name in (name for name in dir(hooks) if not name.startswith("_")):
        assert getattr(hooks, name).kinds, f"no card changes {name}"
    tags = {
        hook.__struct_config__.tag
        for card in BOX.pack.read("events.toml", schema.EventFile).event
        for hook in card.passive
    }
    assert len(tags) == 7


BAD = [
    ("command.toml", 'op = "coin_move"', 'op = "coin_throw"', "coin_throw"),
    (
        "command.toml",
        "copies = 3",
        "copies = 0",
        "card reinforcements: `copies` is 0, it must be at least 1",
    ),
    (
        "command.toml",
        "actions = 2\n",
        "actions = 5\n",
        "via_militaris: `actions` is 5, it must be at most 4",
    ),
    ("command.toml", 'hook = "motivate"', 'hook = "moonwalk"', "moonwalk"),
    ("army.toml", 'id = "azure"', 'id = "teal"', "colours must be"),
    ("events.toml", 'id = "dilectus"', 'id = "driving_rain"', "driving_rain"),
    ("objectives.toml", "{ need = 6, points = 5 }", "{ need = 6 }", "points"),
    ("objectives.toml", 'face = "up"', 'face = "down"', "objective ars_oratoria: .* is open"),
    ("battles.toml", 'colour = "gold"', 'colour = "azure"', "dyrrhachium"),
    ("alliances.toml", "spaces = 3", "spaces = 1", "start and an end"),
    ("limits.toml", "gray_dice = 10", "gray_dice = 11", "gray_dice must be 10"),
    ("limits.toml", "blazons = 20", "blazons = 19", "blazons must be 20"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "says"), BAD)
def test_bad_content_is_refused(
    tmp_path: Path, file: str, right: str, wrong: str, says: str
) -> None:
    shutil.copy(CONTENT / "pack.toml", tmp_path)
    text = (CONTENT / file).read_text(encoding="utf-8")
    assert right in text
    (tmp_path / file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(BadContent, match=says) as caught:
        load_catalog(Pack.open("para_bellum", CONTENT, tmp_path))
    assert file in str(caught.value)


def test_hash_follows_rules_and_not_words() -> None:
    assert GAME.open().content_hash == BOX.content_hash
    assert "drawing" not in "".join(path.name for path in CONTENT.glob("*.toml"))


@pytest.mark.clause("pb.line.6", "pb.draw.6")
def test_one_name_for_one_thing() -> None:
    """The Battle Line is never a Field, the third phase never a Cleanup."""
    words = BOX.face.words
    for key in words.keys(""):
        said = words.template(key)
        assert "Cleanup" not in said
        assert "the Field" not in said.replace("the Field Commander", "")
    assert words.text("phase.draw") == "Draw Phase"
    assert "Battle Line" in words.text("prompt.take.text")
