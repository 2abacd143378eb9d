"""`ludus admin`: what an operator does about tables and people, while the server runs or not."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.command import Command, add_data, add_json
from ludus.core.errors import BadRequest, FileError
from ludus.store import Order, SqliteStore, Store, StoreError
from ludus.web.data_folder import DATABASE, InUse, data_folder, locked

if TYPE_CHECKING:
    from ludus.web.operator.orders import Answer

ABOUT = """\
Look after a server: its tables, its people, and what all are told. While the server runs, it does
what is asked for within a second or two; otherwise the command does it itself. Whoever can write to
the data folder is the operator.

WHOM is a session, as `sessions` lists it, or an address. No order shows what a player may not know
in a game that goes on.

  ludus admin tables playing
  ludus admin ban 192.0.2.7 days=7 "rude words"

The orders:

  status                        how the server is
  tables [TEXT]                 list tables, of a stage, a game or an id
  close TABLE [REASON]          end a game where it stands; `reopen TABLE` lets it go on
  delete TABLE                  delete a table with everything that belongs to it
  export TABLE                  print the record of a game, unless players hold secrets
  sessions [TEXT]               list sessions, by name or id
  logout SESSION                make all cookies and tokens of a session void
  forget SESSION                delete everything about a person
  addresses                     list the addresses from which people came lately
  ban WHOM [days=N] [REASON]    refuse a session or an address; `unban WHOM`
  mute WHOM [days=N] [REASON]   the same for the chat alone; `unmute WHOM`
  restrictions                  list bans and mutes
  reports                       list the lines of chat that people reported
  dismiss REPORT                a report is done with
  announce [TEXT]               say something on all pages; without text, no more
  read-only REASON              let nobody change anything; `read-only off`
  link [new]                    the address of the operator's page
"""
PATIENCE = 30.0
"""Seconds until a running server is taken for stuck."""


class Args(argparse.Namespace):
    words: list[str]
    data: Path | None
    store: str | None
    json: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="ORDER", help="one of the orders above")
    add_data(parser)
    parser.add_argument(
        "--store",
        metavar="URL",
        help="a server whose tables are in PostgreSQL (default: as the settings say)",
    )
    add_json(parser)


def run(args: Args) -> int:
    from ludus.web.settings import store_of

    folder = args.data or data_folder()
    url = args.store or store_of(folder, os.environ)
    if not url and not (folder / DATABASE).is_file():
        raise FileError(f"{folder}: no server has kept anything there")
    try:
        asked = _asked_workers(folder, url, args.words) if url else _asked(folder, args.words)
        answer = asyncio.run(asked)
    except StoreError as error:
        raise FileError(str(error)) from error
    if answer.refused:
        raise BadRequest(answer.text.rstrip("."))
    if answer.file:
        print(answer.file, end="")
    elif args.json:
        rows = [dict(zip(answer.heads, row, strict=True)) for row in answer.rows]
        print(json.dumps(rows if answer.heads else answer.text, ensure_ascii=False))
    elif answer.heads:
        print("\n".join(_columns((answer.heads, *answer.rows))))
    else:
        print(answer.text)
    return 0


async def _asked_workers(folder: Path, url: str, words: Sequence[str]) -> Answer:
    """By a worker of the database, or without one."""
    from dataclasses import replace

    from ludus.store.postgresql import PostgresStore
    from ludus.web.cluster.serve import build_worker
    from ludus.web.operator.offline import NoBots
    from ludus.web.operator.orders import carry_out
    from ludus.web.settings import load, settings_file

    store = PostgresStore(url)
    try:
        if await store.workers():
            return await _answered(store, url, words)
    finally:
        await store.close()
    settings = load(settings_file(None, folder, os.environ), os.environ).settings
    app = await build_worker(replace(settings, store=url), "http://127.0.0.1:0", NoBots())
    assert app.members is not None
    try:
        await app.members.join()
        await app.moderation.load()
        return await carry_out(app, words)
    finally:
        await app.members.leave()
        await app.close()


async def _asked(folder: Path, words: Sequence[str]) -> Answer:
    try:
        with locked(folder):
            return await _without_server(folder, words)
    except InUse:
        return await _by_server(folder, words)


async def _by_server(folder: Path, words: Sequence[str]) -> Answer:
    store = SqliteStore(folder / DATABASE)
    try:
        return await _answered(store, str(folder), words)
    finally:
        await store.close()


async def _answered(store: Store, where: str, words: Sequence[str]) -> Answer:
    import msgspec

    from ludus.web.http.signing import new_id
    from ludus.web.operator.orders import Answer

    order = Order(new_id(), int(time.time() * 1000), tuple(words))
    await store.put_order(order)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = await store.order_answer(order.id)
        if answer is not None:
            return msgspec.json.decode(answer, type=Answer)
        await asyncio.sleep(0.1)
    raise FileError(f"{where}: the server has not answered within {PATIENCE:.0f} seconds")


async def _without_server(folder: Path, words: Sequence[str]) -> Answer:
    from ludus.web.http.signing import Signer, secret_in
    from ludus.web.operator.offline import NoBots
    from ludus.web.operator.orders import carry_out
    from ludus.web.settings import load, settings_file
    from ludus.web.state import build_state

    settings = load(settings_file(None, folder, os.environ), os.environ).settings
    store = SqliteStore(folder / DATABASE)
    app = build_state(store, Signer(secret_in(folder)), settings, NoBots())
    try:
        await app.moderation.load()
        return await carry_out(app, words)
    finally:
        await app.close()


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    printable = [["".join(c if c.isprintable() else " " for c in cell) for cell in r] for r in rows]
    widths = [max(map(len, column)) for column in zip(*printable, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in printable
    ]


COMMAND = Command("admin", "look after a server: tables, people", ABOUT, Args, arguments, run)
