"""The packs that can be edited here, each by a process of its own while somebody edits it."""

from __future__ import annotations

import asyncio
import re
from asyncio.subprocess import Process
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.content import PackInfo, read_toml
from ludus.core.errors import BadRequest, FileError, LudusError
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game
from ludus.web.bots.process import start_process, stop_process
from ludus.web.editor.checking import Progress
from ludus.web.editor.worker import Reply
from ludus.web.packs import check_in_process

LIMIT: Final = 30.0
"""Seconds that an answer may take; drawing the largest map takes less than one."""
CHECK_LIMIT: Final = 300.0
MOST_OPEN: Final = 4
"""Packs that are edited at a time; the one that rested longest is closed for another."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}\Z")
TOO_LONG: Final = "this took too long and was ended; what was saved is kept, nothing else is lost"


class Unavailable(LudusError):
    """The process did not answer; it is started anew for the next question."""


class EditorSession:
    """One pack and its process, which is asked one thing at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.css = ""
        """The styles of the board that was drawn last."""
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def ask(self, order: bytes) -> Reply:
        """What the process answers; a line of JSON each way."""
        async with self._turn:
            try:
                async with asyncio.timeout(LIMIT):
                    process = await self._running()
                    return await _exchange(process, order)
            except (TimeoutError, OSError, EOFError, ValueError) as error:
                await self.close()
                raise Unavailable(
                    TOO_LONG if isinstance(error, TimeoutError) else str(error)
                ) from error
            except BaseException:
                # Half an answer may still be in the pipe.
                await self.close()
                raise

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start_process("ludus.web.editor.worker", str(self.folder))
            first = await _exchange(self._process, b"")
            if first.error:
                await self.close()
                raise ValueError(first.error)
        return self._process

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await stop_process(process)


class Checking:
    """A check that goes on while the pack is edited; what it says last is kept."""

    def __init__(self, folder: Path) -> None:
        self.latest = Progress("reading")
        self._folder = folder
        self._task = asyncio.create_task(self._follow())

    @property
    def running(self) -> bool:
        return not self._task.done()

    async def _follow(self) -> None:
        process = await start_process("ludus.web.editor.checking", str(self._folder))
        try:
            async with asyncio.timeout(CHECK_LIMIT):
                assert process.stdout is not None
                while line := await process.stdout.readline():
                    self.latest = msgspec.json.decode(line, type=Progress)
            if self.latest.state not in ("done", "failed"):
                self._fail("the check ended before it was done")
        except TimeoutError:
            self._fail(f"the check took more than {CHECK_LIMIT:.0f} seconds")
        except (OSError, ValueError) as error:
            self._fail(str(error))
        finally:
            await stop_process(process)

    def _fail(self, why: str) -> None:
        self.latest = msgspec.structs.replace(self.latest, state="failed", said=why)

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


async def _exchange(process: Process, order: bytes) -> Reply:
    assert process.stdin is not None
    assert process.stdout is not None
    if order:
        process.stdin.write(order.replace(b"\n", b" ") + b"\n")
        await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError("the editor's process ended")
    return msgspec.json.decode(line, type=Reply)


class EditorShelf:
    """The packs of a folder, or one pack alone."""

    def __init__(self, folder: Path, only: str = "") -> None:
        self.folder = folder
        self.only = only
        self._open: dict[str, EditorSession] = {}
        self._checking = asyncio.Lock()
        self._checks: dict[str, Checking] = {}
        """By pack, the check that was begun last."""

    def names(self) -> list[str]:
        """The packs that are there, by the names of their folders."""
        if self.only:
            return [self.only]
        with suppress(OSError):
            found = (path for path in self.folder.iterdir() if (path / "pack.toml").is_file())
            return sorted(path.name for path in found if NAME.match(path.name))
        return []

    def listed(self) -> Iterator[tuple[str, str, str]]:
        """Each pack with its game and title; a damaged one with the reason."""
        for name in self.names():
            try:
                info = read_toml(self.folder / name / "pack.toml", PackInfo)
                yield name, info.game, info.title
            except FileError as error:
                yield name, "", str(error)

    async def session(self, name: str) -> EditorSession:
        """The session of a pack, in place of the one that rested longest if there are many."""
        if name not in self.names():
            raise BadRequest(f"there is no pack {name[:60]!r} here")
        session = self._open.pop(name, None) or EditorSession(self.folder / name)
        while len(self._open) >= MOST_OPEN:
            oldest = next(iter(self._open))
            await self._open.pop(oldest).close()
        self._open[name] = session
        return session

    async def check(self, name: str, quick: bool) -> str:
        """What the check of a pack says; empty if it can be played with. One runs at a time."""
        session = await self.session(name)
        if self._checking.locked():
            raise BadRequest("another check is running; wait until it is done")
        async with self._checking:
            try:
                async with asyncio.timeout(CHECK_LIMIT):
                    return await check_in_process(session.folder, quick)
            except TimeoutError as error:
                raise Unavailable(f"the check took more than {CHECK_LIMIT:.0f} seconds") from error

    async def begin_check(self, name: str) -> None:
        """Check a pack as it is now, while it is edited; one that runs is called off."""
        session = await self.session(name)
        others = (each for other, each in self._checks.items() if other != name)
        if any(each.running for each in others):
            raise BadRequest("another check is running; wait until it is done")
        before = self._checks.pop(name, None)
        if before is not None:
            await before.close()
        self._checks[name] = Checking(session.folder)

    def checked(self, name: str) -> Progress | None:
        """What the last check of a pack has found out so far."""
        checking = self._checks.get(name)
        return None if checking is None else checking.latest

    def create(self, game: str, name: str) -> None:
        """A new pack from the built-in content of a game."""
        if self.only:
            raise BadRequest("only one pack is edited here")
        if not NAME.match(name):
            raise BadRequest("a pack's name has letters, digits, - and _, at most 60 of them")
        if (self.folder / name).exists():
            raise BadRequest(f"there is a pack {name!r} already")
        try:
            copy_pack(find_game(game), self.folder / name)
        except OSError as error:
            raise FileError(f"{self.folder / name}: cannot be written: {error.strerror}") from error

    async def close(self) -> None:
        for checking in self._checks.values():
            await checking.close()
        self._checks.clear()
        for session in self._open.values():
            await session.close()
        self._open.clear()
