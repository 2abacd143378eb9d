"""Golden games: a change does not go unnoticed, and can be accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kit.toys import Hands, HandState, HandView, hands
from tests.kit.toys.common import toy_game

from ludus.core.errors import BadRecord
from ludus.core.game import Game
from ludus.core.protocol import Emit
from ludus.core.record import read_record
from ludus.kit import golden, suite
from ludus.kit.broken import Broken
from ludus.kit.golden import accept, folder_of, golden_faults, main, make
from ludus.kit.tables import Setting


class Generous(Hands):
    """A change of the rules that shows in the position: burying gives a point."""

    def bury(self, state: HandState, card: int, emit: Emit | None) -> None:
        super().bury(state, card, emit)
        state.points[state.turn] += 1


class NoBury(Hands):
    """A change of the rules that makes old games impossible."""

    KINDS = 3


@pytest.fixture
def game(tmp_path: Path) -> Game[HandState, HandView]:
    made = toy_game(tmp_path / "hands", hands())
    make(made.open(), folder_of(made), Setting(2), seed=1)
    make(made.open(), folder_of(made), Setting(4, {"partners": "on"}), seed=3, name="partners")
    return made


def test_the_same_game_passes(game: Game[HandState, HandView]) -> None:
    folder = folder_of(game)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["2-1.json", "2-1.jsonl", "partners.json", "partners.jsonl"]
    assert list(golden_faults(hands(), folder)) == []
    suite.golden(game)()
    text = (folder / "2-1.json").read_text()
    assert '"reason": "cards"' in text
    assert '"scores"' in text


def test_a_change_of_the_rules_is_noticed_and_can_be_accepted(
    game: Game[HandState, HandView],
) -> None:
    folder = folder_of(game)
    found = list(golden_faults(hands(Generous()), folder))
    assert len(found) == 2
    assert "2-1.jsonl: the position after move" in found[0]
    assert "all is well" in found[0]
    assert "python -m ludus.kit.golden hands --accept" in found[0]
    changed: Game[HandState, HandView] = Game(game.folder, lambda meta, pack: hands(Generous()))
    with pytest.raises(Broken, match="the position after move"):
        suite.golden(changed)()
    before = (folder / "2-1.jsonl").read_text()
    assert len(accept(hands(Generous()), folder)) == 2
    suite.golden(changed)()
    assert (folder / "2-1.jsonl").read_text() == before


def test_a_game_that_can_no_longer_be_played_is_named(game: Game[HandState, HandView]) -> None:
    found = list(golden_faults(hands(NoBury()), folder_of(game)))
    assert any("2-1.jsonl, line" in fault for fault in found)
    with pytest.raises(BadRecord, match="can no longer be played: delete it"):
        accept(hands(NoBury()), folder_of(game))


def test_another_ending_is_named(game: Game[HandState, HandView]) -> None:
    path = folder_of(game) / "2-1.json"
    path.write_text(path.read_text().replace('"reason": "cards"', '"reason": "rain"'))
    (found,) = golden_faults(hands(), folder_of(game))
    assert "leads elsewhere: reason is 'rain' or 'cards'" in found


def test_missing_and_orphaned_files_are_named(game: Game[HandState, HandView]) -> None:
    folder = folder_of(game)
    (folder / "2-1.json").unlink()
    (folder / "partners.jsonl").unlink()
    found = list(golden_faults(hands(), folder))
    assert "2-1.json: missing; write it with" in found[0]
    assert "there is no record partners.jsonl" in found[1]
    (empty,) = golden_faults(hands(), folder / "nothing")
    assert "no golden games; make one with" in empty


def test_an_altered_record_is_named(game: Game[HandState, HandView]) -> None:
    path = folder_of(game) / "2-1.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], *lines[3:]]) + "\n")
    (found,) = golden_faults(hands(), folder_of(game))
    assert "2-1.jsonl, line 3" in found


def test_an_unfinished_game_may_be_golden(game: Game[HandState, HandView]) -> None:
    folder = folder_of(game)
    path = folder / "2-1.jsonl"
    path.write_text(read_record(path.read_text()).prefix(7).dump())
    accept(hands(), folder)
    assert list(golden_faults(hands(), folder)) == []
    assert '"reason": ""' in (folder / "2-1.json").read_text()


def test_command(
    game: Game[HandState, HandView],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(golden, "find_game", lambda name: game)
    assert main(["hands"]) == 0
    assert main(["hands", "--new", "4", "--seed", "5", "--option", "partners=on"]) == 0
    assert "4-on-5.jsonl" in capsys.readouterr().out
    (folder_of(game) / "4-on-5.json").unlink()
    assert main(["hands"]) == 1
    assert "4-on-5.json: missing" in capsys.readouterr().out
    assert main(["hands", "--accept"]) == 0
    assert main(["hands"]) == 0
    assert main(["hands", "--new", "4", "--option", "partners=maybe"]) == 2
    assert "option 'partners' cannot be 'maybe'" in capsys.readouterr().err
