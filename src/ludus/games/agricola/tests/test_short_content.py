"""A short scenario that does not fit its map is refused when it is read."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.games.agricola.content import load_contents
from ludus.games.agricola.scenario import load_short

CONTENT = Path(__file__).parent.parent / "content"


def read(folder: Path) -> None:
    pack = Pack.open("agricola", folder)
    load_short(pack, load_contents(pack))


@pytest.mark.parametrize(
    ("pattern", "instead", "why"),
    [
        (r"fortresses = \d+", "fortresses = 0", "victory.fortresses: 1 to"),
        (r"fortresses = \d+", "fortresses = 99", "victory.fortresses: 1 to"),
        (r"winters = \[.*?\]", "winters = [1]", "winters lie between"),
        (r"winters = \[.*?\]", "winters = [99]", "winters lie between"),
        (r"years = \[.*?\]", "years = [82, 83, 84, 85]", "one more than winters"),
        (r"gates = \[.*?\]", 'gates = ["2231"]', "is not in its last row"),
    ],
)
def test_a_short_scenario_that_cannot_be_is_refused(
    tmp_path: Path, pattern: str, instead: str, why: str
) -> None:
    folder = tmp_path / "content"
    shutil.copytree(CONTENT, folder)
    read(folder)
    path = folder / "short.toml"
    text = path.read_text(encoding="utf-8")
    changed = re.sub(pattern, instead, text, count=1, flags=re.DOTALL)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(BadContent, match=why):
        read(folder)
