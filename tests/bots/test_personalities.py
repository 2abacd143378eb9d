"""Personalities: levels that like some things better than their evaluation does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludus.bots import LEVELS, make_bot
from ludus.bots.levels import describe, is_level, level_of, personalities, played_as, require_level
from ludus.bots.personalities import Liking, Personality, personalities_of, require_personality
from ludus.core.chance import SeededRng, next_decision
from ludus.core.content import read_toml
from ludus.core.errors import BadContent, BadRequest
from ludus.core.game import AnyBox
from ludus.core.registry import games, open_box
from ludus.games.conqueror.state import State

WITH = [game for game in sorted(games()) if personalities_of(game).who]


def position(box: AnyBox, seats: int, moves: int) -> object:
    """A position of a game between bots that hardly look."""
    rules, rng = box.rules, SeededRng("personalities")
    bot = make_bot("greedy:1", box)
    state = rules.setup(seats, box.options(seats, {}))
    for _ in range(moves):
        decision = next_decision(rules.decisions(state), rng)
        if decision.seat < 0:
            action = decision.options[rng.below(len(decision.options))]
        else:
            action = bot.choose(rules.view(state, decision.seat), decision, rng)
        rules.apply(state, decision.seat, action, None)
    while rules.decisions(state)[0].seat < 0:
        decision = rules.decisions(state)[0]
        rules.apply(state, decision.seat, decision.options[0], None)
    return state


def test_some_games_have_personalities() -> None:
    assert {"conqueror", "hadrians_wall", "para_bellum"} <= set(WITH)
    assert personalities(open_box("cambria")) == {}
    assert list(personalities(open_box("conqueror"))) == ["raider", "builder", "miser"]


def test_names_of_bots() -> None:
    assert played_as("hard:raider") == "raider"
    assert played_as("hard") == played_as("greedy:40") == played_as("hard-2026:raider") == ""
    assert is_level("easy:raider")
    assert not is_level("greedy:40")
    assert level_of("easy:raider", "conqueror") == level_of("easy", "conqueror")
    assert describe(level_of("hard", "conqueror"), "raider").endswith("as raider")


@pytest.mark.parametrize(
    ("name", "game", "message"),
    [
        ("hard:nobody", "conqueror", "no personality 'nobody': there are raider, builder, miser"),
        ("hard:raider", "cambria", "no personality 'raider': it has none"),
        ("master:raider", "conqueror", "plays by a net, which has no personalities: 'raider'"),
        ("hard:", "conqueror", "unknown bot 'hard:'"),
        ("hard-2026:raider", "conqueror", "unknown bot"),
    ],
)
def test_personalities_that_there_are_not_are_refused(name: str, game: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        make_bot(name, open_box(game))
    if "unknown bot" not in message:
        with pytest.raises(BadRequest, match=message):
            require_level(name, open_box(game))


@pytest.mark.parametrize("game", WITH)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_as_each_of_them(game: str, level: str) -> None:
    box = open_box(game)
    seats = box.meta.seats[-1]
    state = position(box, seats, 60)
    decision = next(each for each in box.rules.decisions(state) if each.seat >= 0)
    view = box.rules.view(state, decision.seat)
    for name in personalities(box):
        bot = make_bot(f"{level}:{name}", box)
        assert bot.choose(view, decision, SeededRng(1)) in decision.options


def test_what_is_liked_counts_from_where_a_seat_stands() -> None:
    """So a chance stays one, and rivals are judged by the plain evaluation."""
    box = open_box("conqueror")
    state = position(box, 4, 160)
    liking = Liking(box, Personality("Likes coins.", {"coins": 3.0}), 22.0)
    liking.start(state, 1)
    for seat in range(4):
        assert liking(state, seat) == pytest.approx(box.evaluate(state, seat))
    richer = box.rules.copy(state)
    assert isinstance(richer, State)
    for seat in (1, 2):
        richer.purse[seat] += 2
    assert liking(richer, 1) > box.evaluate(richer, 1)
    assert liking(richer, 2) == box.evaluate(richer, 2)


def test_a_raider_likes_what_rivals_lose() -> None:
    box = open_box("conqueror")
    state = position(box, 4, 160)
    liking = Liking(box, Personality("Raids.", {}, {"army": 2.0}), 22.0)
    liking.start(state, 1)
    weaker = box.rules.copy(state)
    assert isinstance(weaker, State)
    place = max(range(len(weaker.infantry)), key=lambda place: weaker.infantry[place])
    assert weaker.infantry[place] > 1
    seat = weaker.owner[place]
    assert seat >= 0
    liking.start(state, (seat + 1) % 4)
    weaker.infantry[place] = 1
    rival = (seat + 1) % 4
    plain = box.evaluate(weaker, rival) - box.evaluate(state, rival)
    assert liking(weaker, rival) - liking(state, rival) > plain


def test_a_liking_changes_what_is_chosen() -> None:
    """Who likes coins alone ends its turns with more of them than who would rather have none."""
    box = open_box("conqueror")
    rules = box.rules
    coins: Counter[str] = Counter()
    for name, weight in (("rich", 9.0), ("poor", -7.0)):
        liking = Liking(box, Personality(name, {"coins": weight}), 22.0)
        state = position(box, 3, 100)
        rng = SeededRng("liking")
        for _ in range(60):
            decision = next_decision(rules.decisions(state), rng)
            if decision.seat == 0:
                liking.start(state, 0)
                after = []
                for option in decision.options:
                    tried = rules.copy(state)
                    rules.apply(tried, 0, option, None)
                    after.append(liking(tried, 0))
                action = decision.options[after.index(max(after))]
            else:
                action = decision.options[rng.below(len(decision.options))]
            rules.apply(state, decision.seat, action, None)
        assert isinstance(state, State)
        coins[name] = state.purse[0]
    assert coins["rich"] > coins["poor"]


def test_a_file_of_personalities_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "personalities.toml"
    kind = type(personalities_of("conqueror"))
    for text in ('scale = 0\n[who.a]\nline = "x"\nweights = {}', "[who.a]\nweights = {}", "[x]"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadContent):
            read_toml(path, kind)


def test_each_is_a_personality_of_its_own() -> None:
    for game in WITH:
        box = open_box(game)
        found = [require_personality(name, box) for name in personalities(box)]
        assert len({tuple(sorted(each.weights.items())) for each in found}) == len(found)
