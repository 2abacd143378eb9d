"""Views and positions that fit them: the same view again, nothing broken, hidden cards dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import SPECTATOR
from ludus.core.table import Table
from ludus.games.para_bellum.ids import SEEN_SHIFT
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, RULES, Cell, Scene, card_kind
from ludus.games.para_bellum.tests.test_big_legions import big, complete, finish
from ludus.games.para_bellum.view import View, resample
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

PRIVATE = {"open_memory": "off", "objectives": "by_choice"}


def asked_of(seat: int, state: State) -> list[tuple[str, list[str]]]:
    """What a seat is asked, and its options."""
    return [
        (decision.prompt, [action.text for action in decision.options])
        for decision in RULES.decisions(state)
        if decision.seat == seat
    ]


def positions(seats: int, every: int, options: dict[str, str]) -> Iterator[State]:
    setting = Setting(seats, BOX.options(seats, options))
    table: Table[State, View] = Table(BOX, NAMES[:seats], setting.options)
    rng = SeededRng(f"views {seats}")
    for _ in random_play(table, setting, rng, Keen(BOX, glances=2)):
        if len(table.moves) % every == 0:
            yield table.state


@pytest.mark.parametrize(
    ("seats", "every", "options"), [(2, 9, {}), (2, 13, PRIVATE), (3, 23, {}), (4, 23, PRIVATE)]
)
def test_a_position_that_fits_a_view_gives_the_same_view(
    seats: int, every: int, options: dict[str, str]
) -> None:
    rng = SeededRng("resample")
    for state in positions(seats, every, options):
        for viewer in (*range(seats), SPECTATOR):
            view = RULES.view(state, viewer)
            drawn = RULES.resample(view, rng)
            assert RULES.view(drawn, viewer) == view
            assert list(RULES.check(drawn)) == []
            assert asked_of(viewer, drawn) == asked_of(viewer, state)
            # Of a rival who has named a card, the card that was named is not known.
            asked = [decision.seat for decision in RULES.decisions(state)]
            assert [decision.seat for decision in RULES.decisions(drawn)] == asked


@pytest.mark.clause("pb.gloss.4")
@pytest.mark.parametrize("options", [{}, PRIVATE])
def test_hidden_cards_are_dealt_from_all_that_are_unseen(options: dict[str, str]) -> None:
    """A rival's army cards and objectives are any that the viewer has not seen; its own stay."""
    state = [each for each in positions(2, 10, options) if each.turn >= 0][2]
    view, rng = RULES.view(state, 0), SeededRng("deal")
    army: set[int] = set()
    goals: set[int] = set()
    for _ in range(120):
        drawn = RULES.resample(view, rng)
        assert drawn.players[0].hand == state.players[0].hand
        assert drawn.players[0].goals == state.players[0].goals
        army |= set(drawn.players[1].hand)
        goals |= set(drawn.players[1].goals)
    unseen = {kind for kind, count in enumerate(view.unseen_army) if count}
    assert army >= unseen and len(goals) > 4, (army, goals)


FULL: dict[Cell, str] = {
    (column, row): "azure"
    for column in range(-4, 5)
    for row in range(-1, 3)
    if (column, row) not in ((0, 0), (4, 2))
}
"""A field with one cell left, between cards of one colour."""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden cards are dealt once; what does not fit is put right by hand."""
    monkeypatch.setattr(resample, "TRIES", 1)


def redrawn(scene: Scene, viewer: int) -> Iterator[State]:
    """Positions that fit what a viewer sees."""
    view = scene.view(viewer)
    for seed in range(25):
        drawn = RULES.resample(view, SeededRng(f"hurried {seed}"))
        assert RULES.view(drawn, viewer) == view
        assert drawn.bag_size == sum(drawn.bag) and drawn.command_size == sum(drawn.command_bag)
        yield drawn


@pytest.mark.clause("pb.gloss.4", "pb.place.10")
def test_who_is_placing_holds_a_card_that_fits(hurried: None) -> None:
    scene = Scene().army(FULL, seat=1).hand("azure", seat=1)
    scene.player(1).points = 3
    scene.deck(*["gold"] * 9, "azure").army_phase(1)
    for drawn in redrawn(scene, 0):
        assert drawn.players[1].hand == [card_kind("azure")]
        assert drawn.bag[card_kind("gold")] == 9 and drawn.bag[card_kind("azure")] == 1


@pytest.mark.clause("pb.gloss.4", "pb.place.10")
def test_a_card_that_was_seen_stays_in_the_hand(hurried: None) -> None:
    scene = Scene().army(FULL, seat=1).hand("azure", "gold", seat=1)
    scene.player(1).spied = [card_kind("gold") << SEEN_SHIFT | 1]
    scene.deck(*["gold"] * 9, "azure full").army_phase(1)
    fitting = {card_kind("azure"), card_kind("azure full")}
    for drawn in redrawn(scene, 0):
        (other,) = [kind for kind in drawn.players[1].hand if kind != card_kind("gold")]
        assert other in fitting and len(drawn.players[1].hand) == 2


@pytest.mark.clause("pb.gloss.4", "pb.battle.dyrrhachium.azure")
def test_who_plays_a_card_free_holds_one(hurried: None) -> None:
    scene = big("azure", "dyrrhachium").commands("castra", "vallum")
    scene.state.open_memory = False
    scene.command_deck(*["raid"] * 8)
    finish(complete(scene, "azure", 4, 4))
    assert scene.asked == (0, "play_free")
    wanted = {CATALOG.command("castra"), CATALOG.command("vallum")}
    for drawn in redrawn(scene, 1):
        assert wanted & set(drawn.players[0].commands)
        held = Counter(drawn.players[0].commands)
        held.update({kind: count for kind, count in enumerate(drawn.command_bag) if count})
        assert held == Counter({CATALOG.command("raid"): 8, **dict.fromkeys(wanted, 1)})


@pytest.mark.clause("pb.ally.9", "pb.gloss.4")
def test_an_ally_who_may_play_an_order_holds_one(hurried: None) -> None:
    """Which of two cards the runner holds and which the ally, the opponents cannot tell."""
    scene = Scene(4).commands("castra").commands("stipendium", seat=2)
    scene.state.alliances = [CATALOG.alliance("war_council"), CATALOG.alliance("war_chest")]
    for seat in (0, 2):
        scene.player(seat).veiled = scene.player(seat).commands[:]
    scene.player(0).runner = CATALOG.alliances[CATALOG.alliance("war_council")].spaces - 2
    scene.act(0, 2).pick("runner")
    assert scene.asked == (0, "runner")
    for drawn in redrawn(scene, 1):
        assert drawn.players[2].commands == [CATALOG.command("stipendium")]
        assert drawn.players[0].commands == drawn.players[0].veiled == [CATALOG.command("castra")]


@pytest.mark.clause("pb.team.3", "pb.gloss.4")
def test_who_knows_the_bottom_of_the_deck() -> None:
    scene = Scene(4).act()
    scene.state.bottom, scene.state.bottom_seen = [card_kind("gold"), card_kind("azure")], [5, 10]
    for viewer in range(4):
        drawn = RULES.resample(scene.view(viewer), SeededRng("bottom"))
        assert drawn.bottom_seen == [5, 10]
        assert drawn.bottom[viewer & 1] == scene.state.bottom[viewer & 1]
