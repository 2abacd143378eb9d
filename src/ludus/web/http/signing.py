"""Signed text: cookies, tokens and links that only this server can have made."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from ludus.core.errors import FileError
from ludus.web.data_folder import SECRET

SECRET_BYTES: Final = 32
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for one another."""


def new_id(length: int = 12) -> str:
    """A name that cannot be guessed: about five bits for each letter."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


class Signer:
    """Signs short texts for a purpose; what is signed for one purpose is not valid for another.

    >>> signer = Signer(b"s" * 32)
    >>> signer.read("cookie", signer.sign("cookie", "ann"))
    'ann'
    >>> signer.read("link", signer.sign("cookie", "ann")) is None
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, purpose: str, value: str) -> str:
        return f"{value}.{self._mark(purpose, value)}"

    def read(self, purpose: str, text: str) -> str | None:
        """The signed value, or None for anything that was not signed here for this purpose."""
        value, _, mark = text.rpartition(".")
        if not value or not mark.isascii() or not value.isascii():
            return None
        return value if hmac.compare_digest(mark, self._mark(purpose, value)) else None

    def derived(self, purpose: str) -> bytes:
        """A secret for another purpose, always the same, from which this one cannot be found."""
        return hmac.digest(self._secret, f"derived\0{purpose}".encode(), hashlib.sha256)

    def fingerprint(self, purpose: str, value: str) -> str:
        """Stands for a value that is not to be kept itself."""
        return self._mark(f"fingerprint\0{purpose}", value)

    def _mark(self, purpose: str, value: str) -> str:
        digest = hmac.digest(self._secret, f"{purpose}\0{value}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:18]).decode()


def secret_in(folder: Path) -> bytes:
    """The server's secret, made on first use; readable by its owner alone."""
    path = folder / SECRET
    folder.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = path.read_bytes()
        if len(secret) != SECRET_BYTES:
            raise FileError(
                f"{path}: should hold {SECRET_BYTES} bytes and holds {len(secret)}; delete it to "
                "get a new one (everybody then has to claim their seats again)"
            ) from None
        return secret
    secret = secrets.token_bytes(SECRET_BYTES)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # Half a secret would be refused at the next start.
        path.unlink(missing_ok=True)
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error
    return secret
