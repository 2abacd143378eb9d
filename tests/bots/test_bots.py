"""The bots on a real game: legal, repeatable, fair, and as strong as they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from ludus.bots import BOTS, LEVELS, AnyBot, GreedyBot, RandomBot, SearchBot, make_bot
from ludus.bots.lookahead import FOLLOW_UPS
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Outcome
from ludus.core.registry import open_box


@pytest.fixture
def box() -> AnyBox:
    return open_box("cambria")


def play(
    box: AnyBox, bots: list[AnyBot], seed: str, options: Mapping[str, str] | None = None
) -> Outcome:
    """A game between bots; each is handed views only, and must answer with an offered action."""
    rules = box.rules
    rng = SeededRng(seed)
    state = rules.setup(len(bots), box.options(len(bots), options or {}))
    while decisions := rules.decisions(state):
        decision = decisions[0]
        if decision.seat < 0:
            action = pick(decision, rng)
        else:
            view = rules.view(state, decision.seat)
            action = bots[decision.seat].choose(view, decision, rng)
            assert action in decision.options
        rules.apply(state, decision.seat, action)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome


def wins(box: AnyBox, bot: AnyBot, rival: AnyBot, games: int, seats: int) -> int:
    """How many games a bot wins against rivals, taking each seat in turn."""
    won = 0
    for game in range(games):
        seat = game % seats
        bots = [bot if here == seat else rival for here in range(seats)]
        won += seat in play(box, bots, f"{seats} {game}").winners
    return won


@pytest.mark.parametrize(("seats", "fair"), [(2, 0.5), (3, 1 / 3), (5, 0.2)])
def test_greedy_beats_random_clearly(box: AnyBox, seats: int, fair: float) -> None:
    games = 10
    assert wins(box, GreedyBot(box, budget=40), RandomBot(), games, seats) > games * (fair + 1) / 2


@pytest.mark.parametrize("reading", ["on", "off"])
def test_bots_play_by_either_reading_of_unclear_rules(box: AnyBox, reading: str) -> None:
    rulings = {option.key: reading for option in box.meta.option if option.ruling}
    assert "decline_after_rolling" in rulings
    bots: list[AnyBot] = [
        GreedyBot(box, budget=20), SearchBot(box, simulations=4, opening=6),
    ]  # fmt: skip
    assert play(box, bots, reading, rulings).reason == "forts"


def test_search_with_few_simulations_beats_random(box: AnyBox) -> None:
    assert wins(box, SearchBot(box, simulations=8, opening=12), RandomBot(), 4, 2) == 4


def test_slips_make_a_weaker_bot(box: AnyBox) -> None:
    careful, careless = GreedyBot(box, budget=40), GreedyBot(box, budget=40, slips=(0.8,))
    assert wins(box, careful, careless, 14, 2) > 9


def test_a_bot_may_slip_on_one_side_only(box: AnyBox) -> None:
    """Its side is what the game says of the view; before there are sides the first one counts."""

    class Asked:
        def __init__(self, side: int) -> None:
            self.uneven = replace(box, side=lambda view: side)
            self.bot = GreedyBot(self.uneven, budget=8, slips=(0.0, 1.0))

        def chosen(self) -> set[str]:
            rules = self.uneven.rules
            state = rules.setup(2, self.uneven.options(2, {}))
            rng = SeededRng(5)
            while len((decision := rules.decisions(state)[0]).options) < 3 or decision.seat < 0:
                rules.apply(state, decision.seat, pick(decision, rng))
            view = rules.view(state, decision.seat)
            return {self.bot.choose(view, decision, SeededRng(n)).text for n in range(40)}

    looking = {len(Asked(side).chosen()) for side in (0, -1)}
    assert len(Asked(1).chosen()) > max(looking)


def test_a_budget_too_small_for_a_glance_ahead_judges_positions_as_they_stand() -> None:
    """One evaluation for each option, and a few more for the four that look best, if at all."""
    opened = open_box("conqueror")
    judged = 0

    def counted(state: object, seat: int) -> float:
        nonlocal judged
        judged += 1
        return opened.evaluate(state, seat)

    box = replace(opened, evaluate=counted)
    rules, rng = box.rules, SeededRng(3)
    state = rules.setup(3, box.options(3, {"timer": "off"}))
    while len((decision := rules.decisions(state)[0]).options) < 12 or decision.seat < 0:
        rules.apply(state, decision.seat, pick(decision, rng))
    view, options = rules.view(state, decision.seat), len(decision.options)
    work: dict[int, int] = {}
    for budget in (1, FOLLOW_UPS - 1, FOLLOW_UPS):
        judged = 0
        GreedyBot(box, budget).choose(view, decision, rng)
        work[budget] = judged
    assert work[1] == options
    assert options < work[FOLLOW_UPS - 1] <= options + 4 * FOLLOW_UPS
    assert work[FOLLOW_UPS] > 2 * work[FOLLOW_UPS - 1]


@pytest.mark.parametrize("name", ["random", "greedy", "easy"])
def test_the_same_seed_gives_the_same_game(box: AnyBox, name: str) -> None:
    first = play(box, [make_bot(name, box) for _ in range(2)], "again")
    second = play(box, [make_bot(name, box) for _ in range(2)], "again")
    assert first.scores == second.scores


def test_search_ranks_every_option_and_counts_its_work(box: AnyBox) -> None:
    rules = box.rules
    state = rules.setup(3, box.options(3, {}))
    rng = SeededRng(5)
    while (decision := rules.decisions(state)[0]).prompt != "act":
        rules.apply(state, decision.seat, pick(decision, rng))
    bot = SearchBot(box, simulations=100)
    ranked = bot.think(rules.view(state, decision.seat), decision, rng)
    assert bot.simulated == 100
    assert {row[0] for row in ranked} == set(decision.options)
    assert sum(row[1] for row in ranked) == 100
    assert all(0 <= row[2] <= 1 for row in ranked)
    assert [row[1] for row in ranked] == sorted((row[1] for row in ranked), reverse=True)


def test_search_needs_a_limit_and_keeps_to_its_time(box: AnyBox) -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        SearchBot(box)
    bot = SearchBot(box, seconds=0.0)
    state = box.rules.setup(2, box.options(2, {}))
    rng = SeededRng(1)
    while len((decision := box.rules.decisions(state)[0]).options) == 1 or decision.seat < 0:
        box.rules.apply(state, decision.seat, pick(decision, rng))
    bot.choose(box.rules.view(state, decision.seat), decision, rng)
    assert bot.simulated == 0


def test_bots_are_found_by_name(box: AnyBox) -> None:
    assert set(LEVELS) <= set(BOTS)
    for name in BOTS:
        # The master is there only for games with a net: tests/core/test_nets.py.
        if name != "master":
            assert hasattr(make_bot(name, box), "choose")
    with pytest.raises(BadRequest, match="unknown bot 'stockfish': there are random, greedy"):
        make_bot("stockfish", box)


def test_a_name_may_say_how_much_a_bot_thinks(box: AnyBox) -> None:
    assert isinstance(make_bot("greedy:40", box), GreedyBot)
    assert isinstance(make_bot("search:40", box), SearchBot)
    for name in ("search:", "search:0", "search:-1", "greedy:x", "search:2000000"):
        with pytest.raises(BadRequest, match="a number from 1 to"):
            make_bot(name, box)
    with pytest.raises(BadRequest, match="unknown bot"):
        make_bot("random:3", box)
    with pytest.raises(BadRequest, match="no personality '3'"):
        make_bot("hard:3", box)


def last_two(state: object, decision: Decision) -> Sequence[Action]:
    return decision.options[-2:]


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_bots_choose_from_the_games_shortlist(box: AnyBox, kind: str) -> None:
    listed = replace(box, shortlist=last_two)
    bot = GreedyBot(listed, 20) if kind == "greedy" else SearchBot(listed, simulations=8)
    rules = box.rules
    rng = SeededRng("shortlist")
    state = rules.setup(2, box.options(2, {}))
    chosen = 0
    while chosen < 12:
        decision = rules.decisions(state)[0]
        if decision.seat < 0:
            action = pick(decision, rng)
        else:
            action = bot.choose(rules.view(state, decision.seat), decision, rng)
            assert action in decision.options[-2:]
            chosen += len(decision.options) > 2
        rules.apply(state, decision.seat, action)


def test_what_the_shortlist_leaves_out_promises_least(box: AnyBox) -> None:
    rules = box.rules
    rng = SeededRng("least")
    state = rules.setup(2, box.options(2, {}))
    decision = rules.decisions(state)[0]
    while decision.seat < 0 or len(decision.options) < 4:
        rules.apply(state, decision.seat, pick(decision, rng))
        decision = rules.decisions(state)[0]
    bot = GreedyBot(replace(box, shortlist=last_two), 40)
    values = bot.values(rules.view(state, decision.seat), decision, rng)
    assert max(values[:-2]) < min(values[-2:])
