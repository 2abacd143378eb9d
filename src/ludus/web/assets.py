"""The files that pages load: scripts, stylesheets, icons, fonts.

All are read once, when the server starts, without their comments, and compressed when first
asked for. Pages name them
by an address with the version of the whole set, which browsers keep for good; scripts and
stylesheets name each other by relative addresses and so stay within one version. An address
without a version, or with that of an older server, gets the present file, to be asked for again.
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludus.web.http.compression import BEST, LEAST, VARY, accepts_gzip, compress, same

FOLDER: Final = Path(__file__).parent / "static"
MOUNTED: Final = "/static"
FOREVER: Final = "public, max-age=31536000, immutable"
BUNDLES: Final = {
    "page": ("fonts", "tokens", "base", "parts"),
    "board": (
        "table",
        "table-cards",
        "table-board",
        "table-side",
        "table-screens",
        "history",
        "gestures",
        "explain",
        "lens",
        "result",
        "rules",
        "aid",
    ),
}
"""Stylesheets that are always loaded together, in this order: one request, and less to compress."""
PACKED: Final = (".woff2",)
"""What is compressed already. The names of fonts hold their version, so they need no other."""

# Not every system's table of types has them, and browsers refuse to guess.
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


@dataclass(frozen=True)
class Asset:
    """One file, as it is sent."""

    name: str
    body: bytes

    @property
    def packed(self) -> bool:
        return self.name.endswith(PACKED)

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def kind(self) -> str:
        return mimetypes.guess_type(self.name)[0] or "text/plain"

    @classmethod
    def read(cls, path: Path) -> Asset:
        body = path.read_bytes()
        if path.suffix in (".js", ".css"):
            body = without_comments(body.decode()).encode()
        return cls(path.name, body)

    @cached_property
    def compressed(self) -> bytes:
        return compress((self.body,), BEST)


class Assets:
    """All files of a folder, as an ASGI application."""

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        self._files = {path.relative_to(folder).as_posix(): Asset.read(path) for path in files}
        for bundle, names in BUNDLES.items():
            parts = [self._files.get(f"{name}.css") for name in names]
            body = b"\n".join(part.body for part in parts if part is not None)
            self._files.setdefault(f"{bundle}.css", Asset(f"{bundle}.css", body))
        tags = "".join(f"{name}{asset.tag}" for name, asset in self._files.items())
        self.version = hashlib.sha256(tags.encode()).hexdigest()[:8]

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def text(self, name: str) -> str:
        """A file that is served elsewhere too."""
        return self._files[name].body.decode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405)
        root = str(scope.get("root_path", ""))
        path = str(scope["path"]).removeprefix(root).lstrip("/")
        await self._response(path, request)(scope, receive, send)

    def _response(self, path: str, request: Request) -> Response:
        version, _, name = path.partition("/")
        asset = self._files.get(path) or self._files.get(name)
        if asset is None:
            raise HTTPException(404)
        lasting = asset.packed or (version == self.version and path not in self._files)
        headers = {"ETag": asset.tag, "Cache-Control": FOREVER if lasting else "no-cache"}
        body = asset.body
        if not asset.packed and len(body) >= LEAST:
            headers["Vary"] = VARY
            if accepts_gzip(request.headers):
                headers["Content-Encoding"] = "gzip"
                body = asset.compressed
        if same(asset.tag, request.headers.get("if-none-match", "")):
            headers.pop("Content-Encoding", None)
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=asset.kind, headers=headers)


def without_comments(text: str) -> str:
    """A script or stylesheet without the comments that have lines of their own.

    Every line keeps its number, and what looks like a comment in a text of several lines stays.
    """
    lines: list[str] = []
    comment = quoted = False
    for line in text.split("\n"):
        bare = line.strip()
        # A cast is a comment with code after it.
        opens = not quoted and bare.startswith("/*") and "*/" not in bare[:-2]
        dropped = comment or opens or (not quoted and bare.startswith("//"))
        if comment or opens:
            comment = not bare.endswith("*/")
        if not dropped:
            quoted ^= line.count("`") % 2 == 1
        lines.append("" if dropped else line)
    return "\n".join(lines)


@cache
def assets() -> Assets:
    return Assets(FOLDER)


def address() -> str:
    """Where pages find the files of this version."""
    return f"{MOUNTED}/{assets().version}"
