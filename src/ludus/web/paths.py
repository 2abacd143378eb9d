"""Where the server's addresses begin: at the root of its host, or below a base path.

Addresses are written as if the server were at the root, and get the base path where they leave it:
in attributes of pages, in JSON, in redirects and cookies. A process serves one base path, which is
set before its first page is drawn.
"""

from __future__ import annotations


class _Base:
    path = ""
    """Empty, or as `/ludus`."""


def set_base(path: str) -> None:
    """From now on, all addresses begin with this."""
    _Base.path = path


def base() -> str:
    return _Base.path


def at(path: str) -> str:
    """An address of this server below the base path; one that is there already stays as it is."""
    start = _Base.path
    if not start or not path.startswith("/") or path == start or path.startswith(f"{start}/"):
        return path
    return start + path
