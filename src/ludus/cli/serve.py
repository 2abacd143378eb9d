"""`ludus serve`: the web server, for playing in the browser."""

from __future__ import annotations

import argparse
import socket
from importlib.util import find_spec
from pathlib import Path

from ludus.cli.command import Command
from ludus.core.errors import BadRequest

ABOUT = """\
Start the web server, for playing in the browser. It prints its address when it is ready; Ctrl-C
stops it. Tables are kept in the data folder and are there again next time.

  ludus serve                          for this computer only
  ludus serve --host 0.0.0.0           for all computers in the same network
  ludus serve --port 9000 --data games
"""
NEEDED = ("starlette", "uvicorn")
MOST_PORT = 65535


class Args(argparse.Namespace):
    host: str
    port: int
    data: Path | None


def port_number(text: str) -> int:
    """An argument type: a port."""
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to {MOST_PORT}")
    return int(text)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="the address to listen on (default: 127.0.0.1, which only this computer reaches)",
    )
    parser.add_argument(
        "--port",
        type=port_number,
        default=8710,
        metavar="N",
        help="the port to listen on (default: 8710; 0: any that is free)",
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where tables are kept (default: in your home)"
    )


def run(args: Args) -> int:
    for module in NEEDED:
        if find_spec(module) is None:
            raise BadRequest(f"serve needs {module}: `make play`, or pip install 'ludus[web]'")
    # Imported here: a machine that never serves need not have the server's libraries.
    from ludus.web.server import serve

    if args.data is not None and args.data.exists() and not args.data.is_dir():
        raise BadRequest(f"--data {args.data}: it is not a folder")
    must_be_free(args.host, args.port)
    try:
        serve(args.host, args.port, args.data)
    except KeyboardInterrupt:
        # Ctrl-C is how the server is stopped, so it is no failure.
        print("The server has stopped; its tables are kept.")
    return 0


def must_be_free(host: str, port: int) -> None:
    """Fail before anything is opened if the address is in use."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address[:2], family=family).close()
    except OSError as error:
        raise BadRequest(f"cannot listen on {host}:{port}: {error.strerror or error}") from error


COMMAND = Command("serve", "play in the browser: start the web server", ABOUT, Args, arguments, run)
