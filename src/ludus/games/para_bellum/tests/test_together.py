"""Where several cards and rules meet."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.tests.scene import Cell, Scene, k, r


def crimson_grays(scene: Scene, *faces: int, seat: int = 1) -> Scene:
    scene.army({(c + 1, 0): "crimson" for c in range(len(faces))}, seat=seat)
    return scene.dice({k(c, 0): face for c, face in enumerate(faces)}, seat=seat)


@pytest.mark.clause("pb.mix.1")
def test_castra_and_a_failed_test() -> None:
    scene = crimson_grays(Scene(), 6, 1).perms("castra", seat=1).goals("terror").commands("ambush")
    scene.act().pick("command", "ambush").roll(6)
    assert scene.asked == (1, "die_morale")
    scene.pick("die", k(0, 0))
    assert scene.grays(1) == [4, 1]
    assert scene.scored() == {"terror": 4}, "the test still counts as failed"


@pytest.mark.clause("pb.mix.3")
def test_castra_and_a_die_given_up() -> None:
    scene = Scene().army({(1, 0): "azure", (2, 0): "azure"}).dice({k(0, 0): 5, k(1, 0): 2})
    scene.perms("castra").commands("decimatio").act().pick("command", "decimatio")
    scene.pick("die", k(0, 0))
    assert scene.grays() == [2] and not scene.player().shielded


@pytest.mark.clause("pb.mix.9")
def test_two_big_legions_in_one_turn() -> None:
    army: dict[Cell, str] = {
        (1, 0): "azure full",
        (0, 1): "purple",
        (1, 1): "purple full",
        (3, 0): "azure",
    }
    scene = Scene(3, "pharsalus").army(army).dice({r(0, 0): 3, r(1, 0): 3})
    scene.commands("forced_march").hand("azure", "purple").army_phase()
    scene.place("azure", (2, 0)).roll(4, 4, 4).pick("bonus", "purple").roll(1, 1)
    scene.pick("command", "forced_march").place("purple", (2, 1)).roll(4, 4).roll(3)
    scene.picks(("die", r(2, 0)), ("banner", "warlord")).roll(1, 1)
    assert scene.told("bonus", "morale") == ["bonus", "morale", "morale"] * 2
    assert scene.player().coins == 2 + 3 + 3


@pytest.mark.clause("pb.mix.10")
def test_an_action_for_the_last_action() -> None:
    scene = Scene(battle="dyrrhachium").army({(0, 1): "verdant", (1, 1): "verdant full"})
    scene.army({(1, 0): "azure", (2, 0): "azure"}).dice({r(0, 0): 3, r(1, 0): 3})
    scene.hand("verdant").commands("forced_march").act(actions=1).pick("command", "forced_march")
    scene.place("verdant", (2, 1)).roll(4, 4, 4).picks(("die", r(2, 0)), ("banner", "warlord"))
    scene.roll(1)
    assert scene.asked == (0, "act") and scene.state.actions == 1


@pytest.mark.clause("pb.mix.16")
def test_a_coin_on_the_way() -> None:
    scene = Scene().goals("full_coffers", seat=1).coins(1).coins(5, seat=1).commands("bribe")
    scene.act().pick("command", "bribe")
    assert scene.scored(1) == {"full_coffers": 5}, "scored before the roll"
    scene.roll(1)
    assert (scene.player(0).coins, scene.player(1).coins) == (1, 5)


@pytest.mark.clause("pb.mix.18")
def test_a_result_of_nothing_passes() -> None:
    scene = Scene().commands("ambush").perms("aquilifer", seat=1).act()
    scene.pick("command", "ambush").roll(1)
    facts = scene.last("morale")
    assert facts["roll"] + facts["plus"] == 0 and facts["limit"] == 1 and facts["passed"] == 1


@pytest.mark.clause("pb.mix.20")
def test_evocati_and_ten_dice() -> None:
    row: dict[Cell, str] = {(c, 0): "azure" for c in (-4, -3, -2, -1, 1, 2, 3, 4)}
    scene = Scene().army({**row, (0, 1): "gold", (1, 1): "gold", (2, 1): "gold", (3, 1): "gold"})
    scene.dice({k(c, 0): 1 for c in range(-3, 4)} | {k(c, 1): 1 for c in range(3)})
    scene.lose(k(-4, 0)).commands("evocati").act()
    assert "evocati" not in scene.options("command")
    scene.player().lost |= 1 << 24
    scene.player().grays &= ~(1 << 24)
    assert "evocati" in scene.act().options("command"), "with nine it can be played"


@pytest.mark.clause("pb.gloss.7")
def test_a_die_put_back_completes_nothing() -> None:
    scene = Scene(battle="pharsalus").army({(1, 0): "azure full", (2, 0): "azure"})
    scene.dice({k(0, 0): 4}).lose(k(1, 0)).commands("evocati").act()
    scene.pick("command", "evocati").roll(1)
    assert scene.told("legion", "blazon", "takes", "bonus", "morale", "no_bonus") == []
    assert scene.asked == (0, "act")
