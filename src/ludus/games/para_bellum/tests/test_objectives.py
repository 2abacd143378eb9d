"""Objectives: when they are scored, and each of the twelve."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.ids import COLOUR_IDS, HIDDEN
from ludus.games.para_bellum.rules.turns import finish_game
from ludus.games.para_bellum.tests.scene import RULES, Cell, Scene, k, r


def finish(scene: Scene) -> Scene:
    """The end of the game, here and now."""
    finish_game(RULES.tables, scene.state, scene.story.append)
    return scene


def place(scene: Scene, look: str, cell: Cell) -> Scene:
    """Place a card, rolling fives, and put banners wherever they fit."""
    scene.hand(look).army_phase().place(look, cell)
    while scene.asked[1] != "act":
        if scene.decision.prompt == "roll":
            scene.roll(5)
        else:
            scene.pick(scene.decision.options[0].verb)
    return scene


@pytest.mark.clause("pb.obj.3", "pb.obj.4", "pb.objective.great_host")
def test_great_host() -> None:
    scene = Scene(battle="pharsalus").goals("great_host").army({(1, 0): "azure full"})
    assert scene.view(1).sides[0].goals[0].kind == HIDDEN
    place(scene, "azure", (2, 0))
    assert scene.scored() == {"great_host": 4}
    goal = scene.view(1).sides[0].goals[0]
    assert goal.up and goal.points == 4
    assert scene.view(1).sides[0].points[2] == 4, "counted once"
    scene.army({(-1, 0): "azure full"})
    place(scene, "azure", (-2, 0))
    assert scene.scored() == {"great_host": 7}


@pytest.mark.clause("pb.obj.5", "pb.objective.full_coffers", "pb.obj.7")
def test_full_coffers() -> None:
    scene = Scene().goals("full_coffers", seat=1).coins(5, seat=1).commands("bribe").act()
    scene.pick("command", "bribe")
    assert scene.scored(1) == {"full_coffers": 5}, "even in another player's turn, unasked"
    scene.coins(0, seat=1).roll(6)
    assert scene.scored(1) == {"full_coffers": 5}, "points are never lost again"
    # Also where nothing is turned up, that tells what the other is not after: no way back.
    (given,) = (event for event in scene.story if event.kind == "coins_given")
    assert given.bars & 1 and not given.bars & 2
    poorer = Scene().goals("full_coffers", seat=1).coins(4, seat=1).commands("bribe").act()
    assert poorer.pick("command", "bribe").scored(1) == {"full_coffers": 0}, "five are too few"


@pytest.mark.clause("pb.obj.5")
def test_objectives_turned_up_by_choice() -> None:
    scene = Scene(objectives="by_choice").goals("full_coffers", "high_spirits").coins(5)
    scene.commands("stipendium").act()
    assert "claim" not in scene.verbs(), "five coins are too few"
    scene.pick("command", "stipendium")
    assert scene.scored() == {"full_coffers": 0, "high_spirits": 0}
    assert scene.view(1).sides[0].goals[0].kind == HIDDEN
    assert scene.options("claim") == ["full_coffers"]
    scene.pick("claim", "full_coffers")
    assert scene.scored()["full_coffers"] == 5 and scene.state.actions == 2, "it costs no action"
    assert scene.view(1).sides[0].goals[0].up and "claim" not in scene.verbs()
    missed = Scene(objectives="by_choice").goals("full_coffers").coins(6).act()
    assert "claim" in missed.verbs()
    assert "claim" not in missed.coins(5).act(actions=0).verbs(), "met once is not met now"
    last = Scene(objectives="by_choice").goals("full_coffers", seat=1).coins(6, seat=1).act()
    last.state.ending = 1
    assert last.pick("end").deal().over and last.scored(1) == {"full_coffers": 5}


@pytest.mark.clause("pb.obj.5", "pb.obj.6", "pb.obj.9")
def test_what_was_turned_up_by_choice_scores_by_itself() -> None:
    scene = Scene(4, objectives="by_choice")
    for seat in (0, 2):
        scene.goals("full_staff", "great_host", seat=seat)
        own = COLOUR_IDS[scene.player(seat).colour]
        scene.army({(1, 0): f"{own} full", (2, 0): own}, seat=seat)
    scene.act(0, 0).pick("claim", "great_host")
    assert scene.scored(0)["great_host"] == 4
    assert scene.scored(2)["great_host"] == 4, "the ally has met the shared one as well"
    own = COLOUR_IDS[scene.player(2).colour]
    scene.army({(-1, 0): f"{own} full"}, seat=2).hand(own, seat=2).army_phase(2)
    scene.place(own, (-2, 0)).roll(6, 6)
    assert scene.scored(2)["great_host"] == 7


@pytest.mark.clause("pb.obj.6", "pb.objective.specialized_forces")
def test_specialized_forces() -> None:
    scene = (
        Scene().goals("specialized_forces").army({(1, 0): "azure", (0, 1): "gold", (1, 1): "gold"})
    )
    scene.army({(2, 0): "azure"})
    place(scene, "gold", (2, 1))
    assert scene.scored() == {"specialized_forces": 3}
    place(scene, "gold", (-1, 1))
    assert scene.scored() == {"specialized_forces": 6}


@pytest.mark.clause("pb.obj.8", "pb.objective.high_spirits", "pb.score.11", "pb.score.12")
def test_high_spirits() -> None:
    row: dict[Cell, str] = {(c, 0): "azure" for c in (1, 2, 3)}
    scene = Scene().goals("high_spirits").army(row).dice({k(c, 0): 6 for c in range(3)})
    place(scene, "gold", (0, 1))
    assert scene.scored() == {"high_spirits": 0}, "looked at only at the end"
    assert not scene.view(1).sides[0].goals[0].up
    finish(scene)
    assert scene.scored() == {"high_spirits": 5} and scene.player().goal_up == [True]
    two = Scene().goals("high_spirits").army(row).dice({k(0, 0): 6, k(1, 0): 6, k(2, 0): 5})
    assert finish(two).scored() == {"high_spirits": 0}
    lifted = (
        Scene().goals("high_spirits").army({(1, 0): "azure", (2, 0): "azure", (3, 0): "azure corn"})
    )
    lifted.army({(4, 0): "azure"}).dice({k(0, 0): 6, k(1, 0): 1, k(2, 0): 6, k(3, 0): 2})
    assert finish(lifted).scored() == {"high_spirits": 5}, "after the cornicines"


@pytest.mark.clause("pb.objective.ars_oratoria", "pb.mix.5")
def test_ars_oratoria() -> None:
    for option, points in (("every_use", 6), ("once_a_turn", 2)):
        scene = Scene(ars_oratoria=option).goals("ars_oratoria").perms("tribunus")
        scene.army({(0, 1): "gold", (1, 1): "gold"}).dice({r(0, 0): 6, k(0, 1): 3}).act()
        for _ in range(3):
            scene.pick("motivate").roll(4)
        assert scene.scored() == {"ars_oratoria": points}
        scene.pick("end").deal().act().pick("motivate").roll(4)
        assert scene.scored() == {"ars_oratoria": points + 2}, "again in the next turn"


@pytest.mark.clause("pb.objective.many_standards")
def test_many_standards() -> None:
    scene = Scene().goals("many_standards").army({(1, 0): "azure", (0, 1): "gold", (1, 1): "gold"})
    scene.army({(0, 2): "purple", (1, 2): "purple", (0, -1): "crimson", (2, 0): "azure"})
    scene.army({(3, 0): "azure", (3, -1): "verdant"})
    place(scene, "crimson", (1, -1))
    assert scene.scored() == {"many_standards": 5}
    place(scene, "verdant", (4, -1))
    assert scene.scored() == {"many_standards": 10}


@pytest.mark.clause("pb.objective.full_staff")
@pytest.mark.parametrize(("last", "points"), [(4, 5), (3, 0)])
def test_full_staff(last: int, points: int) -> None:
    scene = Scene().goals("full_staff").army({(0, 1): "gold", (0, 2): "gold", (0, -1): "gold"})
    scene.dice({r(0, 0): 6, r(0, 1): 5, r(0, -1): last})
    assert finish(scene).scored() == {"full_staff": points}


@pytest.mark.clause("pb.objective.eagles_raised")
def test_eagles_raised() -> None:
    scene = Scene().goals("eagles_raised").army({(1, 0): "azure", (2, 0): "azure", (3, 0): "azure"})
    scene.army({(0, 1): "gold", (0, 2): "gold"})
    scene.dice({k(0, 0): (2, "artifex"), k(1, 0): (2, "veterani"), r(0, 0): (2, "warlord")})
    scene.dice({r(0, 1): (2, "strategist"), k(2, 0): 3})
    scene.hand("purple").army_phase().place("purple", (0, -1)).roll(5)
    scene.picks(("die", k(2, 0)))
    assert scene.scored() == {"eagles_raised": 2}
    four = Scene().goals("eagles_raised").army({(1, 0): "azure", (2, 0): "azure", (0, 1): "gold"})
    four.dice({k(0, 0): (2, "artifex"), r(0, 0): (2, "warlord"), k(1, 0): (2, "veterani")})
    four.hand("purple").army_phase().place("purple", (0, -1)).roll(5).pick("banner", "strategist")
    assert len(four.banners()) == 4 and four.scored() == {"eagles_raised": 0}, "four are too few"
    scene.commands("raid", seat=1).act(1).pick("command", "raid").pick("die", k(0, 0))
    assert scene.scored() == {"eagles_raised": 2}
    all_six = (
        Scene().goals("eagles_raised").army({(1, 0): "azure", (2, 0): "azure", (3, 0): "azure"})
    )
    all_six.army({(0, 1): "gold", (0, 2): "gold"}).dice({k(0, 0): (2, "artifex")})
    all_six.dice({k(1, 0): (2, "veterani"), k(2, 0): (3, "speculatore"), r(0, 0): (2, "warlord")})
    all_six.dice({r(0, 1): (2, "strategist")}).hand("purple").army_phase().place("purple", (0, -1))
    all_six.roll(5)
    assert all_six.scored() == {"eagles_raised": 6}


@pytest.mark.clause("pb.objective.engineers_pride")
def test_engineers_pride() -> None:
    scene = Scene().goals("engineers_pride").commands("castra", "balista", "vallum").act(actions=9)
    scene.pick("deploy", "castra")
    assert scene.scored() == {"engineers_pride": 0}
    scene.pick("deploy", "balista")
    assert scene.scored() == {"engineers_pride": 4}
    scene.pick("deploy", "vallum")
    assert scene.scored() == {"engineers_pride": 8}
    down = Scene().goals("engineers_pride").perms("castra").down("castra").commands("vallum").act()
    assert down.pick("deploy", "vallum").scored() == {"engineers_pride": 0}


@pytest.mark.clause("pb.objective.inner_circle")
def test_inner_circle() -> None:
    scene = Scene().goals("inner_circle").commands("medicus", "medicus", "quaestor").act()
    scene.pick("deploy", "medicus").pick("deploy", "medicus")
    assert scene.scored() == {"inner_circle": 4}, "two copies are two"
    assert scene.pick("deploy", "quaestor").scored() == {"inner_circle": 7}


@pytest.mark.clause("pb.objective.deep_order")
def test_deep_order() -> None:
    scene = Scene().goals("deep_order").army({(1, 0): "azure", (0, 1): "gold", (1, 1): "gold"})
    scene.army({(0, 2): "purple", (0, -1): "crimson"})
    place(scene, "purple", (1, 2))
    assert scene.scored() == {"deep_order": 4}
    place(scene, "crimson", (1, -1))
    assert scene.scored() == {"deep_order": 7}


@pytest.mark.clause("pb.objective.terror")
def test_terror() -> None:
    scene = Scene(3, "pharsalus").goals("terror").army({(1, 0): "azure full"}).hand("azure")
    scene.army_phase().place("azure", (2, 0)).roll(4, 4).pick("bonus", "purple").roll(6, 6)
    assert scene.scored() == {"terror": 8}
    scene.commands("ambush").act().picks(("command", "ambush"), ("target", 1)).roll(6)
    assert scene.scored() == {"terror": 12}
    assert scene.view(1).sides[0].goals[0].up


@pytest.mark.clause("pb.obj.9")
def test_a_shared_objective() -> None:
    scene = Scene(4, "pharsalus")
    for seat, own in ((0, "inner_circle"), (2, "deep_order")):
        scene.goals(own, "great_host", seat=seat)
    scene.army({(1, 0): "azure full"}).hand("azure").army_phase().place("azure", (2, 0)).roll(4, 4)
    scene.pick("bonus", "purple").roll(1, 1)
    assert scene.scored(0)["great_host"] == 4 and scene.scored(2)["great_host"] == 0
    assert scene.player(2).goal_up[1], "the card lies open for both"
    assert scene.last("objective")["shared"], "and everybody hears which card it is"
    own = COLOUR_IDS[scene.player(2).colour]
    scene.army({(1, 0): f"{own} full"}, seat=2).hand(own, seat=2).army_phase(2)
    scene.place(own, (2, 0)).roll(4, 4).pick("bonus", "purple").roll(1, 1)
    assert scene.scored(2)["great_host"] == 4
