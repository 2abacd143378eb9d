"""How bots choose factions, warnings and bribes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from ludus.bots.greedy import GreedyBot
from ludus.core.chance import SeededRng
from ludus.games.conqueror import GAME
from ludus.games.conqueror.ids import FACES, FACTIONS
from ludus.games.conqueror.tests.scene import DEFAULTS, RULES, Scene

BOX = GAME.open()


def chosen(scene: Scene, seat: int) -> str:
    """What a bot of one look ahead does at a seat."""
    bot = GreedyBot(BOX, budget=16)
    return bot.choose(RULES.view(scene.state, seat), scene.decision(seat), SeededRng(1)).verb


def late(coins: int) -> Scene:
    """Egypt has stopped acting, and Rome has so many coins; a warning may be given."""
    scene = Scene("Egypt", "Rome", "Greece", timer="60", acting=True)
    scene.army("Egypt", "Cyrene", 1, 1).army("Egypt", "Alexandria", 1).army("Rome", "Rome", 1)
    return scene.purse("Rome", coins).time()


def test_a_bot_warns_where_it_could_pay_for_a_bribe() -> None:
    assert chosen(late(3), 1) == "warn"
    assert chosen(late(2), 1) == "wait"


def test_a_bot_bribes_when_time_is_up() -> None:
    assert chosen(late(3).act("warn", 2).time(), 1) == "bribe"


def test_which_power_a_bot_leads_depends_on_the_dice() -> None:
    """Over all falls of three different dice every power is led in turn, and left out in turn."""
    left_out: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for faces in permutations(sorted(set(FACES)), 3):
        scene = Scene()
        scene.state = RULES.setup(3, DEFAULTS)
        scene.roll(*faces)
        while scene.asked() == "faction":
            decision = scene.decision()
            view = RULES.view(scene.state, decision.seat)
            scene.act(GreedyBot(BOX, budget=16).choose(view, decision, SeededRng(1)).text)
        led = [FACTIONS[number] for number in scene.state.faction]
        left_out.update(set(FACTIONS[:4]) - set(led))
        first[led[scene.state.order[0]]] += 1
    for counts in (left_out, first):
        assert set(counts) == set(FACTIONS[:4])
        assert max(counts.values()) <= 12
