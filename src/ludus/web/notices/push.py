"""Push messages to browsers (RFC 8030): they arrive while no page is open.

A browser gives an address at its maker's push service and keys of its own. Messages are encrypted
with these keys (RFC 8291), so the service cannot read them, and signed by the server (RFC 8292).
The key for that is made from the server's secret: it needs no file of its own, and a backup has
it.

Addresses come from strangers, so calls to them go the way of webhooks: to public addresses only,
within a time limit, and without following redirects.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from ludus.core.errors import BadRequest, LudusError
from ludus.store import Call, Contact, Session, Store
from ludus.web.http.sessions import Sessions
from ludus.web.http.signing import Signer
from ludus.web.notices.deliveries import Deliveries, Receiver
from ludus.web.notices.outgoing import Caller, DeliveryError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

LONGEST: Final = 1000
"""Letters of a push service's address."""
KEPT_FOR: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
VALID_FOR: Final = 12 * 3600
"""Seconds for which a signature is good; services take at most a day."""
POINT: Final = 65
AUTH: Final = 16
"""Bytes of a browser's keys."""
GONE: Final = frozenset((404, 410))
"""What a service answers for a browser that wants nothing any more."""
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many private keys the curve P-256 has, and one more."""


class Keys(msgspec.Struct, frozen=True):
    """A browser's keys, in base64 as browsers give them."""

    p256dh: str
    auth: str


class PushMessages(Deliveries):
    """Sends the messages to browsers. `subject` is whom push services write to about trouble."""

    kind = "push"

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        now: Callable[[], int],
        wanted: Callable[[Call], Awaitable[bool]],
        caller: Caller,
        signer: Signer,
        subject: str,
    ) -> None:
        super().__init__(store, sessions, now, wanted)
        self._caller = caller
        self._secret = signer.derived("push")
        self._subject = subject
        self._key = ""

    async def public_key(self) -> str:
        """What a browser needs to take messages of this server and of no other."""
        if not self._key:
            # The library takes a while to load.
            self._key = await asyncio.to_thread(_public_key, self._secret)
        return self._key

    async def check(self, address: str, keys: Keys) -> str:
        """Refuse what cannot be the address and keys of a browser."""
        url = await self._caller.check(address, "push service", LONGEST)
        parts = urlsplit(url)
        if parts.scheme != "https" and not self._caller.private:
            raise BadRequest("a push service has an address that begins with https://")
        await asyncio.to_thread(_check_keys, keys)
        return url

    def receiver(self, call: Call, session: Session) -> Receiver | None:
        contact = contact_of(call, session)
        if contact is None:
            return None
        return Receiver(session, contact.address, urlsplit(contact.address).hostname or "")

    async def send(self, call: Call, receiver: Receiver, proven: bool) -> None:
        contact = contact_of(call, receiver.session)
        if contact is None:
            return
        keys = msgspec.json.decode(contact.keys, type=Keys)
        body = await asyncio.to_thread(_encrypted, call.body.encode(), keys)
        signed = await asyncio.to_thread(self._signed, contact.address)
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_FOR),
            "Urgency": "normal",
            # A newer message about the same table takes the place of one that was not delivered.
            "Topic": hashlib.sha256(call.id.encode()).hexdigest()[:32],
            "Authorization": signed,
        }
        try:
            await self._caller.post(contact.address, body, proven, headers)
        except DeliveryError as error:
            if error.status in GONE:
                raise DeliveryError(str(error), error.status, refused=True) from error
            raise

    async def give_up(self, call: Call, receiver: Receiver, error: LudusError) -> None:
        """A browser that is gone is forgotten; its owner can always turn it on again."""
        contact = contact_of(call, receiver.session)
        if contact is not None:
            await self._sessions.drop_contact(receiver.session.id, contact.id)

    def _signed(self, address: str) -> str:
        from py_vapid import Vapid02

        parts = urlsplit(address)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": self._now() // 1000 + VALID_FOR,
            "sub": self._subject,
        }
        vapid = Vapid02(_private_key(self._secret), conf={"no-strict": True})
        return str(vapid.sign(claims)["Authorization"])


def contact_of(call: Call, session: Session) -> Contact | None:
    """The contact that a call goes to: its id is the last part of the call's."""
    wanted = call.id.rpartition(":")[2]
    return next((each for each in session.contacts if each.id == wanted), None)


def new_contact(session: str, address: str, keys: Keys, label: str, now: int) -> Contact:
    """A browser. The same one has the same id, however often it is turned on."""
    id = f"push-{hashlib.sha256(address.encode()).hexdigest()[:12]}"
    return Contact(session, id, "push", address, msgspec.json.encode(keys).decode(), label, now)


# Keys ---------------------------------------------------------------------------------------------
# Imported when they are first needed, outside the event loop: most servers send no message at all.


def _private_key(secret: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(hashlib.sha512(secret).digest()) % (ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def _public_key(secret: bytes) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = _private_key(secret).public_key()
    return _to_text(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _check_keys(keys: Keys) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, auth = _from_text(keys.p256dh), _from_text(keys.auth)
        if len(point) != POINT or len(auth) != AUTH:
            raise ValueError(f"{len(point)} and {len(auth)} bytes, not {POINT} and {AUTH}")
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise BadRequest(f"those are not the keys of a browser: {error}") from error


def _encrypted(body: bytes, keys: Keys) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    return bytes(
        http_ece.encrypt(
            body,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_from_text(keys.p256dh),
            auth_secret=_from_text(keys.auth),
            version="aes128gcm",
        )
    )


def _to_text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def _from_text(text: str) -> bytes:
    """ValueError if it is not base64."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
