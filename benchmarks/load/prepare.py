"""Writes tables straight into a store, with the code of any checkout.

Run as a script with that checkout on PYTHONPATH; reads a job as JSON from standard input and
prints the address of each table with its players' cookies. It may import nothing from beside it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ludus.core.registry import open_box
from ludus.store import Head, LogRow, SeatRow, Session, SqliteStore, Store

SIGNING = ("ludus.web.http.signing", "ludus.web.signing")
"""Where checkouts have it, newest first."""


async def prepare(
    folder: Path, url: str, game: str, tables: list[list[tuple[int, str]]], seats: int
) -> None:
    signing = _first_of(SIGNING)
    store, secret = await _opened(url) if url else _of_folder(folder, signing)
    signer = signing.Signer(secret)
    box = open_box(game)
    settled = box.options(seats, {})

    async def one(number: int, moves: list[tuple[int, str]]) -> dict[str, object]:
        people = [
            Session(signing.new_id(20), f"Player {number}-{seat}", 1) for seat in range(seats)
        ]
        for person in people:
            await store.put_session(person)
        head = Head(
            id=signing.new_id(),
            game=game,
            version=box.meta.version,
            content=box.content_hash,
            pack=box.pack.info.name,
            options=settled,
            host=people[0].id,
            private=False,
            pace="none",
            at_zero="nothing",
            created=1,
            given=len(moves),
            changed=1,
            rows=len(moves),
            moves=len(moves),
            wake=0,  # The server starts the game as soon as it is up.
        )
        rows = [SeatRow(seat, "player", who.id, who.name) for seat, who in enumerate(people)]
        log = [LogRow(row, "play", seat, act, 1) for row, (seat, act) in enumerate(moves, 1)]
        await store.create(head, rows, log)
        cookies = [f"ludus={signer.sign('cookie', who.id)}" for who in people]
        return {"url": f"/tables/{head.id}", "cookies": cookies}

    prepared = await asyncio.gather(*(one(*each) for each in enumerate(tables)))
    await store.close()
    json.dump(prepared, sys.stdout)


def _of_folder(folder: Path, signing: ModuleType) -> tuple[Store, bytes]:
    return SqliteStore(folder / "ludus.sqlite"), signing.secret_in(folder)


async def _opened(url: str) -> tuple[Store, bytes]:
    """A database, and the secret that its workers sign by."""
    postgresql = import_module("ludus.store.postgresql")
    store = postgresql.PostgresStore(url)
    return store, bytes.fromhex(await store.shared("secret", secrets.token_hex(32)))


def _first_of(names: tuple[str, ...]) -> ModuleType:
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"this checkout has none of {', '.join(names)}")


if __name__ == "__main__":
    job = json.load(sys.stdin)
    asyncio.run(
        prepare(Path(job["folder"]), job["store"], job["game"], job["tables"], job["seats"])
    )
