"""Bots in any language: a program that is asked on its standard input and answers on its output.

One line of JSON each way. What the program reads has the fields of the game room's API (`Question`
below: the table, what its seat may see, and the decision it owes); what it writes is an `Act`. The
program is started for each game and ends when its input does. See `docs/lab.md`.

An answer that is late, illegal, no answer at all, or missing since the program died is reported by
name, asked for once more, and then the default bot plays the seat to the end of the game.
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

from ludus.bots import AnyBot, make_bot
from ludus.core.actions import Action
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Outcome, Rng, Seat
from ludus.core.wire import Act, DecisionAnswer, ResultAnswer, decision_answer, result_answer

PREFIX: Final = "cmd:"
STAND_IN: Final = "greedy"
"""The bot that plays on for a program that cannot."""
PATIENCE: Final = 10.0
"""So many seconds a program may think about one decision, if nothing else is said."""
TRIES: Final = 2
LONGEST_LINE: Final = 1_000_000
GOODBYE: Final = 1.0
"""How long a program is waited for when it should end, in seconds."""
PIPEFUL: Final = 512
"""What a pipe that is ready surely takes without blocking: the least that POSIX calls PIPE_BUF."""


class SeatName(msgspec.Struct, frozen=True):
    seat: int
    name: str


class Question(msgspec.Struct, frozen=True):
    """What a program reads. `decisions` holds the one it owes, and is empty at the end."""

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


class Trouble(Exception):
    """What a program did instead of answering."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Where a program sits."""

    box: AnyBox
    seat: Seat
    names: tuple[str, ...]
    options: Mapping[str, str]


def is_outside(name: str) -> bool:
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


class OutsideBot:
    """A seat played by a program, and by the default bot once the program has failed twice."""

    def __init__(self, name: str, chair: Chair, patience: float = PATIENCE) -> None:
        self._name = name
        self._command = command_of(name)
        self._chair = chair
        self._patience = patience
        self._program: Program | None = None
        self._stand_in: AnyBot | None = None
        self._asked = 0
        self.troubles: list[str] = []
        """What went wrong, in sentences that name the bot."""

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        if self._stand_in is None:
            action = self._ask(view, decision)
            if action is not None:
                return action
            self._give_up()
        assert self._stand_in is not None
        return self._stand_in.choose(view, decision, rng)

    def _ask(self, view: object, decision: Decision) -> Action | None:
        """The program's answer; None after two failures."""
        self._asked += 1
        chair = self._chair
        asked = decision_answer(chair.box.face, view, decision, chair.names, self._asked)
        said = ""
        for attempt in range(TRIES):
            try:
                if self._program is None:
                    self._program = Program(self._command)
                deadline = time.monotonic() + self._patience
                self._program.write(self._question(view, (asked,), error=said), deadline)
                return self._program.answer(asked, decision, deadline)
            except Trouble as trouble:
                said = str(trouble)
                then = "asked again" if attempt + 1 < TRIES else f"{STAND_IN} plays on"
                self.troubles.append(
                    f"{self._name}, seat {chair.seat + 1}, decision {self._asked}: {said}; {then}"
                )
                if self._program is not None and self._program.gone:
                    self._program.close()
                    self._program = None
        return None

    def _question(
        self,
        view: object,
        decisions: tuple[DecisionAnswer, ...],
        result: ResultAnswer | None = None,
        error: str = "",
    ) -> bytes:
        chair = self._chair
        meta = chair.box.meta
        question = Question(
            meta.name,
            meta.version,
            chair.box.content_hash,
            dict(chair.options),
            chair.seat,
            tuple(SeatName(seat, name) for seat, name in enumerate(chair.names)),
            decisions,
            msgspec.Raw(msgspec.json.encode(view)),
            result,
            error,
        )
        return msgspec.json.encode(question) + b"\n"

    def _give_up(self) -> None:
        self.close()
        self._stand_in = make_bot(STAND_IN, self._chair.box)

    def end(self, view: object, outcome: Outcome) -> None:
        """Tell the program how the game ended, and let it go."""
        if self._program is not None:
            result = result_answer(self._chair.box.face, outcome, self._chair.names)
            # It may have left before the end; nothing hangs on it any more.
            with suppress(Trouble):
                self._program.write(self._question(view, (), result), time.monotonic() + GOODBYE)
            self.close()

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None


class Program:
    """The process, and a thread that reads it, so that waiting for an answer can end."""

    def __init__(self, command: Sequence[str]) -> None:
        # What it complains about goes to a file: nobody reads it unless it dies.
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the program
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints
            )
        except OSError as error:
            self._complaints.close()
            raise Trouble(f"cannot be started: {error.strerror}") from error
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
        """Write to its input. A program that does not read would let us wait for ever."""
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        left = memoryview(line)
        while left:
            _, ready, _ = select.select([], [pipe], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise Trouble("it does not read what it is asked")
            try:
                left = left[os.write(pipe, left[:PIPEFUL]) :]
            except OSError:
                raise Trouble(self._death()) from None

    def answer(self, asked: DecisionAnswer, decision: Decision, deadline: float) -> Action:
        """The action it chose, if it is one of those offered."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Trouble("no answer in time") from None
            if not line:
                raise Trouble(self._death())
            try:
                act = msgspec.json.decode(line, type=Act)
            except msgspec.MsgspecError as error:
                raise Trouble(f"no answer but {_shown(line)}: {error}") from None
            if act.decision < asked.number:
                continue  # Late by a whole decision: the question it answers is closed.
            if (act.seat, act.decision) != (asked.seat, asked.number):
                raise Trouble(
                    f"an answer for seat {act.seat} and decision {act.decision}, "
                    f"not for seat {asked.seat} and decision {asked.number}"
                )
            for option in decision.options:
                if option.text == act.action:
                    return option
            raise Trouble(f"{act.action[:40]!r} is not on offer")

    def _death(self) -> str:
        self.gone = True
        try:
            status = self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._complaints.seek(0)
        last = self._complaints.read()[-2000:].decode(errors="replace").strip().splitlines()
        why = f": {last[-1][:200]}" if last else ""
        return f"it ended with status {status}{why}"

    def kill(self) -> None:
        """End it now."""
        self.gone = True
        self._process.kill()

    def close(self) -> None:
        """Close its input and give it a moment to end by itself."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        # Its end of the pipe may be gone already.
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # A child of its own may hold the pipe open; the reader then ends with this process.
        self._reader.join(GOODBYE)
        if not self._reader.is_alive():
            process.stdout.close()
        self._complaints.close()


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 40 else text[:40] + "...")
