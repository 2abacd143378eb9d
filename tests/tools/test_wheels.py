"""The wheels: what is in them, and a game with each in an environment of its own."""

from __future__ import annotations

import email
import email.message
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tools.wheels import COMPILED, ROOT, compiled, pure, read, with_addresses

REPOSITORY = "https://code.example.org/ludus"
PATIENCE = 120.0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pure(tmp_path_factory.mktemp("dist"), REPOSITORY)


def metadata(wheel: Path) -> email.message.Message:
    (text,) = [data for name, data in read(wheel).items() if name.endswith("/METADATA")]
    return email.message_from_bytes(text)


def test_a_wheel_has_what_is_needed_and_no_tests(wheel: Path) -> None:
    names = set(read(wheel))
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"ludus"}
    assert not [name for name in names if "/games/" in name and "/tests/" in name]
    assert not [name for name in names if "__pycache__" in name or Path(name).match("test_*.py")]
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "ludus").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    wanted = {
        name for name in wanted if not (name.startswith("ludus/games/") and "/tests/" in name)
    }
    assert wanted <= names


def test_a_wheel_says_what_it_is(wheel: Path) -> None:
    said = metadata(wheel)
    kinds = said.get_all("Classifier") or []
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in kinds
    urls = dict(str(each).split(", ") for each in said.get_all("Project-URL") or [])
    assert urls["Source"] == REPOSITORY
    readme = str(said.get_payload())
    # Pages that show the package have neither its pictures nor its files.
    assert f"]({REPOSITORY}/raw/main/docs/pictures/" in readme
    assert re.findall(r"\]\((?!https://)[^)#]+\)", readme) == []


def test_without_a_repository_no_address_is_made_up() -> None:
    text = "Name: ludus\n\n[the docs](docs/cli.md)"
    assert with_addresses(text, "") == text


def test_what_is_compiled_goes_beside_its_source(wheel: Path, tmp_path: Path) -> None:
    module = tmp_path / "tree" / "ludus" / "core" / "table.py"
    module.parent.mkdir(parents=True)
    module.write_text("# written out\n")
    module.with_suffix(".cpython-311.so").write_bytes(b"compiled")
    made = compiled(wheel, tmp_path / "tree")
    files = read(made)
    assert files["ludus/core/table.py"] == b"# written out\n"
    assert files["ludus/core/table.cpython-311.so"] == b"compiled"
    assert made.name != wheel.name
    assert "none-any" not in made.name
    (about,) = [data.decode() for name, data in files.items() if name.endswith("/WHEEL")]
    assert "Root-Is-Purelib: false" in about
    assert f"Tag: {made.stem.partition('-')[2].partition('-')[2]}" in about
    with pytest.raises(SystemExit, match="nothing is compiled there"):
        compiled(wheel, tmp_path / "none")


GAME = """
from ludus.web.api.client import Client
import sys
client = Client.register(sys.argv[1], "Robota")
table = client.open_table("cambria", ["me", "bot:random"])
for seen in client.follow(table.id):
    if seen.stage == "over":
        print(seen.result.verdict)
        break
    for decision in seen.decisions:
        try:
            client.act(table.id, decision, decision.options[0].action)
        except Exception:
            pass
"""


@pytest.mark.long
@pytest.mark.parametrize("kind", ["pure", "compiled"])
def test_a_wheel_is_installed_and_played_with(kind: str, wheel: Path, tmp_path: Path) -> None:
    """Needs a package index, and for the compiled one a C compiler."""
    if kind == "compiled":
        command = [sys.executable, str(ROOT / "tools" / "compile.py"), "--jobs", "2"]
        subprocess.run(command, check=True)
        wheel = compiled(wheel, COMPILED)
    environment = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    bin = environment / ("Scripts" if sys.platform == "win32" else "bin")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    lock = str(ROOT / "requirements.lock")
    install = [str(bin / "python"), "-m", "pip", "install", "-q", "-c", lock]
    subprocess.run([*install, f"{wheel}[web]"], check=True, env=clean, cwd=tmp_path)

    def run(*command: str) -> str:
        program = [str(bin / command[0]), *command[1:]]
        ran = subprocess.run(program, check=True, env=clean, cwd=tmp_path, capture_output=True)
        return ran.stdout.decode()

    played = json.loads(run("ludus", "simulate", "cambria", "--games", "2", "--json"))
    assert played["report"]["games"] == 2
    built = run("python", "-c", "import ludus.core.table as t; print(t.__file__)").strip()
    assert str(environment) in built
    assert built.endswith(".py") is (kind == "pure")
    data = tmp_path / "data"
    serve = [str(bin / "ludus"), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(
        serve, env=clean, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            assert httpx.get(address, timeout=PATIENCE).status_code == 200
            assert run("python", "-c", GAME, address).strip()
        finally:
            server.terminate()
