"""What a store keeps about people besides their tables, and what its operator has decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

RestrictionKind: TypeAlias = Literal["session", "address"]
RestrictionWhat: TypeAlias = Literal["ban", "mute"]
ContactKind: TypeAlias = Literal["push", "mail"]
CallKind: TypeAlias = Literal["webhook", "push", "mail"]
"""By which way somebody is told that it is their turn."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """Somebody may not come here, or not write in the chat."""

    kind: RestrictionKind
    key: str
    """The id of a session, or an address as limits count it."""
    what: RestrictionWhat
    until: int
    """When it ends (ms since 1970); 0: never."""
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class Contact:
    """A browser or an e-mail address where somebody wants to be told that it is their turn."""

    session: str
    id: str
    """Among those of the session."""
    kind: ContactKind
    address: str
    """Of the browser's push service, or of the person."""
    keys: str = ""
    """What messages to a browser are encrypted with."""
    label: str = ""
    """What its owner knows it by."""
    created: int = 0
    confirmed: bool = True
    """Whether its owner has said that it is theirs."""


@dataclass(frozen=True, slots=True)
class Report:
    """A line of chat that somebody reported, as it was."""

    table: str
    line: int
    author: str
    """The session that wrote it; empty if that is not known."""
    name: str
    text: str
    reporter: str
    at: int
    number: int = 0
    """Given by the store."""


@dataclass(frozen=True, slots=True)
class Order:
    """What an operator asks of the server, as words of a command line."""

    id: str
    at: int
    words: tuple[str, ...]


class PeopleStore(Protocol):
    """A part of the store's contract."""

    # What the operator has decided

    async def restrictions(self) -> list[Restriction]: ...

    async def put_restriction(self, restriction: Restriction) -> None: ...

    async def drop_restriction(
        self, kind: RestrictionKind, key: str, what: RestrictionWhat
    ) -> None: ...

    async def switches(self) -> dict[str, str]: ...

    async def put_switch(self, name: str, value: str) -> None:
        """An empty value is no switch at all."""
        ...

    # Orders of the operator

    async def put_order(self, order: Order) -> None: ...

    async def orders(self) -> list[Order]:
        """Those without an answer, oldest first."""
        ...

    async def answer_order(self, id: str, answer: str) -> None: ...

    async def order_answer(self, id: str) -> str | None:
        """The answer, once there is one."""
        ...

    async def drop_orders(self, before: int) -> None:
        """Forget those that were asked before a time, answered or not."""
        ...

    # Among people

    async def put_report(self, report: Report) -> None:
        """Keep a report; a second one of the same line by the same person changes nothing."""
        ...

    async def reports(self, limit: int) -> list[Report]:
        """The latest first."""
        ...

    async def drop_report(self, number: int) -> bool:
        """Whether there was such a report."""
        ...

    async def blocks(self, session: str) -> dict[str, str]:
        """Whom a session has blocked: sessions, with the names under which it knew them."""
        ...

    async def put_block(self, session: str, blocked: str, name: str) -> None: ...

    async def drop_block(self, session: str, blocked: str) -> None: ...

    # Where people are told that it is their turn

    async def put_contact(self, contact: Contact) -> None:
        """Keep a contact, instead of one with the same id; the session has it from then on."""
        ...

    async def drop_contact(self, session: str, id: str) -> None: ...

    # Sessions

    async def put_pass(self, id: str, session: str, expires: int) -> None: ...

    async def use_pass(self, id: str, now: int) -> str:
        """The session of a pass, which is used up by it; empty if it is used or too old."""
        ...

    async def pass_session(self, id: str, now: int) -> str:
        """The same without using it."""
        ...

    async def sessions_like(self, text: str, limit: int) -> Sequence[tuple[str, str, int, int]]:
        """Sessions with this text in their name or id, latest first: id, name, since when, and at
        how many tables."""
        ...

    async def tables_of(self, session: str) -> list[str]:
        """All tables where a session sits, is the host, or has written in the chat."""
        ...

    async def tables_like(self, text: str, limit: int) -> list[str]:
        """Tables, private ones too, of this stage, game or id; the latest change first."""
        ...

    async def forget(self, session: str, name: str, level: str) -> None:
        """Delete everything about a session. In its seats stands another name; a bot of a level
        plays on where a game was begun, and other seats are open again."""
        ...
