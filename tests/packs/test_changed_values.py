"""Packs with changed values: each is refused with a reason, or can be played with."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.packs.changed import UNFORESEEN, change

from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game, games
from ludus.kit.packs import check_pack, open_pack

PACKS = 5
"""For each game, the same ones each time."""
MANY = 400


def faults(game: str, folder: Path, number: int) -> list[str]:
    """What no rule about content has foreseen, of a pack in which a value or two are others."""
    copy_pack(find_game(game), folder)
    rng = random.Random(f"{game} {number}")
    changed = [change(folder, rng) for _ in range(rng.choice((1, 1, 1, 2)))]
    box, problems, _ = open_pack(folder)
    said = [str(each) for each in problems if UNFORESEEN in str(each)]
    if box is not None:
        said += check_pack(folder, quick=True).problems
    return [f"{number}: {changed}: {each}" for each in said]


@pytest.mark.parametrize("game", sorted(games()))
def test_a_changed_value_is_refused_or_played_with(game: str, tmp_path: Path) -> None:
    found = [each for at in range(PACKS) for each in faults(game, tmp_path / str(at), at)]
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(games()))
def test_many_changed_values(game: str, tmp_path: Path) -> None:
    found = [each for at in range(PACKS, MANY) for each in faults(game, tmp_path / str(at), at)]
    assert not found, "\n".join(found)


def test_changes_are_real_and_of_many_kinds(tmp_path: Path) -> None:
    """What is fuzzed differs from the built-in pack each time, and reaches most files."""
    files: set[str] = set()
    kinds: set[str] = set()
    for number in range(60):
        folder = tmp_path / str(number)
        copy_pack(find_game("para_bellum"), folder)
        before = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
        told = change(folder, random.Random(number))
        after = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
        changed = [name for name in before if before[name] != after[name]]
        assert changed == [told.partition(":")[0]]
        files.update(changed)
        kinds.add(told.split()[1])
    assert len(files) > 4
    assert kinds == {"set", "insert", "remove"}
