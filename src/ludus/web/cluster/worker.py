"""A worker process, as `ludus serve --workers` starts it: its plan comes by stdin."""

from __future__ import annotations

import socket
import sys

import msgspec

from ludus.core.errors import LudusError
from ludus.web.cluster.serve import READY, Plan, listening, serve_one


def main() -> int:
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    # The public socket may be on all addresses; the workers of one machine reach each other here.
    host = "127.0.0.1" if not plan.settings.worker_url else plan.settings.host
    try:
        with socket.socket(fileno=plan.public) as public, listening(host, plan.port) as own:
            serve_one(plan.settings, public, own, _ready)
    except KeyboardInterrupt:
        pass
    except LudusError as error:
        sys.stderr.write(f"ludus: {error}\n")
        return 1
    return 0


def _ready(address: str) -> None:
    sys.stdout.write(f"{READY}{address}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
