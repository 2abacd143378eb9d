"""Second editions are held to what the games themselves are held to."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.packs.editions import EDITIONS, second_edition

from ludus.core.registry import find_game
from ludus.kit.conformance import conformance
from ludus.kit.faces import check_faces
from ludus.kit.leak import Effort, leak
from ludus.kit.models import check_models
from ludus.kit.packs import check_pack

SPARING = Effort(siblings=12, resamples=12, width=4, depth=6)


@pytest.mark.parametrize("game", EDITIONS)
def test_a_second_edition_can_be_shown_and_played(game: str, tmp_path: Path) -> None:
    report = check_pack(second_edition(game, tmp_path / game), quick=True)
    assert report.problems == []
    box = report.box
    assert box is not None
    built_in = find_game(game).open()
    assert box.content_hash != built_in.content_hash
    assert not any("described by the words of the game" in each for each in report.warnings)


@pytest.mark.long
@pytest.mark.parametrize("game", EDITIONS)
def test_a_second_edition_passes_the_whole_check(game: str, tmp_path: Path) -> None:
    assert check_pack(second_edition(game, tmp_path / game)).problems == []


SEATS = [(game, seats) for game in EDITIONS for seats in find_game(game).meta.seats]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_a_second_edition_keeps_the_promises_of_the_kit(
    game: str, seats: int, tmp_path: Path
) -> None:
    box = find_game(game).open(second_edition(game, tmp_path / game))
    conformance(box, 1, seats=(seats,))
    leak(box, 1, seats=(seats,), effort=SPARING)
    check_faces(box, 1, seats=(seats,))
    check_models(box, 1, seats=(seats,))
