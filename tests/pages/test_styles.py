"""Style rules that would make a browser look at the whole page again after every change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus.web.assets import BUNDLES, FOLDER, assets

ANYTHING = re.compile(r":(not|empty|nth-|first-|last-|only-)|^\W*\[|(^|[ >])svg\b")
"""Besides what names nothing, `svg`: every icon is one."""
UNNAMED = re.compile(r"[ >+~](:not\(|\*|:nth-|:first-|:last-|:only-)[^ >+~]*$")
"""The end of a selector that concerns every element there."""


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


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_what_depends_on_has_is_named(path: Path) -> None:
    """`#page:has(.x) > :not(.y)` makes every element below the page wait for `:has` again."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [each.strip() for rule in re.findall(r"[^{}]+(?={)", text) for each in split(rule)]
    assert [each for each in selectors if ":has(" in each and UNNAMED.search(each)] == []


def split(selectors: str) -> list[str]:
    """A list of selectors, at its commas but for those in brackets."""
    found, depth = [""], 0
    for letter in selectors:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found


@pytest.mark.parametrize("bundle", BUNDLES)
def test_a_bundle_is_its_sheets_one_after_the_other(bundle: str) -> None:
    assert not (FOLDER / f"{bundle}.css").exists()
    parts = [assets().text(f"{name}.css") for name in BUNDLES[bundle]]
    assert assets().text(f"{bundle}.css") == "\n".join(parts)
    # Each is whole: what one leaves open would swallow the next.
    assert all(part.count("{") == part.count("}") for part in parts)
