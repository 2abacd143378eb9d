"""A copied pack in which a card was given another id and another name, wherever they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.cli import main
from ludus.core.chance import SeededRng, pick
from ludus.core.registry import find_game
from ludus.core.table import Table
from ludus.kit.packs import check_pack, open_pack

RENAMED = {
    "an Order": ("contio", "Contio", "town_meeting", "Town Meeting"),
    "one with a drawing": ("onager", "Onager", "stone_thrower", "Stone Thrower"),
    "a Character": ("tribunus", "Tribunus", "camp_prefect", "Camp Prefect"),
}
"""By kind: a card's id and name, and what they become."""


def renamed(folder: Path, id: str, name: str, new_id: str, new_name: str) -> Path:
    """A copy made by the command, with every occurrence in every file changed."""
    assert main(["content", "copy", "para_bellum", str(folder)]) == 0
    found = {id: 0, name: 0}
    for path in sorted(folder.iterdir()):
        text = path.read_text(encoding="utf-8")
        found[id] += text.count(id)
        found[name] += text.count(name)
        changed = text.replace(id, new_id).replace(name, new_name)
        path.write_text(changed, encoding="utf-8")
    assert min(found.values()) > 0
    return folder


@pytest.mark.parametrize("kind", RENAMED)
def test_a_renamed_card_checks_and_plays(kind: str, tmp_path: Path) -> None:
    id, name, new_id, new_name = RENAMED[kind]
    folder = renamed(tmp_path / "mine", id, name, new_id, new_name)
    assert main(["content", "check", str(folder), "--quick"]) == 0
    box, problems, _ = open_pack(folder)
    assert box is not None and problems == []
    assert box.content_hash != find_game("para_bellum").open().content_hash
    seats = ["Anna", "Ben", "Cleo"]
    table = Table(box, seats)
    printed = box.face.printed(table.view(0), seats)
    assert printed[f"command.toml:{new_id}"].title == new_name
    assert f"command.toml:{id}" not in printed
    # To the end, with words for all that happens.
    rng = SeededRng(f"renamed {id}")
    while not table.over:
        table.settle(rng)
        if not table.over:
            decision = table.decisions()[0]
            assert box.face.text(table.view(decision.seat), seats)
            table.play(decision.seat, pick(decision, rng))
    assert table.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("kind", RENAMED)
def test_a_renamed_card_passes_the_whole_check(kind: str, tmp_path: Path) -> None:
    assert check_pack(renamed(tmp_path / "mine", *RENAMED[kind])).problems == []
