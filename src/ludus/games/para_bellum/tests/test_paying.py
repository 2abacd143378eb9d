"""Dice spent and lost, coins, actions and the basic actions."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.board import GENERAL
from ludus.games.para_bellum.rules.army import shift_die
from ludus.games.para_bellum.tests.scene import Scene, k, r, slot_of


def one_red(value: int = 3, banner: str = "", coins: int = 0) -> Scene:
    """A red die above the starting card, and nothing to stand in for it."""
    scene = Scene().army({(0, 1): "gold"})
    return scene.dice({r(0, 0): (value, banner)}).coins(coins)


def motivating(left: int = 6, right: int = 1, red: int = 4) -> Scene:
    """A red die below a card with gray dice on both sides."""
    scene = Scene().army({(0, 1): "gold", (-1, 1): "gold", (1, 1): "gold"})
    return scene.dice({r(0, 0): red, k(-1, 1): left, k(0, 1): right}).coins(0)


# Costs -------------------------------------------------------------------------------------------


@pytest.mark.clause("pb.core.3")
def test_what_cannot_be_paid_is_not_offered() -> None:
    assert "consult" not in Scene().coins(0).act().verbs()
    assert "consult" in Scene().coins(1).act().verbs()


@pytest.mark.clause("pb.core.4")
def test_the_price_comes_first() -> None:
    scene = one_red(1).army({(1, 0): "azure", (2, 0): "azure"}).dice({k(0, 0): 3, k(1, 0): 2})
    scene.perms("medicus").act().pick("use", ("medicus", 0))
    assert scene.asked == (0, "die_raise")
    assert scene.reds() == [], "the red die is gone before the gray one is chosen"
    scene.pick("die", k(0, 0))
    assert scene.grays() == [5, 2]


@pytest.mark.clause("pb.dice.4", "pb.spend.2", "pb.basic.9", "pb.line.1", "pb.line.5")
def test_consult() -> None:
    scene = one_red(6).act().pick("consult")
    assert scene.asked == (0, "take"), "a single die that can pay is not asked for"
    assert scene.options() == ["contio", "stipendium", "quaestor", "medicus"]
    scene.pick("take", "quaestor").reveal("raid")
    assert scene.reds() == [5]
    assert scene.held() == ["quaestor"]
    assert sorted(scene.in_line()) == ["contio", "medicus", "raid", "stipendium"]


@pytest.mark.clause("pb.dice.7", "pb.basic.7")
def test_empower() -> None:
    scene = one_red(5).act().pick("empower")
    assert scene.reds() == [6]
    scene = one_red(3).general(4).act().pick("empower")
    assert (scene.face("b"), scene.reds()) == (3, [5])


@pytest.mark.clause("pb.basic.8")
def test_empower_needs_a_red_die_to_raise() -> None:
    assert "empower" not in Scene().act().verbs()
    assert "empower" not in one_red(6).act().verbs()
    assert "empower" in one_red(5).act().verbs()


@pytest.mark.clause("pb.lose.1", "pb.spend.6", "pb.lose.2")
def test_a_die_spent_to_nothing_is_lost() -> None:
    scene = one_red(1, "warlord").act().pick("consult").pick("take", "medicus")
    assert scene.reds() == [] and scene.banners() == set()
    assert scene.held() == ["medicus"], "the card is taken all the same"
    assert scene.player().lost == 1 << (36 + 13)


@pytest.mark.clause("pb.lose.4", "pb.lose.5")
def test_an_empty_slot_cannot_be_raised_but_refilled() -> None:
    scene = Scene().army({(1, 0): "azure", (2, 0): "azure"}).dice({k(1, 0): 2}).lose(k(0, 0))
    scene.commands("contio", "evocati").act().pick("command", "contio")
    assert scene.options("die") == [k(1, 0)]
    scene.pick("die", k(1, 0)).pick("command", "evocati").roll(4)
    assert scene.grays() == [4, 3]


@pytest.mark.clause("pb.lose.7", "pb.lose.8", "pb.lose.9", "pb.spend.8", "pb.coin.3")
def test_the_general_keeps_one() -> None:
    scene = one_red(6, coins=4).general(1).act()
    assert not scene.verbs() & {"muster", "empower"}
    scene.general(2).dice({r(0, 0): 4}).act()
    assert scene.verbs() >= {"muster", "empower"}
    scene.pick("muster")
    assert scene.face("b") == 1 and not scene.verbs() & {"muster", "empower"}
    assert not shift_die(scene.player(), GENERAL, -3)
    assert scene.face("b") == 1
    victim = Scene().commands("raid", seat=1).army({(1, 0): "azure"}).dice({k(0, 0): 1})
    victim.act(1).pick("command", "raid")
    assert victim.face("b") == 6, "the only gray die went, the General was no choice"


@pytest.mark.clause("pb.spend.1", "pb.spend.3", "pb.spend.4", "pb.coin.2")
def test_the_bannered_die_pays() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold", (1, 0): "azure"})
    scene.dice({r(0, 0): (5, "strategist"), r(0, 1): 6, k(0, 0): 6}).coins(0)
    scene.perms("architecti").act().pick("use", ("architecti", 0))
    assert scene.reds() == [4, 6]
    gray = Scene().army({(1, 0): "azure", (2, 0): "azure"}).coins(0)
    gray.dice({k(0, 0): (4, "artifex"), k(1, 0): 6}).perms(("onager", (0, 1)))
    gray.army({(1, 0): "azure"}, seat=1).dice({k(0, 0): 6}, seat=1)
    gray.act().pick("use", ("onager", 0)).roll(2, 2)
    assert gray.grays() == [3, 6], "a pip off the die with the Artifex"


@pytest.mark.clause("pb.spend.5", "pb.spend.7")
def test_two_pips_come_off_one_die() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"}).coins(0)
    scene.dice({r(0, 0): (1, "strategist"), r(0, 1): 6}).perms(("balista", (1, 2)))
    scene.army({(1, 0): "azure"}, seat=1).dice({k(0, 0): 6}, seat=1)
    assert ("balista", 0) not in scene.act().options("use")
    scene.dice({r(0, 0): 2}).player().dice[36 + 13] = 2 + (1 << 3)
    assert ("balista", 0) in scene.act().options("use")
    gray = Scene().army({(1, 0): "azure"}).dice({k(0, 0): (1, "veterani")}).coins(0)
    gray.perms(("balista", (0, 1))).army({(1, 0): "azure"}, seat=1).dice({k(0, 0): 6}, seat=1)
    assert ("balista", 0) not in gray.act().options("use")


@pytest.mark.clause("pb.spend.9")
def test_a_banner_alone_is_not_used_up() -> None:
    scene = Scene(2).army({(1, 0): "azure"}).dice({k(0, 0): (4, "veterani")})
    scene.perms(("balista", (0, 1)), seat=1).commands("raid").act()
    scene.pick("command", "raid")
    assert scene.in_play(1) == []
    assert scene.flag(k(0, 0)) == "veterani" and scene.face(k(0, 0)) == 4
    without = Scene(2).perms(("balista", (0, 1)), seat=1).commands("raid").act()
    assert "raid" not in without.options("command")


@pytest.mark.clause("pb.spend.9", "pb.banner.10")
def test_a_banner_alone_is_spent_where_the_table_says_so() -> None:
    scene = Scene(bare_banners="spent").army({(1, 0): "azure"})
    scene.dice({k(0, 0): (4, "veterani")}).perms(("balista", (0, 1)), seat=1)
    scene.commands("raid", "evocati").lose(k(1, 0)).act()
    scene.pick("command", "raid")
    assert scene.in_play(1) == []
    assert scene.flag(k(0, 0)) == "" and scene.face(k(0, 0)) == 4, "the die stays"
    assert scene.banners() == set()
    assert scene.last("banner_spent")["slot"] == slot_of(k(0, 0))
    scene.pick("command", "evocati")
    assert scene.decision.prompt == "roll", "without Veterani only its first option is left"
    pips = Scene(bare_banners="spent").army({(0, 1): "gold"}).dice({r(0, 0): (3, "strategist")})
    pips.perms("architecti").army({(1, 0): "azure"}).dice({k(0, 0): 2}).act().pick("use")
    assert "strategist" in pips.banners(), "a banner before a die sign says which die pays"


@pytest.mark.clause("pb.spend.10")
def test_spent_coins_are_gone() -> None:
    scene = one_red(1).coins(3).commands("stipendium").act()
    scene.picks(("command", "stipendium"), ("option", 1))
    assert (scene.player(0).coins, scene.player(1).coins) == (1, 2)


@pytest.mark.clause("pb.coin.1", "pb.coin.5")
def test_coins_stand_in_for_pips() -> None:
    scene = one_red(3, coins=1).act().pick("consult")
    assert scene.options() == [r(0, 0), 1]
    scene.pick("coins", 1).pick("take", "medicus")
    assert scene.reds() == [3] and scene.player().coins == 0
    bare = Scene().coins(1).act().pick("consult").pick("take", "medicus")
    assert bare.player().coins == 0 and bare.held() == ["medicus"]


@pytest.mark.clause("pb.coin.2", "pb.mix.7")
def test_coins_for_a_part_of_the_price() -> None:
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): (1, "strategist")}).coins(1)
    scene.perms(("balista", (0, 2))).army({(1, 0): "azure"}, seat=1).dice({k(0, 0): 6}, seat=1)
    scene.act().pick("use", ("balista", 0)).roll(1, 1, 1)
    assert scene.reds() == [] and scene.player().coins == 0
    gray = Scene().army({(1, 0): "azure", (2, 0): "azure"}).coins(1)
    gray.dice({k(0, 0): (1, "veterani"), k(1, 0): 6}).perms(("balista", (0, 1)))
    gray.army({(1, 0): "azure"}, seat=1).dice({k(0, 0): 6}, seat=1)
    gray.act().pick("use", ("balista", 0)).roll(1, 1, 1)
    assert gray.grays() == [6] and gray.banners() == set()


def test_all_ways_to_pay_are_one_question() -> None:
    """Two dice could pay alone, one coin leaves a die to choose, two coins pay it all."""
    scene = Scene().army({(0, 1): "gold", (1, 0): "azure"}).coins(3)
    scene.dice({r(0, 0): (4, "strategist"), k(0, 0): (5, "veterani")}).perms(("balista", (0, 2)))
    scene.army({(1, 0): "azure"}, seat=1).dice({k(0, 0): 6}, seat=1)
    scene.act().pick("use", ("balista", 0))
    assert scene.options() == [k(0, 0), r(0, 0), 1, 2]
    scene.pick("coins", 1)
    assert scene.options() == [k(0, 0), r(0, 0)]
    scene.pick("die", k(0, 0))
    assert (scene.grays(), scene.reds(), scene.player().coins) == ([4], [4], 2)


@pytest.mark.clause("pb.coin.4")
def test_a_banner_is_needed_even_for_coins() -> None:
    scene = one_red(1, coins=2).army({(1, 0): "azure"}).dice({k(0, 0): 3}).perms("architecti")
    assert ("architecti", 0) not in scene.act().options("use")
    with_banner = one_red(1, "strategist", 2).army({(1, 0): "azure"}).dice({k(0, 0): 3})
    with_banner.perms("architecti").act().pick("use", ("architecti", 0)).pick("coins", 1)
    assert with_banner.reds() == [1] and with_banner.player().coins == 1


@pytest.mark.clause("pb.coin.6", "pb.draw.2")
def test_coins_stay_and_actions_do_not() -> None:
    scene = Scene().coins(3).act(actions=2).pick("end").deal()
    scene.action_phase(0)
    assert scene.player().coins == 3 and scene.state.actions == 3


# Actions -----------------------------------------------------------------------------------------


@pytest.mark.clause("pb.action.1", "pb.action.2", "pb.setup.33")
@pytest.mark.parametrize(("seats", "actions"), [(2, 3), (3, 3), (4, 2)])
def test_actions_of_a_turn(seats: int, actions: int) -> None:
    assert Scene(seats).action_phase().state.actions == actions


@pytest.mark.clause("pb.action.3", "pb.comp.17")
def test_actions_in_any_order() -> None:
    scene = one_red(4).army({(1, 0): "azure"}).dice({k(0, 0): 1}).perms("medicus")
    scene.commands("stipendium").act(actions=5)
    scene.pick("consult").pick("take", "contio").pick("use", ("medicus", 0))
    scene.picks(
        ("command", "stipendium"),
    )
    assert scene.state.actions == 2
    scene.pick("muster").pick("muster")
    assert scene.state.actions == 0 and scene.verbs() == {"end"}


@pytest.mark.clause("pb.action.4", "pb.action.5", "pb.basic.5")
def test_basic_actions_repeat() -> None:
    scene = Scene().act()
    size = scene.deck_size()
    for count in (1, 2, 3):
        assert "muster" in scene.verbs()
        scene.pick("muster").deal()
        assert scene.face("b") == 6 - count
        assert len(scene.player().hand) == count
        assert scene.deck_size() == size - count


@pytest.mark.clause("pb.action.6", "pb.action.7", "pb.su.1")
def test_printed_actions_once_a_turn() -> None:
    scene = one_red(6, "warlord").perms("sicarius", ("balista", (0, 2)))
    scene.perms("medicus", "quaestor", seat=1).act()
    assert scene.options("use") == [("sicarius", 0), ("sicarius", 1)]
    scene.pick("use", ("sicarius", 0)).pick("perm", "medicus")
    assert scene.options("use") == [("sicarius", 1)], "the other action has a limit of its own"
    scene.pick("use", ("sicarius", 1))
    assert scene.options("use") == []
    scene.pick("end").deal()
    scene.action_phase(0)
    assert ("sicarius", 0) in scene.options("use")


def test_everybody_hears_which_of_two_cards_alike_is_turned() -> None:
    scene = one_red(6, "warlord").perms("sicarius").perms("medicus", "medicus", seat=1).act()
    scene.pick("use", ("sicarius", 1))
    assert scene.options("perm") == ["medicus", "medicus"]
    scene.pick("perm", "medicus")
    turned = [perm.down for perm in scene.player(1).perms]
    assert scene.last("disabled")["perm"] == turned.index(True)


@pytest.mark.clause("pb.action.8")
def test_ending_early() -> None:
    scene = Scene().act(actions=2)
    assert "end" in scene.verbs()
    assert scene.pick("end").deal().state.turn == 1


@pytest.mark.clause("pb.action.9", "pb.card.forced_march")
def test_actions_gained_add_up() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): (3, "speculatore")})
    scene.commands("forced_march").act(actions=2).pick("command", "forced_march")
    assert scene.state.actions == 3


# Basic actions -----------------------------------------------------------------------------------


@pytest.mark.clause("pb.basic.1", "pb.order.1", "pb.order.2")
def test_command() -> None:
    scene = Scene().coins(1).commands("stipendium").act().pick("command", "stipendium")
    assert scene.state.actions == 2 and scene.player().coins == 3
    assert scene.held() == [] and scene.in_play() == []
    assert scene.discarded() == ["stipendium"]


@pytest.mark.clause("pb.basic.2", "pb.basic.3", "pb.su.2")
def test_deploy() -> None:
    scene = Scene().commands("quaestor", "balista").act().pick("deploy", "quaestor")
    assert scene.in_play() == ["quaestor"] and scene.state.actions == 2
    scene.pick("deploy", "balista")
    assert scene.in_play() == ["quaestor", "balista"]
    assert scene.player().units == 1 << 22, "the only legal cell is above the starting card"


@pytest.mark.clause("pb.basic.4")
def test_constructs_cost_one_more() -> None:
    assert "castra" not in Scene().commands("castra").act(actions=1).options("deploy")
    scene = Scene().commands("castra").act(actions=2).pick("deploy", "castra")
    assert scene.state.actions == 0 and scene.in_play() == ["castra"]


@pytest.mark.clause("pb.basic.6", "pb.draw.5")
def test_an_empty_army_deck() -> None:
    scene = Scene().deck().act()
    assert "muster" not in scene.verbs()
    scene.pick("end")
    assert scene.player().hand == [] and scene.state.turn == 1


@pytest.mark.clause("pb.basic.10", "pb.basic.11")
def test_motivate() -> None:
    scene = motivating().act().pick("motivate")
    assert scene.reds() == [3]
    assert scene.options() == [0, 1, 2], "left, right or both"
    left = motivating().act().pick("motivate").pick("reroll", 0).roll(2)
    assert left.grays() == [2, 1]
    right = motivating().act().pick("motivate").pick("reroll", 1).roll(4)
    assert right.grays() == [6, 4]
    both = motivating().act().pick("motivate").pick("reroll", 2).roll(3, 5)
    assert both.grays() == [3, 5]


@pytest.mark.clause("pb.basic.12", "pb.basic.15", "pb.basic.13")
def test_motivate_looks_at_the_upper_card() -> None:
    lower = Scene().army({(0, 1): "gold", (1, 0): "azure"}).dice({r(0, 0): 4, k(0, 0): 3})
    assert "motivate" not in lower.coins(5).act().verbs()
    upper = Scene().army({(0, -1): "gold", (1, 0): "azure"}).dice({r(0, -1): 4, k(0, 0): 3})
    assert "motivate" in upper.act().verbs()
    two = motivating().army({(0, -1): "purple"}).dice({r(0, -1): 2}).act().pick("motivate")
    assert scene_is_rolling(two), "only one red die has gray dice above it"


def scene_is_rolling(scene: Scene) -> bool:
    return scene.asked[1] in ("motivate_dice", "roll")


@pytest.mark.clause("pb.basic.14", "pb.mix.6")
def test_motivate_with_the_last_pip() -> None:
    scene = motivating(red=1)
    scene.player().dice[36 + 13] = 1 + (3 << 3)
    scene.player().banners = 1 << 2
    scene.act().pick("motivate").pick("reroll", 2).roll(5, 5)
    assert scene.reds() == [] and scene.grays() == [5, 5]
    assert scene.banners() == set(), "the Warlord is back in the reserve"


@pytest.mark.clause("pb.basic.16")
def test_a_reroll_stands_and_brings_no_card() -> None:
    scene = motivating(5, 5).act().pick("motivate").pick("reroll", 0).roll(1)
    assert scene.grays() == [1, 5]
    assert scene.asked == (0, "act")


@pytest.mark.clause("pb.basic.17", "pb.basic.18", "pb.end.12")
def test_requisition() -> None:
    scene = Scene().hand("gold", "azure").coins(0).act()
    size = scene.deck_size()
    scene.pick("requisition").pick("card", "gold")
    assert scene.player().coins == 1 and scene.looks() == ["azure"]
    assert scene.deck_size() == size + 1 and len(scene.state.bottom) == 1
    assert "requisition" not in Scene().act().verbs()
    again = Scene().act()
    size = again.deck_size()
    again.pick("muster").deal()
    assert again.deck_size() == size - 1
    again.pick("requisition")
    assert again.deck_size() == size


@pytest.mark.clause("pb.basic.19")
def test_requisition_after_the_trigger() -> None:
    scene = Scene().deck("gold").hand("azure").act().pick("muster").deal()
    assert scene.state.ending == 0
    scene.pick("requisition").pick("card", "azure")
    assert scene.deck_size() == 1 and scene.state.ending == 0


@pytest.mark.clause("pb.comp.2", "pb.comp.3")
def test_tokens_never_run_out() -> None:
    scene = Scene().coins(18).coins(2, seat=1).commands("stipendium").act()
    scene.pick("command", "stipendium")
    assert scene.player().coins + scene.player(1).coins == 22
    scene.player().points = 91
    scene.player().points += 1
    assert scene.view(1).sides[0].total == 92
