"""The table of checks: what each needs of a game, what holds without it, and that each can fail."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.kit.toys import bids, hourglass
from tests.kit.toys.common import toy_game

from ludus.core.game import AnyGame
from ludus.core.protocol import Seat
from ludus.core.registry import find_game
from ludus.kit import suite
from ludus.kit.broken import Broken
from ludus.kit.checks import CHECKS, Check, Settings

NAMED = {check.name: check for check in CHECKS}


@pytest.fixture
def game(tmp_path: Path) -> AnyGame:
    return toy_game(tmp_path / "bids", bids())


def broken(name: str, game: AnyGame, message: str) -> None:
    with pytest.raises(Broken, match=message):
        NAMED[name].test(game, Settings(), 2)


def test_a_check_is_made_at_every_seat_count_or_once(game: AnyGame) -> None:
    assert NAMED["search"].seats(game) == (2, 3)
    assert NAMED["words"].seats(game) == (0,)


def test_a_default_holds_for_a_game_without_the_file(game: AnyGame) -> None:
    for check in CHECKS:
        if check.default:
            assert not check.seats(game)
    (game.folder / "levels.toml").write_text("")
    assert NAMED["levels"].seats(game) == (0,)


def test_a_game_without_a_file_that_it_must_have_fails(game: AnyGame) -> None:
    needed = [check for check in CHECKS if check.needs and not check.default]
    assert [check.name for check in needed] == ["clauses", "golden"]
    for check in needed:
        broken(check.name, game, f"{check.needs}: missing")


def test_the_kit_makes_all_of_them_but_those_to_skip(game: AnyGame) -> None:
    def made(*skip: str) -> list[object]:
        (mark,) = suite.kit(game, skip=skip).pytestmark  # type: ignore[attr-defined]  # by pytest
        return [case.id for case in mark.args[1]]

    assert "search-2" in made() and "search-3" in made() and "golden" in made()
    assert set(made()) - set(made("search")) == {"search-2", "search-3"}
    with pytest.raises(ValueError, match="no such check: serch"):
        suite.kit(game, skip=("serch",))


def test_a_test_of_the_kit_fails_where_its_check_does(game: AnyGame) -> None:
    test = suite.kit(game)
    test(NAMED["search"], 2)
    with pytest.raises(Broken, match="one and two"):
        test(Check("always", "nothing", lambda *_: ["one and two"]), 2)


def test_bots_and_analysis_can_play_a_sound_game(game: AnyGame) -> None:
    for name in ("search", "analysis"):
        for seats in (2, 3):
            NAMED[name].test(game, Settings(), seats)


def test_an_evaluation_that_is_no_chance_is_found(tmp_path: Path) -> None:
    def boasts(state: object, seat: Seat) -> float:
        return 7.0

    game = toy_game(tmp_path / "bids", replace(bids(), evaluate=boasts))
    broken("search", game, "are not between 0 and 1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('hard = { kind = "search", budget = 9, simulations = 5 }', "budgets .* do not rise"),
        ('hard = { kind = "search", budget = 400, simulations = 5, slips = 0.1 }', "hard .* slips"),
        ('hard = { kind = "search", budget = 400 }', "search level with 0 simulations"),
        ('medium = { kind = "greedy", budget = 120, slips = 0.5 }', "must become fewer"),
        (
            'easy = { kind = "greedy", budget = 9, noise = [0.2, 0.1], margin = 0.5 }\n'
            'medium = { kind = "greedy", budget = 9, noise = [0.1, 0.2], margin = 0.5 }',
            "noise must become less",
        ),
        (
            'easy = { kind = "greedy", budget = 9, noise = [0.2, 0.1], margin = 0.5 }\n'
            'medium = { kind = "greedy", budget = 9, noise = 0.05, margin = 0.5 }',
            "different numbers of sides",
        ),
    ],
)
def test_levels_out_of_order_are_found(game: AnyGame, text: str, message: str) -> None:
    (game.folder / "levels.toml").write_text(text)
    broken("levels", game, message)


def test_personalities_like_what_there_is(tmp_path: Path) -> None:
    folder = tmp_path / "conqueror"
    shutil.copytree(find_game("conqueror").folder, folder)
    game = replace(find_game("conqueror"), folder=folder)
    file = folder / "personalities.toml"
    file.write_text('[who.a]\nline = "Likes lands."\nweights = { lands = 2.0 }')
    broken("personalities", game, "a likes lands, which no position had; there is .*land")
    file.write_text('[who.a]\nline = "Likes nothing."\nweights = { land = 1.0 }')
    broken("personalities", game, "a likes nothing more or less")
    file.unlink()
    assert NAMED["personalities"].seats(game) == ()


def test_features_that_tell_nothing_are_found(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "glass", hourglass())
    (game.folder / "features.toml").write_text('numbers = ["left", "points"]')
    NAMED["features"].test(game, Settings(), 2)
    (game.folder / "features.toml").write_text("numbers = []")
    broken("features", game, "positions look different")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('verb = "bid"', "items without a name"),
        ("", "must have one of verb, event and view"),
        ('event = "revealed"', "does not say which fact"),
        ('view = "nowhere"', "the view has no field 'nowhere'"),
    ],
)
def test_splits_that_name_nothing_are_found(game: AnyGame, text: str, message: str) -> None:
    (game.folder / "balance.toml").write_text(f'[[split]]\nkey = "x"\ntitle = "X"\n{text}\n')
    broken("balance", game, message)
