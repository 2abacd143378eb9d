"""`ludus serve`: the web server, for playing in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.command import Command, add_data
from ludus.core.errors import BadRequest
from ludus.core.extras import require

if TYPE_CHECKING:
    from ludus.web.config import Settings

ABOUT = """\
Start the web server, for playing in the browser. It prints its address when it is ready; Ctrl-C
stops it. Tables are kept in the data folder and are there again next time.

Everything else can be set in a file, ludus.toml, and by the environment: docs/settings.md.

  ludus serve                          for this computer only
  ludus serve --host 0.0.0.0           for all computers in the same network
  ludus serve --port 9000 --data games
  ludus serve --store postgresql://ludus@db/ludus --workers 4
  ludus serve --settings ludus.toml --show-settings
"""
NEEDED = ("starlette", "uvicorn")
MOST_PORT = 65535
MOST_WORKERS = 256


class Args(argparse.Namespace):
    host: str | None
    port: int | None
    data: Path | None
    store: str | None
    workers: int | None
    settings: Path | None
    show_settings: bool
    browser: bool


def port_number(text: str) -> int:
    """An argument type: a port."""
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to {MOST_PORT}")
    return int(text)


def count(text: str) -> int:
    """An argument type: a number from 1 on."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text!r}: a number from 1 to {MOST_WORKERS}")
    return int(text)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="the address to listen on (default: 127.0.0.1, which only this computer reaches)",
    )
    parser.add_argument(
        "--port",
        type=port_number,
        metavar="N",
        help="the port to listen on (default: 8710; 0: any that is free)",
    )
    add_data(parser)
    parser.add_argument(
        "--store",
        metavar="URL",
        help="keep tables in PostgreSQL (postgresql://ludus@db/ludus), not in the data folder",
    )
    parser.add_argument(
        "--workers",
        type=count,
        metavar="N",
        help="serve by so many processes, with --store (default: 1)",
    )
    parser.add_argument(
        "--settings",
        type=Path,
        metavar="FILE",
        help="read settings from this file (default: ludus.toml in the data folder)",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="open a browser, if you started the server at a screen (default)",
    )
    parser.add_argument(
        "--show-settings",
        action="store_true",
        help="print all settings, with where each was set, as a file that can be used; then stop",
    )


def run(args: Args) -> int:
    require("serve", "web", *NEEDED)
    # Imported here: a machine that never serves need not have the server's libraries.
    from ludus.web.settings import load, settings_file, shown

    if args.data is not None and args.data.exists() and not args.data.is_dir():
        raise BadRequest(f"--data {args.data}: it is not a folder")
    file = settings_file(args.settings, args.data, os.environ)
    loaded = load(file, os.environ, _given(args))
    for name in loaded.unknown:
        print(f"ludus: {name} is set, but there is no such setting", file=sys.stderr)
    if args.show_settings:
        print("\n".join(shown(loaded)))
        return 0
    from ludus.web.server import serve

    settings = loaded.settings
    if settings.workers > 1 and not settings.store:
        raise BadRequest("workers: several need a store in PostgreSQL: --store postgresql://...")
    if settings.workers > 1 and settings.worker_url:
        raise BadRequest(
            "worker_url is the address of one worker: start each by itself, with workers = 1"
        )
    free_ports(settings)
    data = Path(settings.data).expanduser() if settings.data else None
    opens = settings.open_browser and args.browser
    try:
        serve(settings.host, settings.port, data, settings, told_and_opened if opens else None)
    except KeyboardInterrupt:
        # Ctrl-C is how the server is stopped, so it is no failure.
        print("The server has stopped; its tables are kept.")
    return 0


def told_and_opened(address: str) -> None:
    """Say where the server is, and show it if a person sits at a screen here."""
    from ludus.web.server import print_address

    print_address(address)
    if sys.stdout.isatty() and has_screen(os.environ, sys.platform):
        # Some browsers are slow to start, and the server has to go on.
        threading.Thread(target=webbrowser.open, args=(f"{address}/",), daemon=True).start()


def has_screen(environ: Mapping[str, str], system: str) -> bool:
    """Whether a browser that is opened here can be seen by whoever started it."""
    if "SSH_CONNECTION" in environ:
        return False
    return system in ("win32", "darwin") or bool(
        environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")
    )


def _given(args: Args) -> dict[str, str | int]:
    """What the command line says about settings."""
    data = None if args.data is None else str(args.data)
    given = {
        "host": args.host,
        "port": args.port,
        "data": data,
        "store": args.store,
        "workers": args.workers,
    }
    return {key: value for key, value in given.items() if value is not None}


def free_ports(settings: Settings) -> None:
    """Fail before anything is opened if two of the server's ports are one, or one is in use."""
    several = settings.workers if settings.workers > 1 else 0
    players = [(settings.host, settings.port)]
    if settings.port:
        players += [("127.0.0.1", settings.port + number) for number in range(1, several + 1)]
    operators = []
    if settings.operator_port:
        ports = range(settings.operator_port, settings.operator_port + max(1, several))
        operators = [(settings.operator_host, port) for port in ports]
    taken = {port for _, port in players} & {port for _, port in operators}
    if taken:
        whose = f"those of the {several} workers" if several else "that of players"
        raise BadRequest(
            f"operator_port {settings.operator_port}: its ports and {whose} begin at "
            f"{settings.operator_port} and {settings.port}, and share {min(taken)}"
        )
    for host, port in (*players, *operators):
        must_be_free(host, port)


def must_be_free(host: str, port: int) -> None:
    """Fail before anything is opened if the address is in use."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except OSError as error:
        raise BadRequest(f"cannot listen on {host}:{port}: {error.strerror or error}") from error


COMMAND = Command("serve", "play in the browser: start the web server", ABOUT, Args, arguments, run)
