"""A sixth game: by CONTRIBUTING, word for word, and the example that is a package of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ludus.cli import main

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LATRUNCULI = ROOT / "examples" / "latrunculi"
MOST_LINES = 600
ROOMS = ("bots", "cli", "core", "docs", "kit", "pages", "store", "tools")
"""The folders of tests that need neither a browser nor a server."""
PATIENCE = 120.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a `.venv` that sees everything the tests see, and can be installed into."""
    venv.create(tmp_path / ".venv", with_pip=True, symlinks=True)
    folder = tmp_path / ".venv"
    packages = next(folder.glob("lib/python*/site-packages"))
    seen = sysconfig.get_path("purelib")
    (packages / "seen.pth").write_text(f"import site; site.addsitedir({seen!r})\n")
    script = folder / "bin" / "ludus"
    script.write_text(
        f"#!{folder / 'bin' / 'python'}\nimport sys\nfrom ludus.cli import main\nsys.exit(main())\n"
    )
    script.chmod(0o755)
    return tmp_path


def run(home: Path, command: Sequence[str], typed: str = "") -> str:
    # Hatchling is among the tests' own packages, so nothing has to be fetched.
    env = {**os.environ, "PIP_NO_BUILD_ISOLATION": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        command, cwd=home, input=typed, capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextmanager
def serving(home: Path) -> Iterator[httpx.Client]:
    """The server of that folder, and a visitor."""
    with subprocess.Popen(
        [home / ".venv" / "bin" / "ludus", "serve", "--port", "0", "--data", home / "data"],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            headers = {"Origin": found[0]}
            with httpx.Client(base_url=found[0], headers=headers, timeout=PATIENCE) as http:
                yield http
        finally:
            server.terminate()


def look_at(http: httpx.Client, game: str, title: str) -> str:
    """Open a table of the game from the lobby, and give its page."""
    assert title in http.get("/").text
    opened = http.post("/tables", json={"game": game, "seats": ["me", "me"]})
    assert opened.status_code == 200, opened.text
    page = http.get(opened.json()["url"])
    assert page.status_code == 200
    assert "Your turn" in page.text
    return page.text


def commands() -> list[list[str]]:
    """The commands of the walk through CONTRIBUTING."""
    section = CONTRIBUTING.partition("## Add a game")[2].partition("\n## ")[0]
    block = section.partition("```console\n")[2].partition("```")[0]
    return [line.split() for line in block.splitlines()]


def test_contributing_followed_word_for_word(home: Path) -> None:
    create, install, test, play = commands()
    assert create[:2] == [".venv/bin/ludus", "new-game"]
    written = run(home, create)
    for name in ("clauses.toml", "rules.py", "face.py", "tests/test_kit.py", "tests/golden"):
        assert name in written
    run(home, install)
    assert " passed" in run(home, test)
    shown = run(home, play, typed="1\n2\nq\n")
    assert "Roll" in shown
    assert "hare" in run(home, [".venv/bin/ludus", "games", "--names"]).split()
    with serving(home) as http:
        assert 'id="stake"' in look_at(http, "hare", "Hare")


@pytest.mark.long
def test_no_other_test_minds_a_sixth_game(home: Path) -> None:
    create, install, *_ = commands()
    run(home, create)
    run(home, install)
    rooms = [str(ROOT / "tests" / room) for room in ROOMS]
    python = str(home / ".venv" / "bin" / "python")
    said = run(ROOT, [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *rooms])
    assert " passed" in said
    assert "failed" not in said


def test_what_is_written_keeps_to_the_style(home: Path) -> None:
    run(home, commands()[0])
    run(
        home,
        [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "--isolated",
            "--line-length",
            "100",
            "--select",
            "E,F,I,B",
            "hare",
        ],
    )
    run(home, [sys.executable, "-m", "ruff", "format", "--isolated", "--check",
               "--line-length", "100", "hare"])  # fmt: skip


def test_every_file_that_contributing_names_is_written(home: Path) -> None:
    run(home, commands()[0])
    package = home / "hare" / "src" / "ludus_hare"
    section = CONTRIBUTING.partition("## Add a game")[2].partition("Optional, with")[0]
    named = re.findall(r"^\| `([\w/.*]+)`(?: or `[\w/]+`)? \|", section, re.MULTILINE)
    assert len(named) > 12
    for name in named:
        if name != "mechanics.py":
            assert list(package.glob(name)), name


def test_the_small_game_is_installed_and_played(home: Path) -> None:
    run(home, [".venv/bin/pip", "install", str(LATRUNCULI)])
    assert "latrunculi" in run(home, [".venv/bin/ludus", "games", "--names"]).split()
    shown = run(home, [".venv/bin/ludus", "play", "latrunculi"], typed="1\nq\n")
    assert "places a soldier on a8" in shown
    with serving(home) as http:
        assert 'id="sq-63"' in look_at(http, "latrunculi", "Latrunculi")


def test_the_small_game_passes_the_kit(home: Path) -> None:
    run(home, [".venv/bin/pip", "install", "--editable", str(LATRUNCULI)])
    assert " passed" in run(home, [".venv/bin/python", "-m", "pytest", "-q", str(LATRUNCULI)])


def test_the_small_game_is_small() -> None:
    modules = [path for path in LATRUNCULI.rglob("*.py") if "tests" not in path.parts]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules)
    assert lines <= MOST_LINES


@pytest.mark.parametrize(
    ("name", "why"),
    [("Hare", "small letters"), ("1st", "small letters"), ("cambria", "already"), ("", "small")],
)
def test_a_name_that_will_not_do(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, str(tmp_path / "new")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_in_use_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["new-game", "hare", str(tmp_path)]) == 2
    assert "something already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
