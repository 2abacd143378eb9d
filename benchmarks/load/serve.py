"""Serves a data folder or a database, without rate limits or with the usual ones, with the code of
any checkout.

Run as a script with that checkout on PYTHONPATH. It may import nothing from beside it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

PARTS = (
    ("ludus.web.server", "ludus.web.config"),
    ("ludus.web.serve", "ludus.web.settings"),
)
"""Where checkouts have `serve` and `Settings`, newest first."""


def main(folder: Path, limited: bool = False, store: str = "") -> None:
    for server, config in PARTS:
        try:
            serve, settings = import_module(server), import_module(config)
            break
        except ModuleNotFoundError:
            continue
    else:
        raise SystemExit("this checkout has no server that the load test knows")
    if limited:
        serve.serve(port=0, data=folder, settings=settings.Settings())
        return
    plenty = settings.Rate(1e6, 1_000_000)
    # Older checkouts have none of these.
    quotas = getattr(settings, "all_quotas", None)
    daily = getattr(settings, "NOT_COUNTED", None)
    works = hasattr(settings.Settings, "work")
    serve.serve(
        port=0,
        data=folder,
        settings=settings.Settings(
            writes=plenty,
            address_writes=plenty,
            reads=plenty,
            beginnings=plenty,
            streams_per_address=100_000,
            most_streams=100_000,
            **({"store": store} if store else {}),
            **({} if daily is None else {"daily": daily}),
            **({"work": plenty, "work_when_late": plenty} if works else {}),
            **({} if quotas is None else {"quotas": quotas(plenty), "most_unfinished": 1_000_000}),
        ),
    )


if __name__ == "__main__":
    given = [word.removeprefix("store=") for word in sys.argv[2:] if word.startswith("store=")]
    main(Path(sys.argv[1]), "limited" in sys.argv[2:], "".join(given))
