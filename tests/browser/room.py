"""A game room in a process of its own, for browser tests: quick bots, loose limits.

Run as `python tests/browser/room.py DATA PORT [PACKS OPERATOR]`; prints its address once it
listens, and ends when its standard input does, so that it outlives nobody who opened it. PACKS is a
folder of packs, OPERATOR the port of the operator's page.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

from ludus.web.config import NOT_COUNTED, Rate, Settings, all_quotas
from ludus.web.server import serve

LOOSE = Rate(1000.0, 10_000)
SETTINGS = Settings(
    bot_pause=0.01,
    lobby_every=0.2,
    away_after=0.5,
    free_after=0.0,
    writes=LOOSE,
    address_writes=LOOSE,
    work=LOOSE,
    work_when_late=LOOSE,
    reads=LOOSE,
    beginnings=LOOSE,
    quotas=all_quotas(LOOSE),
    daily=NOT_COUNTED,
    most_unfinished=10_000,
)


def end_with_the_opener() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    data, port, *more = sys.argv[1:]
    threading.Thread(target=end_with_the_opener, daemon=True).start()
    settings = SETTINGS
    if more:
        packs, operator = more
        url = f"http://127.0.0.1:{port}"
        settings = replace(SETTINGS, packs=packs, operator_port=int(operator), url=url)
    serve(port=int(port), data=Path(data), settings=settings)


if __name__ == "__main__":
    main()
