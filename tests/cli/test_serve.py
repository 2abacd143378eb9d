"""`ludus serve`."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
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
