"""`ludus serve`."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.cli.run import Ludus, heeding_interrupts


def test_says_its_address_serves_and_ends_cleanly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludus", "serve", "--port", "0"]
    with heeding_interrupts():
        started = subprocess.Popen(
            [*command, "--data", str(tmp_path / "data")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    with started as process:
        assert process.stdout is not None
        told = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert told is not None
        with urlopen(told[0]) as page:
            assert page.status == 200
            assert "Cambria" in page.read().decode()
        process.send_signal(signal.SIGINT)
        told_last, errors = process.communicate()
    assert told_last == "The server has stopped; its tables are kept.\n"
    assert errors == ""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "many"), "'many' is no port: a number from 0 to 65535"),
        (("--port", "70000"), "'70000' is no port"),
        (("--data", __file__), "it is not a folder"),
        (("--host", "no.such.host.invalid"), "cannot listen on no.such.host.invalid:8710"),
    ],
)
def test_bad_places_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("serve", *arguments)


def test_one_address_is_not_given_to_several_workers(
    ludus: Ludus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDUS_WORKER_URL", "http://10.0.0.5:8710")
    words = ("serve", "--store", "postgresql://db/ludus", "--workers", "2", "--port", "0")
    assert "worker_url is the address of one worker" in ludus.refuses(*words)


@pytest.mark.parametrize(
    ("workers", "operator", "said"),
    [
        ((), "8800", "and that of players begin at 8800 and 8800, and share 8800"),
        (("--store", "postgresql://db/ludus", "--workers", "4"), "8803", "share 8803"),
        (("--store", "postgresql://db/ludus", "--workers", "4"), "8797", "share 8800"),
    ],
)
def test_ports_that_meet_are_refused(
    ludus: Ludus,
    monkeypatch: pytest.MonkeyPatch,
    workers: tuple[str, ...],
    operator: str,
    said: str,
) -> None:
    """Each worker has a port for the others and one for the operator."""
    monkeypatch.setenv("LUDUS_OPERATOR_PORT", operator)
    refused = ludus.refuses("serve", "--port", "8800", *workers)
    assert f"operator_port {operator}: " in refused
    assert said in refused


def neighbours() -> tuple[int, socket.socket]:
    """A free port, and what listens on the next one."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port = first.getsockname()[1]
            with suppress(OSError, OverflowError):
                return port, socket.create_server(("127.0.0.1", port + 1))


def test_the_port_of_a_worker_is_looked_at_before_anything_starts(ludus: Ludus) -> None:
    port, taken = neighbours()
    with taken:
        words = ("--store", "postgresql://db/ludus", "--workers", "2", "--port", str(port))
        assert f"cannot listen on 127.0.0.1:{port + 1}" in ludus.refuses("serve", *words)


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = subprocess.run(
            [sys.executable, "-m", "ludus", "serve", "--port", str(port), "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in ran.stderr
    assert "Traceback" not in ran.stderr


LIMITED = """
import resource, sys
from ludus.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
sys.exit(main(sys.argv[1:]))
"""
"""No file can grow, as on a disk that is full."""


def refused_start(folder: Path, *python: str) -> str:
    """The one sentence that a server says which cannot start."""
    ran = subprocess.run(
        [sys.executable, *python, "serve", "--port", "0", "--data", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2, ran
    assert ran.stdout == ""
    (line,) = ran.stderr.splitlines()
    assert line.startswith("ludus: ")
    return line


def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "ludus.sqlite").write_bytes(b"not a database at all " * 100)
    assert "ludus.sqlite: damaged, or no database" in refused_start(tmp_path, "-m", "ludus")


def test_a_newer_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "ludus.sqlite") as db:
        db.execute("PRAGMA user_version = 900")
    db.close()
    assert "written by a newer version" in refused_start(tmp_path, "-m", "ludus")


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    line = refused_start(tmp_path / "file" / "data", "-m", "ludus")
    assert "cannot be used as data folder: Not a directory" in line


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    assert "secret: cannot be written: File too large" in refused_start(tmp_path, "-c", LIMITED)
    assert not (tmp_path / "secret").exists()
    (tmp_path / "secret").write_bytes(b"s" * 32)
    line = refused_start(tmp_path, "-c", LIMITED)
    assert "ludus.sqlite: cannot be written" in line
    assert "is the disk full?" in line
