"""E-mails: first one that asks whether the address is right, then one when it is one's turn.

Nothing that a visitor can choose stands in an e-mail: whoever enters another person's address can
only have that one question sent there, and not often. Every e-mail has a link that ends them.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Final
from urllib.parse import urlsplit

import msgspec

from ludus.core.errors import BadRequest, LudusError
from ludus.store import Call, Contact, Session, Store
from ludus.web.config import Mail, Rate
from ludus.web.http.errors import LinkUsed, TooManyRequests
from ludus.web.http.limits import Limiter, in_words
from ludus.web.http.sessions import Sessions
from ludus.web.http.signing import Signer
from ludus.web.notices.deliveries import Deliveries, Receiver
from ludus.web.notices.outgoing import DeliveryError
from ludus.web.notices.push import contact_of

THREADS: Final = 2
"""E-mails that are handed to the mail server at once."""
SMTP_TIME: Final = 20.0
"""Seconds for each answer of the mail server."""
LONGEST: Final = 254
CONFIRM: Final = "confirm"
"""The first part of the id of a call that asks whether the address is right."""
QUESTIONS: Final = Rate(1 / 43_200, 2)
"""How often one address may be asked whether it is right, whoever entered it."""
HOUR: Final = 3600 * 1000
"""In ms."""
MOST_REMEMBERED: Final = 20_000
_ADDRESS: Final = re.compile(
    r"(?!.*=\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+\Z"
)
"""Not with `=?`: the head of an e-mail has another text in its place (RFC 2047)."""
_SEPARATOR: Final = "~"


class Mails(Deliveries):
    """Sends the e-mails, through the mail server in the settings."""

    kind = "mail"
    places = THREADS
    same_host = THREADS

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        now: Callable[[], int],
        wanted: Callable[[Call], Awaitable[bool]],
        signer: Signer,
        settings: Mail,
        url: str,
    ) -> None:
        super().__init__(store, sessions, now, self._still_wanted)
        self._turn_wanted = wanted
        self._signer = signer
        self._settings = settings
        self._url = url
        self._limit = Limiter(settings.limit, lambda: now() / 1000)
        self._asked = Limiter(QUESTIONS, lambda: now() / 1000)
        self._last: dict[str, int] = {}
        """When each session last got an e-mail about its turn."""
        self._threads = ThreadPoolExecutor(THREADS, "ludus-mail")

    @property
    def offered(self) -> bool:
        """Whether this server sends e-mails at all."""
        return bool(self._settings.server)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    # An address and its confirmation ------------------------------------------------------------

    async def ask(self, session: Session, address: str) -> Session:
        """Keep an address that is to be confirmed, and send the question."""
        if not self.offered:
            raise BadRequest("this server sends no e-mails")
        contact = new_contact(session.id, checked(address), self._now())
        known = next((each for each in session.contacts if each.id == contact.id), None)
        if known is not None and known.confirmed:
            return session
        wait = self._asked.take(contact.address.lower())
        if wait:
            raise TooManyRequests(
                f"that address was asked lately: look for the e-mail, or try again in "
                f"{in_words(wait)}",
                wait,
            )
        await self.drop(session)
        if session.trouble:
            await self._sessions.put(replace(session, trouble=""))
        session = await self._sessions.put_contact(session.id, contact) or session
        id = f"{CONFIRM}:{session.id}:{contact.id}"
        await self._store.put_call(Call(id, session.id, "{}", self._now(), kind="mail"))
        self.wake()
        return session

    async def drop(self, session: Session) -> None:
        """No more e-mails to a session."""
        for each in session.contacts:
            if each.kind == "mail":
                await self._sessions.drop_contact(session.id, each.id)

    async def to_confirm(self, token: str) -> Contact:
        """The contact that the link in a question is about."""
        value = self._signer.read("mail-confirm", token) or ""
        *whose, until = value.split(_SEPARATOR)
        contact = await self._contact(whose)
        if contact is None or int(until) <= self._now():
            raise LinkUsed("this link is too old, or another address was entered meanwhile")
        return contact

    async def confirm(self, token: str) -> Contact:
        contact = replace(await self.to_confirm(token), confirmed=True)
        await self._sessions.put_contact(contact.session, contact)
        return contact

    async def to_stop(self, token: str) -> Contact | None:
        """The contact whose e-mails a link ends; None if that was done."""
        value = self._signer.read("mail-stop", token)
        if value is None:
            raise LinkUsed("this link is not one of ours: was all of it copied?")
        return await self._contact(value.split(_SEPARATOR))

    async def stop(self, token: str) -> None:
        contact = await self.to_stop(token)
        if contact is not None:
            await self._sessions.drop_contact(contact.session, contact.id)

    async def _contact(self, whose: list[str]) -> Contact | None:
        session = await self._sessions.get(whose[0]) if len(whose) == 2 else None
        if session is None:
            return None
        return next((each for each in session.contacts if each.id == whose[1]), None)

    # Sending ------------------------------------------------------------------------------------

    async def _still_wanted(self, call: Call) -> bool:
        return _is_question(call) or await self._turn_wanted(call)

    def receiver(self, call: Call, session: Session) -> Receiver | None:
        contact = contact_of(call, session)
        if not self.offered or contact is None or contact.confirmed == _is_question(call):
            return None
        return Receiver(session, contact.address, contact.address.rpartition("@")[2])

    def postponed(self, call: Call) -> int:
        """A person gets an e-mail about their turn only so often, and all together too."""
        now, last = self._now(), self._last.get(call.session)
        pause = int(self._settings.pause * 1000)
        about_turn = not _is_question(call)
        if about_turn and last is not None and last + pause > now:
            return last + pause
        wait = self._limit.take("")
        if wait:
            return now + int(wait * 1000) + 1
        if about_turn:
            self._last.pop(call.session, None)
            self._last[call.session] = now
            if len(self._last) > MOST_REMEMBERED:
                del self._last[next(iter(self._last))]
        return 0

    async def send(self, call: Call, receiver: Receiver, proven: bool) -> None:
        contact = contact_of(call, receiver.session)
        if contact is None:
            return
        if _is_question(call):
            await self._hand_over(self._question(contact))
            return
        try:
            await self._hand_over(self._turn_message(call, contact))
        except DeliveryError:
            # It was not sent: the next attempt need not wait for the pause.
            self._last.pop(call.session, None)
            raise

    async def _hand_over(self, message: EmailMessage) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, _hand_over, self._settings, message)

    async def give_up(self, call: Call, receiver: Receiver, error: LudusError) -> None:
        """An address that the mail server refuses is dropped; trouble of the server is not held
        against anybody's address."""
        contact = contact_of(call, receiver.session)
        if contact is None or not isinstance(error, DeliveryError) or not error.refused:
            return
        session = await self._sessions.drop_contact(receiver.session.id, contact.id)
        if session is not None:
            trouble = f"Your e-mail address was taken out: {error}."
            await self._sessions.put(replace(session, trouble=trouble))

    def _question(self, contact: Contact) -> EmailMessage:
        until = self._now() + int(self._settings.confirm_hours * HOUR)
        value = _SEPARATOR.join((contact.session, contact.id, str(until)))
        link = f"{self._url}/mail/confirm/{self._signer.sign('mail-confirm', value)}"
        return self._message(
            contact,
            "Is this your address?",
            "Somebody, probably you, wants to be told at this address when it is their turn in a "
            f"game.\n\nIf it was you, say so here:\n{link}\n\nIf not, do nothing: no other e-mail "
            "will come.",
        )

    def _turn_message(self, call: Call, contact: Contact) -> EmailMessage:
        told = msgspec.json.decode(call.body, type=Told)
        return self._message(contact, told.title, f"{told.body}\n\n{told.url}")

    def _message(self, contact: Contact, subject: str, text: str) -> EmailMessage:
        stop = self._signer.sign("mail-stop", _SEPARATOR.join((contact.session, contact.id)))
        link = f"{self._url}/mail/stop/{stop}"
        message = EmailMessage()
        message["Subject"] = subject
        message["From"] = self._settings.sender
        message["To"] = contact.address
        message["Date"] = format_datetime(datetime.fromtimestamp(self._now() / 1000, UTC))
        message["Message-ID"] = make_msgid(domain=urlsplit(self._url).hostname or "localhost")
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{link}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(f"{text}\n\n-- \nNo more e-mails: {link}\n")
        return message


class Told(msgspec.Struct, frozen=True):
    """What a person is told of their turn, by push message and e-mail."""

    title: str
    body: str
    url: str
    tag: str
    """Of several messages with the same one, a device shows the last."""


def _is_question(call: Call) -> bool:
    return call.id.startswith(f"{CONFIRM}:")


def checked(address: str) -> str:
    """An e-mail address; BadRequest if it cannot be one."""
    address = address.strip()
    if len(address) > LONGEST or not _ADDRESS.match(address):
        raise BadRequest(f"{address[:60]!r} is not an e-mail address")
    return address


def new_contact(session: str, address: str, now: int) -> Contact:
    """An address that is not confirmed yet. The links in e-mails hold its id."""
    id = f"mail-{hashlib.sha256(address.encode()).hexdigest()[:12]}"
    return Contact(session, id, "mail", address, created=now, confirmed=False)


def subject_of(settings: Mail, url: str) -> str:
    """Whom somebody writes to who has trouble with this server's messages."""
    address = parseaddr(settings.sender)[1]
    return f"mailto:{address}" if address else f"https://{urlsplit(url).hostname or 'localhost'}"


def _hand_over(settings: Mail, message: EmailMessage) -> None:
    """Give one e-mail to the mail server; in a thread, for it takes a while."""
    try:
        with _connected(settings) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()))
        words = said.decode("ascii", "replace")
        told = f"the mail server says {code} {words}"[:200]
        raise DeliveryError(told, refused=code >= 500) from error
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise DeliveryError(f"the mail server does not take it: {error!r}"[:200]) from error


def _connected(settings: Mail) -> smtplib.SMTP:
    tls = ssl.create_default_context() if settings.security != "none" else None
    if settings.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.server, settings.port, timeout=SMTP_TIME, context=tls
        )
    else:
        server = smtplib.SMTP(settings.server, settings.port, timeout=SMTP_TIME)
    try:
        if settings.security == "starttls":
            server.starttls(context=tls)
        if settings.user:
            server.login(settings.user, settings.password)
    except BaseException:
        server.close()
        raise
    return server
