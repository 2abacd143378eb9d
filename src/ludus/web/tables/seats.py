"""Who sits where: joining, leaving, bots, links that claim a seat, and the host's rights.

Each function is one step of a live table, checked and then carried out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ludus.bots import BOTS
from ludus.bots.levels import played_as, require_level
from ludus.core.errors import BadRequest
from ludus.core.protocol import Seat
from ludus.store import Link, SeatRow, Session
from ludus.web.http.errors import Forbidden, RequestError, Stale
from ludus.web.http.names import distinct, is_numbered, skeleton, told
from ludus.web.tables.chat import announce
from ludus.web.tables.live_table import LiveTable, Step, seat_name
from ludus.web.tables.table_data import OpenRequest
from ludus.web.tables.timeouts import STAND_IN, forfeit_seat

BOT_NAMES: Final = ("Livia", "Marcus", "Flavia", "Gaius", "Julia", "Titus", "Octavia", "Lucius")


def bot_name(seat: Seat, taken: set[str]) -> str:
    """A name for a bot that is not taken at the table."""
    looks = {skeleton(name) for name in taken}
    for offset in range(len(BOT_NAMES)):
        name = BOT_NAMES[(seat + offset) % len(BOT_NAMES)]
        if skeleton(name) not in looks:
            return name
    return distinct(f"Bot {seat + 1}", taken)


def check_level(level: str) -> str:
    """The level, if there is such a bot; whether a game has its personality is asked later."""
    if level not in BOTS and not played_as(level):
        raise BadRequest(f"unknown bot {level!r}: there are {', '.join(BOTS)}")
    return level


async def join(
    live: LiveTable, who: Session, seat: Seat | None, source: str = "", most: int = 1
) -> Seat:
    """Take an open seat: this one, or with None any.

    `source` is where the visitor comes from, and `most` how many seats of a public table people
    from there may take; an empty one is not counted.
    """

    def work(step: Step) -> Seat:
        chosen = _open_seat(live, seat)
        if live.head.private:
            raise Forbidden("this table is private: it needs an invitation")
        _require_stranger(live, who)
        _require_room_for_others(live, who)
        if source and sum(each == source for each in live.sources.values()) >= most:
            raise Forbidden(
                f"{most} players from your address sit at this table already: leave the other "
                "seats to others, or ask the host for an invitation"
            )
        if source:
            live.sources[chosen] = source
        _sit_down(live, step, who, chosen)
        return chosen

    return await live.step(work)


def _sit_down(live: LiveTable, step: Step, who: Session, seat: Seat) -> None:
    name = distinct(who.name, _names_beside(live, seat))
    live.set_seat(step, SeatRow(seat, "player", who.id, name))
    announce(live, step, f"{told(name)} sits down.")


def _names_beside(live: LiveTable, seat: Seat) -> list[str]:
    """The names at all other seats."""
    return [row.name for row in live.seats if row.seat != seat and row.kind != "open"]


def _open_seat(live: LiveTable, seat: Seat | None) -> Seat:
    if live.over:
        raise RequestError("the game is over")
    open_seats = [row.seat for row in live.seats if row.kind == "open"]
    if seat is None:
        if not open_seats:
            raise Stale("no seat is open any more")
        return open_seats[0]
    if seat not in open_seats:
        live.require_seat_number(seat)
        raise Stale("that seat is taken")
    return seat


def _require_room_for_others(live: LiveTable, who: Session) -> None:
    """One seat for each person; a host who is alone may play them all."""
    if not any(row.session == who.id for row in live.seats):
        return
    alone = all(row.session in ("", who.id) for row in live.seats)
    if live.head.host != who.id or not alone:
        raise Forbidden(
            "you have a seat here already; to play several, open a private table or one with "
            "several seats of your own"
        )


def _require_stranger(live: LiveTable, who: Session) -> None:
    """Refuse a seat whose secrets the visitor could add to what they know already."""
    if live.has_seen_secrets and who.id in (live.head.host, *(row.session for row in live.seats)):
        raise Forbidden(
            "the game has begun, and you would see what this seat has seen: it is for somebody "
            "new, or for a bot"
        )


async def use_invitation(live: LiveTable, who: Session, link: Link) -> Seat:
    """Take the seat of an invitation, which uses up the link."""

    def work(step: Step) -> Seat:
        seat = _open_seat(live, link.seats[0])
        _require_stranger(live, who)
        if live.begun:
            _require_room_for_others(live, who)
        step.use_link = link.id
        _sit_down(live, step, who, seat)
        return seat

    return await live.step(work)


async def use_recovery(live: LiveTable, who: Session, link: Link) -> list[Seat]:
    """Carry the seats of a recovery link over to another session."""

    def work(step: Step) -> list[Seat]:
        moved = []
        for seat in link.seats:
            row = live.seats[seat]
            if row.session == link.session:
                live.set_seat(step, SeatRow(seat, row.kind, who.id, row.name, row.level))
                moved.append(seat)
        if not moved:
            raise Stale("the seats of this link belong to somebody else by now")
        step.use_link = link.id
        if live.head.host == link.session:
            live.set_host(step, who.id)
        return moved

    return await live.step(work)


async def leave(live: LiveTable, who: Session, seat: Seat) -> None:
    """Leave before the first move. Later a bot can play the seat."""

    def work(step: Step) -> None:
        live.require_seat(who.id, seat)
        if live.table.moves or live.head.stage != "waiting":
            raise RequestError("the game has begun: give the seat to a bot instead")
        name = live.names[seat]
        live.set_seat(step, SeatRow(seat, "open"))
        announce(live, step, f"{told(name)} gets up.")

    await live.step(work)


async def give_to_bot(live: LiveTable, who: Session, seat: Seat, level: str) -> None:
    """Give a seat to a bot: one's own, as host an open one, or a rival's who is out of time."""
    require_level(check_level(level), live.box)

    def work(step: Step) -> None:
        if live.over:
            raise RequestError("the game is over")
        live.require_seat_number(seat)
        row = live.seats[seat]
        if row.kind == "open":
            if live.head.host != who.id:
                raise Forbidden("only the host can fill an open seat with a bot")
            _seat_bot(live, step, seat, level)
            return
        _may_hand_over(live, who, row, step.now)
        live.set_seat(step, SeatRow(seat, "bot", row.session, row.name, level))
        announce(live, step, f"A bot plays for {told(row.name)} for now.")

    await live.step(work)


async def fill_with_bots(live: LiveTable, who: Session, level: str) -> None:
    """As host: let bots take all open seats, so that the game starts."""
    require_level(check_level(level), live.box)

    def work(step: Step) -> None:
        require_host(live, who)
        open_seats = [row.seat for row in live.seats if row.kind == "open"]
        if not open_seats:
            raise Stale("no seat is open any more")
        for seat in open_seats:
            _seat_bot(live, step, seat, level)

    await live.step(work)


def _seat_bot(live: LiveTable, step: Step, seat: Seat, level: str) -> None:
    name = bot_name(seat, {seat_name(each) for each in live.seats})
    live.set_seat(step, SeatRow(seat, "bot", "", name, level))
    announce(live, step, f"{told(name)}, a bot, sits down.")


def _may_hand_over(live: LiveTable, who: Session, row: SeatRow, now: int) -> None:
    if row.kind == "bot":
        raise Stale("a bot plays that seat already")
    if row.session == who.id:
        return
    if not live.held(who.id):
        raise Forbidden(f"seat {row.seat} is not yours")
    if live.head.at_zero != "bot" or not live.late(row.seat, now):
        raise Forbidden(f"{row.name} is not out of time, or this table does not allow it")


async def reclaim(live: LiveTable, who: Session, seat: Seat) -> None:
    """Take one's seat back from the bot that played it."""

    def work(step: Step) -> None:
        live.require_seat_number(seat)
        row = live.seats[seat]
        if row.kind != "bot" or row.session != who.id:
            raise Forbidden(f"no bot plays seat {seat} for you")
        live.set_seat(step, SeatRow(seat, "player", who.id, row.name))
        if live.data.opening is not None and live.data.opening.seat == seat:
            live.data.opening = None
        announce(live, step, f"{told(row.name)} is back.")

    await live.step(work)


async def free(
    live: LiveTable, who: Session, seat: Seat, away: Callable[[str], float], after: float
) -> None:
    """As host: free a seat whose player has been away for `after` seconds, or that a bot plays.

    The seat is open to somebody new then. In a game with secrets that has begun, a bot plays on
    for whoever is gone, and the seat opens only once all other people at the table agree.
    """

    def work(step: Step) -> None:
        require_host(live, who)
        live.require_seat_number(seat)
        row = live.seats[seat]
        if row.kind == "open":
            raise Stale("that seat is open already")
        if seat in live.data.forfeited:
            raise RequestError(f"{row.name} is out of the game")
        if row.session and row.session != who.id:
            _require_away(row.name, away(row.session), after)
        if live.has_seen_secrets:
            _ask_to_open(live, step, who, row)
        else:
            _open(live, step, row)

    await live.step(work)


def _require_away(name: str, away: float, after: float) -> None:
    if not away:
        raise RequestError(
            f"{name} is here: a seat can be freed once its player is away for {after:.0f} seconds"
        )
    if away < after:
        raise RequestError(
            f"{name} was here a moment ago: try again in {math.ceil(after - away)} seconds"
        )


def _ask_to_open(live: LiveTable, step: Step, who: Session, row: SeatRow) -> None:
    if row.kind == "player":
        live.set_seat(step, SeatRow(row.seat, "bot", row.session, row.name, STAND_IN))
        announce(live, step, f"{told(row.name)} is away: a bot plays for {told(row.name)} for now.")
    others = tuple(
        each.seat for each in live.seats if each.session not in ("", who.id, row.session)
    )
    if others:
        live.data.opening = OpenRequest(row.seat, others)
        announce(
            live,
            step,
            f"{told(who.name)} asks whether somebody new may take the seat of {told(row.name)}.",
        )
    elif not row.session:
        _open(live, step, row)
    elif row.kind == "bot":
        # Nobody is there who could agree, and the host alone must not decide.
        raise RequestError(
            f"the seat of {row.name} holds secrets of the game: a bot plays it until "
            f"{row.name} is back"
        )


def _open(live: LiveTable, step: Step, row: SeatRow) -> None:
    live.set_seat(step, SeatRow(row.seat, "open"))
    live.data.opening = None
    live.data.takeback = None
    announce(live, step, f"The seat of {told(row.name)} is open again.")


async def answer_opening(live: LiveTable, session: str, seat: Seat, yes: bool) -> Seat | None:
    """Say whether somebody new may take a seat. Returns the seat once all have agreed."""

    def work(step: Step) -> Seat | None:
        live.require_owner(session, seat)
        asked = live.data.opening
        if asked is None or seat not in asked.waiting or live.over:
            raise Stale("there is no seat about which you are asked")
        name, row = live.names[seat], live.seats[asked.seat]
        if not yes:
            live.data.opening = None
            announce(
                live, step, f"{told(name)} does not agree: the bot plays on for {told(row.name)}."
            )
            return None
        left = tuple(each for each in asked.waiting if live.seats[each].session != session)
        live.data.opening = OpenRequest(asked.seat, left)
        announce(
            live, step, f"{told(name)} agrees that somebody new takes the seat of {told(row.name)}."
        )
        if left:
            return None
        _open(live, step, row)
        return asked.seat

    return await live.step(work)


async def forfeit(live: LiveTable, who: Session, seat: Seat) -> None:
    """Resign: a bot plays on, and the seat comes last."""

    def work(step: Step) -> None:
        live.require_seat(who.id, seat)
        if not live.playing:
            raise RequestError("there is no game to resign now")
        announce(live, step, f"{told(live.names[seat])} gives up.")
        forfeit_seat(live, step, seat)

    await live.step(work)


def require_host(live: LiveTable, who: Session) -> None:
    """Only the host may do this, while the game is not over."""
    if live.head.host != who.id:
        raise Forbidden("only the host may do this")
    if live.over:
        raise RequestError("the game is over")


async def rename_player(live: LiveTable, who: Session, name: str) -> None:
    """A player's new name, in the seats that bear the old one."""

    def work(step: Step) -> None:
        own = [row for row in live.seats if row.session == who.id]
        for row in own:
            # One who has several seats gave them names of their own.
            if row.name == who.name or (len(own) == 1 and is_numbered(row.name, who.name)):
                new = distinct(name, _names_beside(live, row.seat))
                live.set_seat(step, SeatRow(row.seat, row.kind, row.session, new, row.level))

    await live.step(work)
