"""The count step by step, ties, and what counts for nothing."""

from __future__ import annotations

import pytest

from ludus.core.protocol import Outcome
from ludus.games.para_bellum.ids import BY_COLOURS, BY_DECK
from ludus.games.para_bellum.rules.scoring import outcome_of, parts_of
from ludus.games.para_bellum.rules.turns import finish_game
from ludus.games.para_bellum.tests.scene import RULES, Cell, Scene, k, r


def parts(scene: Scene, seat: int = 0) -> dict[str, int]:
    return parts_of(scene.player(seat))


def total(scene: Scene, seat: int = 0) -> int:
    return sum(parts(scene, seat).values())


def row(*looks: str) -> dict[Cell, str]:
    """Cards to the right of the starting card."""
    return {(c + 1, 0): look for c, look in enumerate(looks)}


def ended(scene: Scene, by: int = BY_DECK) -> Outcome:
    scene.state.ended = scene.state.trigger = by
    scene.state.stack.clear()
    outcome = RULES.outcome(scene.state)
    assert outcome is not None
    return outcome


@pytest.mark.clause("pb.dice.5", "pb.score.5")
def test_gray_dice() -> None:
    scene = Scene().army(row("azure", "azure", "azure")).dice({k(0, 0): 6, k(1, 0): 4, k(2, 0): 1})
    assert total(scene) == 11


@pytest.mark.clause("pb.dice.6", "pb.coin.7", "pb.score.17")
def test_what_counts_for_nothing() -> None:
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): 5}).coins(7)
    scene.perms("medicus", "castra", "vallum", "quaestor")
    scene.hand(*["gold"] * 4).commands("raid", "bribe", "contio")
    assert total(scene) == 0


@pytest.mark.clause("pb.score.1", "pb.score.4")
def test_a_cornicine() -> None:
    scene = Scene().army(row("azure corn", "azure")).dice({k(0, 0): 2, k(1, 0): 6})
    assert parts(scene)["gray_dice"] == 12
    legions = Scene().army(row("azure corn", "azure")).dice({k(0, 0): 3, k(1, 0): 5})
    assert legions.player().legions[1] == 2, "it links two Legions"
    assert parts(legions)["gray_dice"] == 10


@pytest.mark.clause("pb.score.2")
def test_a_chain_of_cornicines() -> None:
    for faces in ((1, 6, 2), (6, 1, 2), (2, 1, 6)):
        scene = Scene().army(row("azure corn", "azure corn", "azure"))
        scene.dice({k(c, 0): face for c, face in enumerate(faces)})
        assert parts(scene)["gray_dice"] == 18


@pytest.mark.clause("pb.score.3")
def test_a_cornicine_with_one_die() -> None:
    scene = Scene().army(row("azure corn", "azure")).dice({k(1, 0): 6}).lose(k(0, 0))
    assert parts(scene)["gray_dice"] == 6
    edge = Scene().army(row("azure", "azure", "azure", "azure corn")).dice({k(3, 0): 4})
    assert parts(edge)["gray_dice"] == 4


@pytest.mark.clause("pb.score.6", "pb.score.9")
def test_a_commander() -> None:
    scene = Scene().army({(1, 0): "azure up", (1, 1): "gold"}).dice({k(0, 0): 1, r(1, 0): 4})
    assert parts(scene)["commanders"] == 4
    wrong = Scene().army({(1, 0): "azure down", (1, 1): "gold"}).dice({k(0, 0): 1, r(1, 0): 4})
    assert parts(wrong)["commanders"] == 0
    lower = Scene().army({(1, 0): "azure down", (1, -1): "gold"}).dice({k(0, 0): 1, r(1, -1): 3})
    assert parts(lower)["commanders"] == 3


@pytest.mark.clause("pb.score.7")
def test_a_commander_needs_a_die_of_its_own_card() -> None:
    army: dict[Cell, str] = {
        (1, 0): "azure full",
        (2, 0): "azure full",
        (3, 0): "azure up",
        (3, 1): "gold",
    }
    far = Scene().army(army).dice({k(0, 0): 5, r(3, 0): 4})
    assert parts(far)["commanders"] == 0
    near = Scene().army(army).dice({k(2, 0): 5, r(3, 0): 4})
    assert parts(near)["commanders"] == 4


@pytest.mark.clause("pb.score.8")
def test_two_commanders_and_one_die() -> None:
    army: dict[Cell, str] = {
        (1, 0): "azure up",
        (1, 1): "gold down",
        (2, 1): "gold",
        (2, 0): "azure",
    }
    scene = Scene().army(army).dice({k(0, 0): 1, k(1, 1): 1, r(1, 0): 5})
    assert parts(scene)["commanders"] == 5


@pytest.mark.clause("pb.score.10", "pb.score.13", "pb.score.14", "pb.score.15", "pb.goal.1")
def test_the_whole_count() -> None:
    scene = Scene().goals("great_host", "terror")
    scene.player().goal_points = [7, 4]
    scene.player().points = 5 + 2
    assert parts(scene) == {"gray_dice": 0, "commanders": 0, "objectives": 11, "counters": 7}
    assert total(scene) == 18
    scene.player().points = 0
    scene.player().goal_points = [7, 0]
    assert total(scene) == 7, "counters on objectives count once"
    whole = Scene(3).army({**row("azure up", "azure", "azure", "azure"), (1, 1): "gold"})
    whole.dice({k(c, 0): 5 for c in range(4)} | {r(1, 0): 4}).goals("great_host")
    whole.player().goal_points, whole.player().points = [5], 2
    whole.player(1).points, whole.player(2).points = 28, 30
    outcome = ended(whole)
    assert outcome.scores == (31, 28, 30)
    assert outcome.parts[0] == {"gray_dice": 20, "commanders": 4, "objectives": 5, "counters": 2}
    assert outcome.winners == (0,) and outcome.ranks == (1, 3, 2)
    assert outcome.decided_by == "points" and outcome.reason == "deck"


@pytest.mark.clause("pb.score.12")
def test_the_dice_are_lifted_for_good_at_the_end() -> None:
    scene = Scene().army(row("azure corn", "azure")).dice({k(0, 0): 2, k(1, 0): 6}).act()
    finish_game(RULES.tables, scene.state, scene.story.append)
    assert scene.grays() == [6, 6] and scene.told("cornicine") == ["cornicine"]


@pytest.mark.clause("pb.score.16")
def test_teams_add_up() -> None:
    scene = Scene(4)
    for seat, points in enumerate((20, 15, 10, 14)):
        scene.player(seat).points = points
    outcome = ended(scene, BY_COLOURS)
    assert outcome.winners == (0, 2) and outcome.ranks == (1, 3, 1, 3)
    assert outcome.reason == "colours"


@pytest.mark.clause("pb.tie.1", "pb.tie.2")
def test_ties() -> None:
    scene = Scene().army(row("azure", "azure", "azure", "azure"))
    scene.dice({k(0, 0): 6, k(1, 0): 6, k(2, 0): 6, k(3, 0): 4})
    scene.player().points = 8
    scene.player(1).points = 30
    assert total(scene) == 30
    first = ended(scene)
    assert first.winners == (0,) and first.decided_by == "gray_dice"
    scene.army({(c, 0): "crimson" for c in (1, 2, 3, 4)}, seat=1)
    scene.dice({k(0, 0): 6, k(1, 0): 6, k(2, 0): 6, k(3, 0): 4}, seat=1)
    scene.player(1).points = 8
    shared = ended(scene)
    assert shared.winners == (0, 1) and shared.decided_by == "shared"


@pytest.mark.clause("pb.tie.3")
def test_ties_of_teams() -> None:
    scene = Scene(4).army(row("azure")).dice({k(0, 0): 1})
    scene.player(0).points = 29
    scene.player(2).points = 30
    scene.player(1).points = scene.player(3).points = 30
    outcome = outcome_of(scene.state)
    assert outcome.winners == (0, 2) and outcome.decided_by == "gray_dice"
