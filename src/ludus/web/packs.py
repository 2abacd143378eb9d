"""The content packs of a server: those that the operator installed, and those that tables need.

A pack of the folder in the settings is offered once it passed the check, which runs in a process of
its own. What passed is kept in the store with all its files, so that tables, records and analyses
find it for ever, also after it is gone from the folder.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.content import PackInfo, read_toml
from ludus.core.errors import BadContent, BadRequest, LudusError
from ludus.core.game import AnyBox
from ludus.core.pack_files import net_files, pack_digest, pack_files, write_pack
from ludus.core.registry import open_box
from ludus.store import PackRow, Store

log = logging.getLogger("ludus.web")
LONGEST_TOLD: Final = 2000
"""So much of what a check says is logged."""
_files = msgspec.json.Decoder(dict[str, str])


class PackShelf:
    """Opens the content that a table is played with."""

    def __init__(self, store: Store, folder: str, built_in: Callable[[str], AnyBox]) -> None:
        self._store = store
        self._folder = folder
        self._built_in = built_in
        self._installed: dict[str, dict[str, PackRow]] = {}
        self._folders: dict[tuple[str, str], Path] = {}
        """Where each installed pack was read, by game and name."""
        self._places: dict[str, Path] = {}
        """Where packs of the store were put on disk, by digest: bots read them there too."""
        self._here: tempfile.TemporaryDirectory[str] | None = None
        self._turn = asyncio.Lock()

    def close(self) -> None:
        if self._here is not None:
            self._here.cleanup()

    # What can be chosen --------------------------------------------------------------------------

    def offered(self, game: str) -> tuple[tuple[str, str], ...]:
        """The packs that a table of a game can be opened with: name and title."""
        packs = self._installed.get(game, {})
        return tuple((name, pack.title) for name, pack in sorted(packs.items()))

    async def chosen(self, game: str, name: str) -> AnyBox:
        """The game with a pack that is offered; without a name, with its built-in content."""
        if not name:
            return self._built_in(game)
        pack = self._installed.get(game, {}).get(name)
        if pack is None:
            there = ", ".join(key for key, _ in self.offered(game)) or "none"
            raise BadRequest(f"there is no pack {name[:40]!r} for {game}; there are: {there}")
        return await self._open(pack)

    async def box(self, game: str, content: str, name: str) -> AnyBox:
        """The game with the content that a table or record was played with.

        If nobody has kept that, or it cannot be opened any more, it is the built-in content:
        `replay.lost_pack` tells the two apart, and nothing is played with the wrong one.
        """
        built_in = self._built_in(game)
        if (content, name) == (built_in.content_hash, built_in.pack.info.name):
            return built_in
        pack = await self._store.find_pack(game, content, name)
        if pack is None:
            return built_in
        if content == built_in.content_hash and pack.name != name:
            return built_in
        try:
            return await self._open(pack)
        except BadContent as error:
            log.error("the pack %s for %s cannot be opened: %s", pack.name, game, error)
            return built_in

    async def _open(self, pack: PackRow) -> AnyBox:
        async with self._turn:
            place = self._places.get(pack.digest)
            if place is None:
                place = await self._put(pack.digest, _files.decode(pack.files))
            try:
                box = await asyncio.to_thread(open_box, pack.game, place)
            except LudusError:
                raise
            except Exception as error:
                # It passed the check of an earlier version, by whose rules it could be opened.
                raise BadContent(f"{pack.name}: {type(error).__name__}: {error}") from error
        if box.content_hash != pack.content:
            # A table that went on with it would not find its pack again.
            told = f"its content is {box.content_hash} by the present rules, not {pack.content}"
            raise BadContent(f"{pack.name}: {told}")
        return box

    async def _put(self, digest: str, files: dict[str, str]) -> Path:
        """Put the files of a pack on disk, where there are none of it yet."""
        if self._here is None:
            self._here = tempfile.TemporaryDirectory(prefix="ludus-packs-")
        place = Path(self._here.name) / digest
        await asyncio.to_thread(write_pack, files, place)
        self._places[digest] = place
        return place

    # Installing ----------------------------------------------------------------------------------

    async def install(self) -> None:
        """Look through the folder; a pack that is new is checked before it is offered."""
        if not self._folder:
            return
        try:
            folders = sorted(path for path in Path(self._folder).iterdir() if path.is_dir())
        except OSError as error:
            log.error("packs: %s: cannot be read: %s", self._folder, error.strerror)
            return
        for folder in folders:
            try:
                await self._install(folder)
            except (LudusError, OSError) as error:
                log.error("the pack in %s is not offered: %s", folder, error)

    async def offer(self, folder: Path) -> tuple[str, str]:
        """Check the pack of a folder as it is now, and offer it; its game and name."""
        pack = await self._install(folder)
        return pack.game, pack.name

    async def _install(self, folder: Path) -> PackRow:
        files = await asyncio.to_thread(self._whole, folder)
        digest = pack_digest(files)
        pack = await self._store.pack(digest)
        if pack is None:
            pack = await self._checked(folder, files, digest)
        else:
            # It passed once; whether the present rules read it is another question.
            await self._open(pack)
        self._installed.setdefault(pack.game, {})[pack.name] = pack
        self._folders[pack.game, pack.name] = folder
        return pack

    def _whole(self, folder: Path) -> dict[str, str]:
        """The files of a pack, with those that it leaves to the built-in one as they are today:
        a later version may have others, and its tables need these."""
        info = read_toml(folder / "pack.toml", PackInfo)
        built_in = self._built_in(info.game).pack
        other = self._folders.get((info.game, info.name), folder)
        taken = info.name == built_in.info.name or other != folder
        if taken:
            # Tables find their pack by its name: two of one name could not be told apart.
            raise BadContent(f"{folder / 'pack.toml'}: the name {info.name[:40]!r} is taken")
        return pack_files(built_in.base) | pack_files(folder) | net_files(folder)

    async def _checked(self, folder: Path, files: dict[str, str], digest: str) -> PackRow:
        """Check what was read, not what stands in the folder meanwhile."""
        async with self._turn:
            place = self._places.get(digest) or await self._put(digest, files)
        trouble = await check_in_process(place)
        if trouble:
            raise BadContent(trouble.replace(str(place), str(folder))[:LONGEST_TOLD])
        pack = await self._keep(place, files, digest)
        log.info("the pack %s for %s passed its check", pack.name, pack.game)
        return pack

    async def keep(self, folder: Path) -> None:
        """Keep a pack that was checked elsewhere as one that passed."""
        files = await asyncio.to_thread(self._whole, folder)
        digest = pack_digest(files)
        async with self._turn:
            place = self._places.get(digest) or await self._put(digest, files)
        await self._keep(place, files, digest)

    async def _keep(self, place: Path, files: dict[str, str], digest: str) -> PackRow:
        game = read_toml(place / "pack.toml", PackInfo).game
        box = await asyncio.to_thread(open_box, game, place)
        info = box.pack.info
        text = msgspec.json.encode(files).decode()
        pack = PackRow(digest, game, info.name, info.title, box.content_hash, text)
        await self._store.put_pack(pack)
        return pack


async def check_in_process(place: Path, quick: bool = False) -> str:
    """What is wrong with a pack, found out by a process of its own; empty if nothing is."""
    words = ["content", "check", str(place), *(["--quick"] if quick else [])]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "ludus",
        *words,
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        start_new_session=True,
    )
    try:
        _, told = await process.communicate()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            process.kill()
        raise
    said = told.decode(errors="replace").strip()
    return "" if process.returncode == 0 else said or f"the check ended with {process.returncode}"
