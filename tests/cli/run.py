"""Runs the command line in this process, as the tests of it do."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO

import pytest

from ludus.cli import main


@contextmanager
def heeding_interrupts() -> Iterator[None]:
    """To start children in: in the background of a shell SIGINT is ignored, and they inherit it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


class Ludus:
    """The `ludus` command."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: object, typed: str = "") -> Ran:
        self._monkeypatch.setattr("sys.stdin", StringIO(typed))
        self._capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse ends the process by itself.
            status = end.code if isinstance(end.code, int) else 1
        told = self._capsys.readouterr()
        return Ran(status, told.out, told.err)

    def refuses(self, *arguments: object) -> str:
        """Bad input: status 2, nothing on stdout, one clear message, which is returned."""
        ran = self(*arguments)
        assert ran.status == 2
        assert ran.out == ""
        assert "Traceback" not in ran.err
        return ran.err
