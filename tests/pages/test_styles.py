"""Style rules that would make a browser look at the whole page again after every change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus.web.assets import FOLDER

ANYTHING = re.compile(r":(not|empty|nth-|first-|last-|only-)|^\W*\[")


def arguments(sheet: str) -> list[str]:
    """What stands in the brackets of each `:has()`."""
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found = []
    for start in (each.end() for each in re.finditer(r":has\(", text)):
        depth, end = 1, start
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        found.append(text[start : end - 1])
    return found


# A form is not changed by a stream.
SHEETS = sorted(path for path in FOLDER.glob("*.css") if path.name != "new-table.css")


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_has_names_what_it_looks_for(path: Path) -> None:
    """`:has(:not(.x))` or `:has(> :nth-child(3))` concern every element that comes or goes.

    Browsers then work out the styles of all elements anew, which takes a good part of a second
    for each move in a game with large pictures, and far longer on a slow device.
    """
    wide = [each for each in arguments(path.read_text(encoding="utf-8")) if ANYTHING.search(each)]
    assert wide == []
