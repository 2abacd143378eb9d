"""What an operator may do, as words of a command line.

`ludus admin` and the operator's page use the same orders. While a server runs, the command puts its
order into the store, where the server finds it; otherwise it carries it out itself. No order shows
what a player of a running game may not know: operators play too.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias

import msgspec

from ludus.core.errors import BadRequest, LudusError
from ludus.store import Restriction, RestrictionKind, RestrictionWhat, StoreError
from ludus.web.cluster.owners import Elsewhere
from ludus.web.handlers.play import open_record
from ludus.web.http.addresses import IPV6_HOME, source_of
from ludus.web.http.errors import NotFound, sentence_of
from ludus.web.http.names import told
from ludus.web.http.signing import new_id
from ludus.web.state import AppState
from ludus.web.tables.chat import announce
from ludus.web.tables.live_table import LiveTable, Step, seat_name
from ludus.web.tables.manager import DAY

log = logging.getLogger("ludus.operator")

LISTED: Final = 200
"""The most rows of an answer."""
KEPT: Final = DAY
"""How long (ms) orders and answers are kept that nobody asks for."""
LINK: Final = "operator-link"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence, a table, or a text to be kept in a file."""

    text: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    file: str = ""
    refused: bool = False


Run: TypeAlias = Callable[[AppState, Sequence[str]], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of order. `words` says what follows its name."""

    words: str
    run: Run
    least: int = 0
    """How many words have to follow."""


async def carry_out(app: AppState, words: Sequence[str]) -> Answer:
    """Do what is asked for; what cannot be done is an answer too."""
    name, rest = (words[0], words[1:]) if words else ("", ())
    verb = VERBS.get(name)
    try:
        if verb is None:
            raise BadRequest(f"{name[:40]!r} is no order: there are {', '.join(VERBS)}")
        if len(rest) < verb.least:
            raise BadRequest(f"{name} needs more words: {name} {verb.words}")
        answer = await verb.run(app, rest)
    except Elsewhere as error:
        return await _elsewhere(app, error, words)
    except LudusError as error:
        return Answer(sentence_of(error), refused=True)
    if name not in LOOKS:
        log.info("%s: %s", " ".join(words)[:200], answer.text)
    return answer


async def _elsewhere(app: AppState, error: Elsewhere, words: Sequence[str]) -> Answer:
    """Another worker has the table, and carries it out."""
    assert app.asking is not None
    try:
        answer = await app.asking.ask(error.worker, "order", *words)
    except LudusError as failed:
        return Answer(sentence_of(failed), refused=True)
    return msgspec.json.decode(answer, type=Answer)


async def serve_orders(app: AppState) -> None:
    """Carry out what `ludus admin` puts into the store; until cancelled."""
    await app.store.drop_orders(app.now() - KEPT)
    while True:
        try:
            for order in await app.store.orders():
                if app.members is not None and not await app.store.take_order(order):
                    continue
                answer = await carry_out(app, order.words)
                await app.store.answer_order(order.id, msgspec.json.encode(answer).decode())
        except StoreError as error:
            log.error("orders cannot be read: %s", error)
        except Exception:
            # An order that fails must not end those after it.
            log.exception("an order failed")
        await asyncio.sleep(app.settings.orders_every)


# Tables -------------------------------------------------------------------------------------------


async def tables(app: AppState, words: Sequence[str]) -> Answer:
    rows = []
    for id in await app.store.tables_like(words[0] if words else "", LISTED):
        stored = await app.store.load(id)
        if stored is not None:
            head = stored.head
            stage = f"{head.stage}, private" if head.private else head.stage
            names = ", ".join(seat_name(row) for row in stored.seats)
            moves = str(head.moves)
            rows.append((id, head.game, stage, moves, moment(head.changed), head.host, names))
    return Answer(
        heads=("table", "game", "stage", "moves", "changed", "host", "seats"), rows=tuple(rows)
    )


async def close(app: AppState, words: Sequence[str]) -> Answer:
    """End a game where it stands: it can be looked at by those who could before."""
    why = " ".join(words[1:])
    live = (await app.tables.hub(words[0])).live
    if live.over:
        raise BadRequest(f"table {live.id} is over already")

    def work(step: Step) -> None:
        live.close(why or "by the operator")
        announce(live, step, live.pinned)

    await live.step(work)
    return Answer(f"table {live.id} is closed")


async def reopen(app: AppState, words: Sequence[str]) -> Answer:
    live = (await app.tables.hub(words[0])).live
    if not live.data.closed:
        raise BadRequest(f"table {live.id} is not closed")

    def work(step: Step) -> None:
        live.reopen()
        announce(live, step, "The table is open again.")

    await live.step(work)
    return Answer(f"table {live.id} is open again")


async def delete(app: AppState, words: Sequence[str]) -> Answer:
    if await app.store.load(words[0]) is None:
        raise NotFound(f"there is no table {words[0][:40]!r}")
    async with app.tables.put_away([words[0]]):
        await app.store.delete(words[0])
    app.tables.on_change()
    return Answer(f"table {words[0]} is deleted")


async def export(app: AppState, words: Sequence[str]) -> Answer:
    hub = await app.tables.hub(words[0])
    return Answer(file=open_record(hub).dump())


# People -------------------------------------------------------------------------------------------


async def sessions(app: AppState, words: Sequence[str]) -> Answer:
    found = await app.store.sessions_like(" ".join(words), LISTED)
    return Answer(
        heads=("session", "name", "since", "tables", "address", "here"),
        rows=tuple(
            (
                id,
                name,
                moment(created),
                str(count),
                app.presence.address(id),
                "yes" if app.presence.online(id) else "",
            )
            for id, name, created, count in found
        ),
    )


async def addresses(app: AppState, words: Sequence[str]) -> Answer:
    found = app.presence.addresses().most_common(LISTED)
    return Answer(
        heads=("address", "sessions"), rows=tuple((each, str(count)) for each, count in found)
    )


async def logout(app: AppState, words: Sequence[str]) -> Answer:
    session = await app.sessions.get(words[0])
    if session is None:
        raise NotFound(f"there is no session {words[0][:40]!r}")
    await app.sessions.revoke(session)
    app.tables.end_streams_of({session.id})
    return Answer(f"all cookies and tokens of {told(session.name)} are void")


async def forget(app: AppState, words: Sequence[str]) -> Answer:
    session = await app.sessions.get(words[0])
    if session is None:
        raise NotFound(f"there is no session {words[0][:40]!r}")
    await app.forget(session)
    return Answer(f"everything about session {session.id} is deleted")


def restrict(what: RestrictionWhat) -> Run:
    async def run(app: AppState, words: Sequence[str]) -> Answer:
        kind, key = await whom(app, words[0])
        days, reason = 0.0, list(words[1:])
        if reason and reason[0].startswith("days="):
            text = reason.pop(0).removeprefix("days=")
            if not text.replace(".", "", 1).isdecimal() or not 0 < float(text) < 10_000:
                raise BadRequest(f"days={text[:20]}: a number of days, as days=7")
            days = float(text)
        until = app.now() + int(days * DAY) if days else 0
        found = Restriction(kind, key, what, until, " ".join(reason), app.now())
        await app.moderation.restrict(found)
        if what == "ban":
            here = {key} if kind == "session" else app.presence.sessions_from(key)
            app.tables.end_streams_of(here)
        done = "banned" if what == "ban" else "muted"
        return Answer(
            f"{kind} {key} is {done}"
            + (f" for {days:g} day{'' if days == 1 else 's'}" if days else "")
        )

    return run


def lift(what: RestrictionWhat) -> Run:
    async def run(app: AppState, words: Sequence[str]) -> Answer:
        kind, key = kind_of(words[0])
        if not await app.moderation.lift(kind, key, what):
            raise NotFound(f"there is no {what} of {kind} {key}")
        return Answer(f"the {what} of {kind} {key} is lifted")

    return run


def kind_of(text: str) -> tuple[RestrictionKind, str]:
    """Whether this is an address, and then as limits count it, or a session."""
    try:
        found = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return "session", text
    if found.prefixlen not in (found.max_prefixlen, IPV6_HOME):
        raise BadRequest(f"{text}: one address, or with IPv6 its /64 network; no larger one")
    return "address", source_of(text.partition("/")[0])


async def whom(app: AppState, text: str) -> tuple[RestrictionKind, str]:
    kind, key = kind_of(text)
    if kind == "session" and await app.sessions.get(key) is None:
        raise NotFound(f"{text[:40]!r} is neither an address nor a session that there is")
    return kind, key


async def restrictions(app: AppState, words: Sequence[str]) -> Answer:
    return Answer(
        heads=("what", "of", "which", "until", "reason"),
        rows=tuple(
            (each.what, each.kind, each.key, moment(each.until) if each.until else "", each.reason)
            for each in app.moderation.restrictions
        ),
    )


async def reports(app: AppState, words: Sequence[str]) -> Answer:
    found = await app.store.reports(LISTED)
    return Answer(
        heads=("report", "at", "table", "author", "name", "text", "reporter"),
        rows=tuple(
            (
                str(each.number),
                moment(each.at),
                each.table,
                each.author,
                each.name,
                each.text,
                each.reporter,
            )
            for each in found
        ),
    )


async def dismiss(app: AppState, words: Sequence[str]) -> Answer:
    number = words[0]
    if not number.isdecimal() or len(number) > 12 or not await app.store.drop_report(int(number)):
        raise NotFound(f"there is no report {number[:20]!r}")
    return Answer(f"report {number} is done with")


# The whole server ---------------------------------------------------------------------------------


async def announcement(app: AppState, words: Sequence[str]) -> Answer:
    text = " ".join(words)
    await app.moderation.announce(text)
    if not text:
        return Answer("nothing is announced any more")

    await announce_here(app, text)
    if app.asking is not None:
        await app.asking.ask_all("announce", text)
    return Answer("it stands on all pages, and in the chat of tables where people are")


async def announce_here(app: AppState, text: str) -> None:
    """Say it in the chat of the tables of this worker where people are."""

    def tell(live: LiveTable) -> Callable[[Step], None]:
        return lambda step: announce(live, step, f"From whoever runs this server: {text}")

    for live in app.tables.watched():
        await live.step(tell(live))


async def read_only(app: AppState, words: Sequence[str]) -> Answer:
    why = "" if list(words) == ["off"] else " ".join(words)
    await app.moderation.set_read_only(why)
    return Answer(
        f"nobody can change anything: {why}" if why else "everything can be changed again"
    )


async def link(app: AppState, words: Sequence[str]) -> Answer:
    """The address of the operator's page; a new one makes the old one void."""
    key = (await app.store.switches()).get(LINK, "")
    if not key or list(words) == ["new"]:
        key = new_id(20)
        await app.store.put_switch(LINK, key)
    settings = app.settings
    where = f"http://{settings.operator_host}:{settings.operator_port}"
    return Answer(f"{where}/?key={app.links.operator_key(key)}")


async def status(app: AppState, words: Sequence[str]) -> Answer:
    stats = app.store.stats()
    return Answer(
        heads=("what", "value"),
        rows=(
            ("tables in memory", str(app.tables.loaded)),
            ("streams", str(app.presence.streams)),
            ("moves since the start", str(app.tables.moves)),
            ("bots asked, waiting", f"{app.thinking.running}, {app.thinking.length}"),
            ("store, bytes", str(stats.bytes)),
            ("announcement", app.moderation.announcement),
            ("read-only", app.moderation.read_only),
        ),
    )


def moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


LOOKS: Final = frozenset(
    ("status", "tables", "sessions", "addresses", "restrictions", "reports", "export", "link")
)
"""Orders that change nothing."""
VERBS: Final[dict[str, Verb]] = {
    "status": Verb("", status),
    "tables": Verb("[TEXT]", tables),
    "close": Verb("TABLE [REASON]", close, 1),
    "reopen": Verb("TABLE", reopen, 1),
    "delete": Verb("TABLE", delete, 1),
    "export": Verb("TABLE", export, 1),
    "sessions": Verb("[TEXT]", sessions),
    "logout": Verb("SESSION", logout, 1),
    "forget": Verb("SESSION", forget, 1),
    "addresses": Verb("", addresses),
    "ban": Verb("WHOM [days=N] [REASON]", restrict("ban"), 1),
    "unban": Verb("WHOM", lift("ban"), 1),
    "mute": Verb("WHOM [days=N] [REASON]", restrict("mute"), 1),
    "unmute": Verb("WHOM", lift("mute"), 1),
    "restrictions": Verb("", restrictions),
    "reports": Verb("", reports),
    "dismiss": Verb("REPORT", dismiss, 1),
    "announce": Verb("[TEXT]", announcement),
    "read-only": Verb("REASON | off", read_only, 1),
    "link": Verb("[new]", link),
}
