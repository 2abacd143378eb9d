"""Games kept as a seed and where they end: they end there again, and a change is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kit.toys import Hands, HandState, HandView, hands
from tests.kit.toys.common import toy_game

from ludus.core.game import Game
from ludus.core.protocol import Emit
from ludus.kit import golden_seeds, suite
from ludus.kit.broken import Broken
from ludus.kit.golden_seeds import SeedGame, main, make, path_of, seed_faults


class Generous(Hands):
    """A change of the rules that shows in the position: burying gives a point."""

    def bury(self, state: HandState, card: int, emit: Emit | None) -> None:
        super().bury(state, card, emit)
        state.points[state.turn] += 1


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[HandState, HandView]:
    made = toy_game(tmp_path / "hands", hands())
    (made.folder / "tests").mkdir(exist_ok=True)
    monkeypatch.setattr(golden_seeds, "find_game", lambda name: made)
    return made


def test_made_checked_and_accepted(
    game: Game[HandState, HandView], capsys: pytest.CaptureFixture[str]
) -> None:
    path = path_of(game)
    assert main(["hands"]) == 2
    assert "golden_seeds.json" in capsys.readouterr().err
    assert main(["hands", "--new", "6"]) == 0
    assert main(["hands"]) == 0
    suite.golden_seeds(game)()
    text = path.read_text()
    assert text.count('"mark"') == 6
    path.write_text(text.replace('"moves":', '"moves":1', 1))
    assert main(["hands"]) == 1
    assert "game 0: it ended by" in capsys.readouterr().out
    assert main(["hands", "--accept"]) == 0
    assert path.read_text() == text


def test_another_end_is_noticed(tmp_path: Path) -> None:
    changed = toy_game(tmp_path / "hands", hands(Generous()))
    path = path_of(changed)
    path.parent.mkdir(exist_ok=True)
    golden_seeds.write(path, make(hands(), 8))
    found = list(seed_faults(hands(Generous()), path))
    assert found and "python -m ludus.kit.golden_seeds hands --accept" in found[0]
    with pytest.raises(Broken, match="it ended by"):
        suite.golden_seeds(changed)()


def test_some_of_them_are_spread_over_all(
    game: Game[HandState, HandView], monkeypatch: pytest.MonkeyPatch
) -> None:
    golden_seeds.write(path_of(game), make(hands(), 9))
    seeds: list[int] = []
    real = golden_seeds.played

    def noted(*arguments: object) -> SeedGame:
        seeds.append(int(str(arguments[3])))
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(golden_seeds, "played", noted)
    assert list(seed_faults(hands(), path_of(game), 3)) == []
    assert seeds == [0, 3, 6]


def test_every_table_and_no_unwanted_end() -> None:
    games = make(hands(), 8).games
    assert {each.seats for each in games} == set(hands().meta.seats)
    assert all(each.reason for each in games)
    (reason,) = {each.reason for each in games[:1]}
    others = make(hands(), 2, {"nothing"}).games
    assert others == games[:2] and reason
