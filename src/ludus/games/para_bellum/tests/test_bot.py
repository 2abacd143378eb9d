"""The bots' judgement: positions in the middle of a move, cards in hand, the race for colours."""

from __future__ import annotations

import pytest

from ludus.bots import GreedyBot
from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE
from ludus.games.para_bellum.bot import Evaluation
from ludus.games.para_bellum.bot.pending import Pending
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, OPTIONS, RULES, Scene, k, r

EVALUATION = Evaluation(RULES)
THRIFTY = 12
"""A budget so small that bots judge in the middle of moves."""


def worth(scene: Scene, seat: int = 0) -> float:
    return EVALUATION.worth(scene.state, seat)


def chosen(scene: Scene) -> tuple[str, object]:
    """What a bot does that hardly looks ahead."""
    decision = scene.deal().decision
    bot = GreedyBot(BOX, budget=THRIFTY)
    action = bot.choose(scene.view(decision.seat), decision, SeededRng("bot"))
    return action.verb, scene.name(action)


def on_average(scene: Scene, seat: int = 0) -> float:
    """What the position is worth once the die that is owed has fallen."""
    decision = scene.decision
    assert decision.seat == CHANCE
    total = 0.0
    for option in decision.options:
        after = RULES.copy(scene.state)
        RULES.apply(after, CHANCE, option, None)
        total += EVALUATION.worth(after, seat)
    return total / len(decision.options)


def test_a_die_about_to_be_rolled_is_worth_its_average() -> None:
    scene = Scene().hand("azure", "gold").army_phase().place("azure", (1, 0))
    assert scene.decision.prompt == "roll"
    assert worth(scene) == pytest.approx(on_average(scene), abs=1.0)
    red = Scene().hand("gold", "gold").army_phase().place("gold", (0, 1))
    assert red.decision.prompt == "roll"
    assert worth(red) == pytest.approx(on_average(red), abs=0.5)


def test_a_roll_again_is_worth_what_it_gains() -> None:
    low = Scene().army({(0, 1): "gold", (1, 1): "gold"}).dice({r(0, 0): 4, k(0, 1): 1}).act()
    before = worth(low)
    assert worth(low.pick("motivate")) > before + 1.0
    assert worth(low) == pytest.approx(on_average(low), abs=0.3)
    high = Scene().army({(0, 1): "gold", (1, 1): "gold"}).dice({r(0, 0): 4, k(0, 1): 6}).act()
    assert worth(high) > worth(high.pick("motivate")) + 1.0


def test_a_test_about_to_be_rolled_frightens_only_the_weak() -> None:
    def threatened(reds: int) -> float:
        scene = Scene().commands("ambush").army({(1, 0): "crimson"}, seat=1)
        scene.army({(0, row): "gold" for row in range(-1, 3) if row}, seat=1)
        scene.dice({k(0, 0): 5} | {r(0, row): 3 for row in range(-1, reds - 1)}, seat=1).act()
        before = worth(scene, 1)
        return before - worth(scene.pick("command", "ambush"), 1)

    assert threatened(0) > threatened(2) > 0.0


def test_a_legion_is_completed_rather_than_begun() -> None:
    scene = Scene().army({(0, 1): "gold full"}).hand("azure", "gold").army_phase()
    assert chosen(scene) == ("card", "azure")
    scene.pick("card", "azure")
    assert chosen(scene)[1] in ((-1, 0), (1, 0))


def test_the_last_army_card_is_kept() -> None:
    scene = Scene().hand("gold").general(1).coins(0).line().command_deck().act(actions=1)
    assert scene.verbs() == {"requisition", "end"}
    assert chosen(scene) == ("end", 0)


def test_a_machine_of_war_is_used() -> None:
    scene = Scene().perms(("balista", (0, 1))).army({(1, 0): "azure", (1, -1): "gold"})
    scene.dice({r(1, -1): (5, "strategist"), k(0, 0): 3}).general(1).coins(0)
    scene.army({(1, 0): "crimson", (2, 0): "crimson"}, seat=1)
    scene.dice({k(0, 0): 6, k(1, 0): 5}, seat=1).act(actions=1)
    assert chosen(scene) == ("use", ("balista", 0))


def test_the_fifth_colour_is_sought_when_it_is_near() -> None:
    army = {(1, 0): "azure", (0, 1): "gold", (1, 1): "gold", (0, 2): "purple", (1, 2): "purple"}
    army |= {(0, -1): "verdant", (-1, -1): "verdant", (-3, 0): "crimson"}
    last = ("gold", "gold", "gold")
    held = Scene().army(army).deck(*last).general(1).hand("crimson").act()
    other = Scene().army(army).deck(*last).general(1).hand("azure").act()
    assert worth(held) > worth(other) + 1.0


def test_every_program_has_a_worth() -> None:
    pending = Pending(RULES.tables)
    assert len(pending.rests) == len(CATALOG.programs)
    for program, rests in zip(CATALOG.programs, pending.rests, strict=True):
        assert len(rests) == len(program) + 1 and rests[-1] == 0.0
    raid = CATALOG.commands[CATALOG.command("raid")].printed[0]
    assert pending.program(raid.program) > 3.0


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_kept_of_a_judgement_never_shows(seats: int) -> None:
    """Positions of two games judged in turn: each looks the same to somebody with no memory."""
    rng = SeededRng(f"kept {seats}")
    states = [RULES.setup(seats, OPTIONS), RULES.setup(seats, OPTIONS)]
    for _ in range(220):
        for state in states:
            decision = RULES.decisions(state)[0]
            RULES.apply(state, decision.seat, pick(decision, rng), None)
            assert EVALUATION.all_worth(state) == Evaluation(RULES).all_worth(state)
