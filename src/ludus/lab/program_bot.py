"""Bots in any language: programs that read questions on standard input and answer on output.

One line of JSON each way. What the program reads has the fields of the server's API (`Question`
below: the table, what its seat may see, and the decision to make); what it writes is an `Act`. The
program is started for each game and ends when its input does. See `docs/lab.md`.

What happens after an answer that is late, illegal or missing is up to `ludus.bots.guard`.
"""

from __future__ import annotations

import os
import queue
import select
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Final

import msgspec

from ludus.bots.guard import BotFailure
from ludus.core.actions import Action
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Outcome, Rng, Seat
from ludus.core.wire import Act, DecisionAnswer, ResultAnswer, decision_answer, result_answer

PREFIX: Final = "cmd:"
PATIENCE: Final = 10.0
"""How many seconds a program may think about one decision by default."""
LONGEST_LINE: Final = 1_000_000
EXIT_SECONDS: Final = 1.0
"""How long to wait for a program to exit, in seconds."""
PIPE_BYTES: Final = 512
"""How much a pipe that is ready takes without blocking: the smallest PIPE_BUF of POSIX."""


class SeatName(msgspec.Struct, frozen=True):
    seat: int
    name: str


class Question(msgspec.Struct, frozen=True):
    """What a program reads. `decisions` holds the one it must answer, and is empty at the end."""

    game: str
    version: int
    content: str
    options: dict[str, str]
    viewer: int
    seats: tuple[SeatName, ...]
    decisions: tuple[DecisionAnswer, ...]
    view: msgspec.Raw
    result: ResultAnswer | None = None
    error: str = ""
    """What was wrong with the answer before, when something is asked again."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Which seat a program plays, and at which table."""

    box: AnyBox
    seat: Seat
    names: tuple[str, ...]
    options: Mapping[str, str]


def is_program(name: str) -> bool:
    return name.startswith(PREFIX)


def command_of(name: str) -> list[str]:
    """The words of a `cmd:` bot's command; an error if there is no such program."""
    try:
        words = shlex.split(name[len(PREFIX) :])
    except ValueError as error:
        raise BadRequest(f"bad bot {name!r}: {error}") from None
    if not words:
        raise BadRequest(f"bad bot {name!r}: after {PREFIX} comes the command that starts it")
    if shutil.which(words[0]) is None:
        raise BadRequest(f"unknown bot {name!r}: there is no program {words[0]!r} that can be run")
    return words


class ProgramBot:
    """A seat played by a program. An answer that is late or wrong raises `BotFailure`.

    After a failure the same choice can be asked for again: the program is then told what was wrong,
    and restarted if it has exited.
    """

    def __init__(self, name: str, info: SeatInfo, patience: float = PATIENCE) -> None:
        self._command = command_of(name)
        self._info = info
        self._patience = patience
        self._process: Process | None = None
        self._asked = 0
        self._failure = ""
        """What was wrong with the latest answer; empty after a good one."""

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        if not self._failure:
            self._asked += 1
        info = self._info
        asked = decision_answer(info.box.face, view, decision, info.names, self._asked)
        question = self._question(view, (asked,), error=self._failure)
        try:
            if self._process is None:
                self._process = Process(self._command)
            deadline = time.monotonic() + self._patience
            self._process.write(question, deadline)
            action = self._process.answer(asked, decision, deadline)
        except BotFailure as failure:
            self._failure = str(failure)
            if self._process is not None and self._process.gone:
                self.close()
            where = f"seat {info.seat + 1}, decision {self._asked}"
            raise BotFailure(self._failure, where) from None
        self._failure = ""
        return action

    def _question(
        self,
        view: object,
        decisions: tuple[DecisionAnswer, ...],
        result: ResultAnswer | None = None,
        error: str = "",
    ) -> bytes:
        info = self._info
        meta = info.box.meta
        question = Question(
            meta.name,
            meta.version,
            info.box.content_hash,
            dict(info.options),
            info.seat,
            tuple(SeatName(seat, name) for seat, name in enumerate(info.names)),
            decisions,
            msgspec.Raw(msgspec.json.encode(view)),
            result,
            error,
        )
        return msgspec.json.encode(question) + b"\n"

    def end(self, view: object, outcome: Outcome) -> None:
        """Send the program the result of the game, and end it."""
        if self._process is not None:
            result = result_answer(self._info.box.face, outcome, self._info.names)
            # It may have exited before the end; nothing depends on it any more.
            with suppress(BotFailure):
                self._process.write(
                    self._question(view, (), result), time.monotonic() + EXIT_SECONDS
                )
            self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None


class Process:
    """A running program, and a thread that reads it, so that waiting for an answer can time out."""

    def __init__(self, command: Sequence[str]) -> None:
        # Its error output goes to a file: it is read only if the program dies.
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the program
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
            )
        except OSError as error:
            self._stderr.close()
            raise BotFailure(f"cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.gone = False

    def _read(self) -> None:
        out = self._process.stdout
        assert out is not None
        while line := out.readline(LONGEST_LINE):
            self._lines.put(line)
        self._lines.put(b"")

    def write(self, line: bytes, deadline: float) -> None:
        """Write to its input, before the deadline: a program that never reads must not block us."""
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        left = memoryview(line)
        while left:
            _, ready, _ = select.select([], [pipe], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise BotFailure("it does not read what it is asked")
            try:
                left = left[os.write(pipe, left[:PIPE_BYTES]) :]
            except OSError:
                raise BotFailure(self._exit_reason()) from None

    def answer(self, asked: DecisionAnswer, decision: Decision, deadline: float) -> Action:
        """The action it chose, if it is one of those offered."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise BotFailure("no answer in time") from None
            if not line:
                raise BotFailure(self._exit_reason())
            try:
                act = msgspec.json.decode(line, type=Act)
            except msgspec.MsgspecError as error:
                raise BotFailure(f"no answer but {_shown(line)}: {error}") from None
            if act.decision < asked.number:
                continue  # An answer to an earlier question, which is closed.
            if (act.seat, act.decision) != (asked.seat, asked.number):
                raise BotFailure(
                    f"an answer for seat {act.seat} and decision {act.decision}, "
                    f"not for seat {asked.seat} and decision {asked.number}"
                )
            for option in decision.options:
                if option.text == act.action:
                    return option
            raise BotFailure(f"{act.action[:40]!r} is not on offer")

    def _exit_reason(self) -> str:
        self.gone = True
        try:
            status = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._stderr.seek(0)
        last = self._stderr.read()[-2000:].decode(errors="replace").strip().splitlines()
        why = f": {last[-1][:200]}" if last else ""
        return f"it ended with status {status}{why}"

    def close(self) -> None:
        """Close its input and give it a moment to exit."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        # Its end of the pipe may be closed already.
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # A child process of its own may hold the pipe open; the reader then ends with ours.
        self._reader.join(EXIT_SECONDS)
        if not self._reader.is_alive():
            process.stdout.close()
        self._stderr.close()


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 40 else text[:40] + "...")
