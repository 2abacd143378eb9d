"""The docs show the pictures that `make screenshots` takes: no others, and all of them."""

from __future__ import annotations

import re
from pathlib import Path

from tools.screenshots import PICTURES, SIZES, SUBJECTS

ROOT = Path(__file__).parents[2]


def taken() -> set[str]:
    return {f"{name}-{kind}.jpg" for name, kinds in PICTURES.items() for kind in kinds}


def shown() -> set[str]:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    texts = (page.read_text(encoding="utf-8") for page in pages)
    return {name for text in texts for name in re.findall(r"\(\S*pictures/([\w-]+\.jpg)\)", text)}


def test_every_picture_of_the_docs_is_taken_by_the_tool() -> None:
    assert set(PICTURES) == set(SUBJECTS)
    assert {kind.split("-")[0] for kinds in PICTURES.values() for kind in kinds} == set(SIZES)
    assert shown() == taken()
    assert {path.name for path in (ROOT / "docs" / "pictures").iterdir()} == taken()
