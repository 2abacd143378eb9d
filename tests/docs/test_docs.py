"""The docs are true: examples run, links lead somewhere, made pages are fresh."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.bots import BOTS
from ludus.core.record import read_record
from ludus.core.registry import find_game, open_box
from ludus.core.table import Table
from ludus.games import PUBLISHED

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_examples_give_what_they_show(page: Path) -> None:
    known = dict(BOTS)
    try:
        failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    finally:
        BOTS.clear()
        BOTS.update(known)
    assert not failed


def test_the_readme_has_examples() -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text("utf-8"))
    assert len(examples) > 8


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    anchors = set(re.findall(r'<a id="([^"]+)"', text))
    anchors |= {_slug(head) for head in re.findall(r"^#+ (.+)$", prose, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        place, _, anchor = target.partition("#")
        if place:
            assert (page.parent / place).exists(), f"{page}: {target}"
        elif anchor:
            assert anchor in anchors, f"{page}: #{anchor}"


BARE_NAME = re.compile(
    r"(?:pipx? install|uvx|--from|--with)\s+(?:-\S+\s+)*['\"]?ludus(?:\[[a-z,]*\])?(?![-\w/.\[]| @)"
)
"""What would come from a registry, where the name is not ours."""


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("pip install ludus", True),
        ("pip install -U 'ludus[web]'", True),
        ("uvx ludus serve", True),
        ("pip install 'ludus[web] @ git+https://example.org/ludus'", False),
        ("pip install 'dist/ludus-0.1.0-py3-none-any.whl[web]'", False),
        ("pipx install '.[web]' && ludus serve", False),
    ],
)
def test_a_bare_name_is_told_from_other_ways(line: str, bare: bool) -> None:
    assert bool(BARE_NAME.search(line)) is bare


def test_nobody_is_sent_to_a_registry() -> None:
    """The name there may be somebody else's."""
    files = [*PAGES, *(ROOT / "deploy").iterdir(), *(ROOT / "src" / "ludus").rglob("*.py")]
    for file in files:
        assert not BARE_NAME.search(file.read_text(encoding="utf-8")), file


def _slug(heading: str) -> str:
    """A heading's anchor, as Markdown renderers make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_made_pages_are_fresh() -> None:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "docs.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_the_record_that_is_shown_is_a_record() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    record = read_record(shown, "docs/record-format.md")
    assert len(Table.replay(open_box("cambria"), record).moves) == 3


def test_every_decision_is_listed() -> None:
    listed = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / "decisions").glob("0*.md"):
        assert f"({page.name})" in listed


def test_the_notice_names_every_game_and_its_owners() -> None:
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    for game in map(find_game, PUBLISHED):
        assert game.meta.title in notice
        assert game.meta.publisher in notice


def test_every_target_of_make_that_the_docs_name_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        for line in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE):
            assert line in targets, f"{page}: make {line}"
