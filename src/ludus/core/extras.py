"""Libraries that only some commands need, which come with an extra of the package."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from ludus.core.errors import BadRequest

HOW: Final = "in a copy of Ludus, python -m pip install '.[{extra}]'"


def require(what: str, extra: str, *modules: str) -> None:
    """Refuse what cannot be done here, with the way to mend it.

    The name of the package alone is no way: in a registry it may be somebody else's.
    """
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        how = HOW.format(extra=extra)
        raise BadRequest(f"{what} needs {' and '.join(missing)}: {how}")
