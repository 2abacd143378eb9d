"""What `docs/kit.md` says can be done, can be done."""

from __future__ import annotations

import re
from pathlib import Path

import ludus.kit
from ludus.kit import suite

PAGE = (Path(__file__).parents[2] / "docs" / "kit.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_examples_run() -> None:
    for block in blocks():
        exec(compile(block, "docs/kit.md", "exec"), {})


def test_every_test_of_the_suite_is_described() -> None:
    tests = [name for name in suite.__all__ if name[0].islower()]
    for name in tests:
        assert f"suite.{name}(" in PAGE


def test_the_modules_that_are_named_exist() -> None:
    folder = Path(ludus.kit.__file__).parent
    named = set(re.findall(r"`kit\.(\w+)", PAGE))
    assert named
    known = {path.stem for path in folder.iterdir()}
    assert named <= known
