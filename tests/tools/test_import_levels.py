"""The check of import levels passes this project and catches planted imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "import_levels.py"


def run(source: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, str(TOOL), str(source)], capture_output=True, text=True, check=False
    )
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


def plant(tmp_path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = tmp_path / "ludus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for folder in [path for path in (tmp_path / "ludus").rglob("*") if path.is_dir()]:
        (folder / "__init__.py").touch()
    (tmp_path / "ludus" / "__init__.py").touch()
    return tmp_path


def test_this_project() -> None:
    assert run(ROOT / "src") == (0, [])


SOUND = {
    "__init__.py": "from ludus.core.table import Table\n",
    "core/table.py": "import json\n",
    "bots/greedy.py": "from ludus.core import table\n",
    "games/one/__init__.py": "from ludus.games.one.face import Face\n",
    "games/one/ids.py": "from typing import Final\n",
    "games/one/board.py": "from ludus.games.one.ids import NONE\n",
    "games/one/content.py": "from ludus.games.one.board import Board\n",
    "games/one/cards.py": "from ludus.games.one.content import load\n",
    "games/one/mechanics/costs.py": "from ludus.games.one.cards import CARDS\n",
    "games/one/state.py": "from ludus.games.one.mechanics import costs\n",
    "games/one/rules/scoring.py": "from ludus.games.one.state import State\n",
    "games/one/rules/turn.py": "from ludus.games.one.rules import scoring\n",
    "games/one/view/view.py": "from ludus.games.one.rules.turn import Rules\n",
    "games/one/face/draw.py": "from ludus.games.one import cards, ids, view\nfrom . import log\n",
    "games/one/face/log.py": "from ludus.games.one.mechanics.costs import cost\n",
    "games/one/bot/plan.py": "from ludus.games.one.state import State\n",
    "games/one/tests/test_rules.py": "import ludus.cli\nimport ludus.games.two\n",
    "kit/leak.py": "from ludus.core.table import Table\nfrom ludus.kit.audit import Audit\n",
    "kit/audit.py": "import ludus.bots.greedy\n",
    "web/app.py": "from ludus.store import writer\nfrom ludus import __version__\n",
    "store/writer.py": "import sqlite3\n",
    "cli/main.py": "from ludus.web.app import app\nimport ludus.games\n",
}


def test_sound_imports_pass(tmp_path: Path) -> None:
    assert run(plant(tmp_path, SOUND)) == (0, [])


@pytest.mark.parametrize(
    ("name", "text", "line", "why"),
    [
        ("core/table.py", "import ludus.bots.greedy\n", 1, "core (level 0) imports bots (level 1)"),
        (
            "core/table.py",
            "def f():\n    from ludus.kit import leak\n",
            2,
            "core (level 0) imports",
        ),
        (
            "core/table.py",
            "from ..bots import greedy\n",
            1,
            "core (level 0) imports bots (level 1)",
        ),
        ("bots/greedy.py", "from ludus.games import one\n", 1, "bots imports the game one"),
        ("kit/leak.py", "import ludus.games.one.state\n", 1, "kit imports the game one"),
        (
            "store/writer.py",
            "from ludus.lab import simulate\n",
            1,
            "store (level 2) imports lab",
        ),
        ("web/app.py", "from ludus.cli import main\n", 1, "web (level 4) imports cli (level 5)"),
        ("games/two/state.py", "import ludus.games.one.board\n", 1, "two imports the game one"),
        (
            "games/one/state.py",
            "from ludus.bots import greedy\n",
            1,
            "games (level 1) imports bots",
        ),
        ("games/one/board.py", "from ludus.games.one.state import S\n", 1, "board imports state"),
        ("games/one/ids.py", "from .board import Board\n", 1, "ids imports board, which comes"),
        ("games/one/mechanics/costs.py", "from ..state import S\n", 1, "mechanics imports state"),
        ("games/one/state.py", "from .rules.turn import Rules\n", 1, "state imports rules, which"),
        ("games/one/rules/scoring.py", "from .. import view\n", 1, "rules imports view"),
        ("games/one/rules/turn.py", "from ..face import draw\n", 1, "rules imports face, which"),
        ("games/one/face/draw.py", "\nfrom ..state import State\n", 2, "face imports state; a"),
        ("games/one/face/draw.py", "from ..rules import turn\n", 1, "face imports rules; a face"),
        ("games/one/face/draw.py", "import ludus.games.one.bot\n", 1, "face imports bot; they do"),
        ("games/one/bot/plan.py", "from ..face import log\n", 1, "bot imports face; they do"),
        ("games/one/view/view.py", "from ludus.games.one import GAME\n", 1, "view imports the"),
        ("games/one/helpers.py", "", 1, "'helpers' has no level; inside a game there are ids,"),
        ("games/one/helpers/deep.py", "", 1, "'helpers' has no level"),
        (
            "attic/box.py",
            "from ludus.core.table import Table\n",
            1,
            "the package 'attic' has no level",
        ),
    ],
)
def test_catches(tmp_path: Path, name: str, text: str, line: int, why: str) -> None:
    status, lines = run(plant(tmp_path, {**SOUND, name: text}))
    assert status == 1
    assert any(found.startswith(f"{tmp_path / 'ludus' / name}:{line}: {why}") for found in lines)


def test_type_checking_imports_count(tmp_path: Path) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ludus.web.app\n"
    status, lines = run(plant(tmp_path, {**SOUND, "core/table.py": text}))
    assert status == 1
    assert len(lines) == 1


def test_a_wrong_folder_is_named(tmp_path: Path) -> None:
    assert run(tmp_path) == (
        2,
        [f"{tmp_path}: no package 'ludus' in it; give the source folder"],
    )
