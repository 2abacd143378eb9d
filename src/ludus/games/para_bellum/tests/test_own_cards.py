"""Cards of one's own: renamed, with other prices and effects, several that change one rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.core.pack_words import copy_pack
from ludus.games.para_bellum import FOLDER, GAME
from ludus.games.para_bellum.content import load_catalog
from ludus.games.para_bellum.tests import scene as scenes
from ludus.games.para_bellum.tests.scene import Scene, k, r
from ludus.games.para_bellum.tests.test_cards import victim
from ludus.games.para_bellum.view import ParaBellum
from ludus.kit.packs import check_pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "mine"
    copy_pack(GAME, path)
    return path


def change(pack: Path, file: str, old: str, new: str) -> None:
    path = pack / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def play_with(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenes are laid out with the cards of a pack from now on."""
    catalog = load_catalog(Pack.open("para_bellum", FOLDER / "content", pack))
    monkeypatch.setattr(scenes, "CATALOG", catalog)
    monkeypatch.setattr(scenes, "RULES", ParaBellum(catalog))


@pytest.mark.parametrize(("old", "new"), [("contio", "haruspex"), ("balista", "ballista")])
def test_a_card_renamed_everywhere_is_shown_and_played(pack: Path, old: str, new: str) -> None:
    for path in pack.iterdir():
        text = path.read_text(encoding="utf-8")
        text = text.replace(old, new).replace(old.title(), new.title())
        path.write_text(text, encoding="utf-8")
    report = check_pack(pack, quick=True)
    assert report.problems == []
    assert report.box is not None
    assert report.box.face.words.text(f"card.{new}.name") == new.title()
    assert f"card.{old}.name" not in report.box.face.words


def test_a_card_renamed_in_one_file_alone_is_refused(pack: Path) -> None:
    change(pack, "command.toml", 'id = "contio"', 'id = "haruspex"')
    problems = check_pack(pack, quick=True).problems
    assert any(re.search(r"command\.toml:\d+: card haruspex: no words", each) for each in problems)
    assert any(re.search(r"words\.toml:\d+: card\.contio\.name", each) for each in problems)


def test_a_unit_needs_a_drawing(pack: Path) -> None:
    change(pack, "art.svg", "pb-emblem-onager", "pb-emblem-mule")
    with pytest.raises(BadContent, match="card onager: no drawing; draw the symbol pb-emblem-onag"):
        GAME.open(pack)
    change(pack, "art.svg", "pb-emblem-mule", "pb-emblem-onager")
    change(pack, "art.svg", "<path", "<script>alert(1)</script><path")
    with pytest.raises(BadContent, match="a drawing has no <script>"):
        GAME.open(pack)


def test_a_changed_card_that_is_described_as_before_is_pointed_out(pack: Path) -> None:
    change(pack, "command.toml", "count = 3, n = 1, up_to = true", "count = 2, n = 2")
    warnings = check_pack(pack, quick=True).warnings
    assert [w for w in warnings if "card contio: changed" in w]
    change(pack, "words.toml", "Add 1 to each of up to three", "Add 2 to each of two")
    assert not [w for w in check_pack(pack, quick=True).warnings if "contio" in w]


# Prices ------------------------------------------------------------------------------------------

MEDICUS = 'cost = [{ r = 1 }]\neffects = [{ op = "mod", die = "k", n = 2 }]'


def medicus(
    pack: Path, monkeypatch: pytest.MonkeyPatch, cost: str, coins: int = 0, gray: int = 3
) -> Scene:
    """Medicus in play at another price, with a red die of 2 and two gray ones."""
    effects = 'effects = [{ op = "gain", what = "vp", n = 1 }]'
    change(pack, "command.toml", MEDICUS, f"cost = [{cost}]\n{effects}")
    play_with(pack, monkeypatch)
    scene = Scene().army({(0, 1): "gold", (1, 0): "azure", (2, 0): "azure"})
    return (
        scene.dice({r(0, 0): 2, k(0, 0): gray, k(1, 0): gray}).coins(coins).perms("medicus").act()
    )


@pytest.mark.clause("pb.spend.10")
def test_a_price_in_coins_is_charged(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = medicus(pack, monkeypatch, "{ coin = 2 }", coins=3).pick("use", ("medicus", 0))
    assert (scene.player().coins, scene.player().points) == (1, 1)
    assert "use" not in scene.coins(1).verbs()


def test_a_price_in_actions_is_charged(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = medicus(pack, monkeypatch, "{ actions = 1 }")
    left = scene.state.actions
    scene.pick("use", ("medicus", 0))
    assert (scene.state.actions, scene.player().points) == (left - 2, 1)


def test_what_takes_more_actions_than_are_left_is_not_offered(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = medicus(pack, monkeypatch, "{ actions = 3 }")
    assert scene.state.actions == 3
    assert "use" not in scene.verbs()


@pytest.mark.clause("pb.spend.9")
def test_a_banner_alone_must_be_there(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = medicus(pack, monkeypatch, '{ banner = "warlord" }')
    assert "use" not in scene.verbs()
    scene.dice({r(0, 0): (2, "warlord")})
    assert "use" in scene.act().verbs()


@pytest.mark.clause("pb.spend.1")
def test_two_dice_are_both_lowered(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = medicus(pack, monkeypatch, "{ r = 2, k = 1 }").pick("use", ("medicus", 0))
    assert scene.asked == (0, "pay"), "there is one red die, and two gray ones to choose from"
    assert scene.reds() == []
    scene.pick("die", k(1, 0))
    assert (scene.grays(), scene.player().points) == ([3, 2], 1)


@pytest.mark.clause("pb.coin.2")
def test_coins_that_another_die_needs_are_kept(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gray die that shows 3 pays 4 with a coin, so that the red one cannot be paid with it."""
    scene = medicus(pack, monkeypatch, "{ r = 1, k = 4 }", coins=1).pick("use", ("medicus", 0))
    assert (scene.reds(), scene.player().coins) == ([1], 0)
    assert set(scene.verbs()) == {"die"}
    scene.pick("die", k(0, 0))
    assert scene.grays() == [3]


def test_the_general_pays_and_keeps_one(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = medicus(pack, monkeypatch, "{ b = 2 }", coins=5).general(2)
    assert "use" not in scene.act().verbs(), "coins do not stand in for the General"
    scene.general(3).act().pick("use", ("medicus", 0))
    assert scene.face("b") == 1


def test_different_ways_to_pay_are_a_question(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = medicus(pack, monkeypatch, "{ coin = 1 }, { r = 1, actions = 1 }", coins=1)
    scene.pick("use", ("medicus", 0))
    assert scene.asked == (0, "pay_way")
    left = scene.state.actions
    scene.pick("option", 1)
    assert scene.asked == (0, "pay")
    scene.pick("die", r(0, 0))
    assert (scene.reds(), scene.player().coins, scene.state.actions) == ([1], 1, left - 1)


@pytest.mark.clause("pb.card.vallum")
def test_a_way_to_pay_in_actions_counts_those_that_vallum_takes(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a coin the action is the only way, and Vallum leaves none for it."""
    old = '[[card.option]]\neffects = [{ op = "lose_die", who = "target"'
    cost = "cost = [{ coin = 1 }, { actions = 1 }]"
    change(pack, "command.toml", old, old.replace("\n", f"\n{cost}\n"))
    play_with(pack, monkeypatch)
    scene = victim(Scene(), 5).perms("vallum", seat=1).commands("raid").coins(0)
    assert scene.act(actions=2).options("command") == []
    scene.act(actions=3).pick("command", "raid")
    assert (scene.state.actions, scene.grays(1)) == (0, [])


# Rules that several cards change -----------------------------------------------------------------


def test_two_cards_that_change_one_rule_both_count(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(pack, "command.toml", '{ hook = "motivate" }', '{ hook = "morale_roll", value = -1 }')
    play_with(pack, monkeypatch)
    hook = scenes.CATALOG.hooks.morale_roll
    tribune, eagle = scenes.CATALOG.command("tribunus"), scenes.CATALOG.command("aquilifer")
    assert hook.total(1 << eagle) == -2
    assert hook.total(1 << tribune) == -1
    assert hook.total(1 << eagle | 1 << tribune) == -3


def test_an_event_changes_several_rules(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = 'passive = [{ hook = "basic_cost", action = "muster" }]'
    new = 'passive = [{ hook = "basic_cost", action = "muster" }, '
    change(pack, "events.toml", old, new + '{ hook = "basic_cost", action = "consult" }]')
    play_with(pack, monkeypatch)
    event = scenes.CATALOG.events[scenes.CATALOG.event("dilectus")]
    assert event.cheap_muster and event.cheap_consult


@pytest.mark.clause("pb.obj.3")
def test_an_objective_with_tiers_can_lie_open(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(pack, "objectives.toml", 'face = "down"', 'face = "up"')
    play_with(pack, monkeypatch)
    goal = scenes.CATALOG.objectives[scenes.CATALOG.objective("specialized_forces")]
    assert goal.open and goal.tiers


def test_branches_of_other_cards_have_words_of_their_own(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    branches = '[{ op = "gain", what = "coin" }], [{ op = "gain", what = "vp" }]'
    choice = f'effects = [{{ op = "choose", of = [{branches}] }}]'
    change(pack, "command.toml", MEDICUS, choice)
    problems = check_pack(pack, quick=True).problems
    assert len(problems) == 2
    assert "card medicus: no words; write 'card.medicus.branch.gain' in words.toml" in problems[0]
    assert "'card.medicus.branch.gain2'" in problems[1]
