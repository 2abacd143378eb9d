"""Find the nginx that the tests run, and run it; with --install, get one if there is none.

Prints its path. One of the system is used if it is there; LUDUS_NGINX names another. Otherwise, on
a system with apt, the package is fetched and unpacked below build/: nothing is installed, nothing
starts by itself, and no rights are needed. Elsewhere, install nginx (`brew install nginx`).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "nginx"
UNPACKED = FOLDER / "usr" / "sbin" / "nginx"
PATIENCE: Final = 120.0

AROUND: Final = """
daemon off;
master_process off;
pid {folder}/pid;
error_log stderr;
worker_rlimit_nofile {files};
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
"""What a system's own configuration has around that of a site."""
ADAPTED: Final = (
    (r"server \{\s+listen 80;.*?\n\}\n", ""),
    (r"listen \[::\]:443 ssl http2;", ""),
    (r"listen 443 ssl http2;", "listen {port};"),
    (r"ssl_\w+ [^;]+;", ""),
    (r"play\.example\.org", "127.0.0.1"),
)
"""Another port, no certificate; all else is as the docs have it."""
UPSTREAM: Final = re.compile(r"( +server )127\.0\.0\.1:871\d([^\n]*;\n)")
"""A line that names a server or a worker."""


def find() -> Path | None:
    """The nginx there is, if any."""
    named = os.environ.get("LUDUS_NGINX")
    if named:
        return Path(named) if Path(named).is_file() else None
    if UNPACKED.is_file():
        return UNPACKED
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    return Path(found) if found else None


def install() -> bool:
    """Fetch the system's package and unpack it."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        fetch = ["apt-get", "-o", "Acquire::Retries=3", "download", "-qq", "nginx"]
        if not _run(fetch, folder):
            sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
            _run([*sudo, "apt-get", "-o", "Acquire::Retries=3", "update", "-qq"], folder)
            if not _run(fetch, folder):
                return False
        (package,) = Path(folder).glob("nginx_*.deb")
        FOLDER.mkdir(parents=True, exist_ok=True)
        return _run(["dpkg-deb", "-x", str(package), str(FOLDER)], folder)


def site(port: int, upstreams: list[str], below: str = "") -> str:
    """The configuration in deploy/ for one server or several workers, on a port of this machine."""
    name = "nginx.conf" if len(upstreams) == 1 else "nginx-workers.conf"
    text = (ROOT / "deploy" / name).read_text()
    for pattern, wanted in ADAPTED:
        text, count = re.subn(pattern, wanted, text, flags=re.DOTALL)
        assert count, pattern
    found = list(UPSTREAM.finditer(text))
    before, after = found[0].groups()
    named = "".join(f"{before}{each}{after}" for each in upstreams)
    text = text[: found[0].start()] + named + text[found[-1].end() :]
    text = text.replace("{port}", str(port))
    return text.replace("location / {", f"location {below}/ {{") if below else text


@contextmanager
def running(
    folder: Path, port: int, *upstreams: str, below: str = "", connections: int = 256
) -> Iterator[int]:
    """nginx before one server or several workers, by the files in deploy/; its process id."""
    program = find()
    assert program is not None, "no nginx: `python tools/nginx.py --install` gets one"
    folder.mkdir()
    (folder / "nginx.conf").write_text(
        AROUND.format(
            folder=folder,
            site=site(port, list(upstreams), below),
            connections=connections,
            files=connections + 64,
        )
    )
    log = folder / "log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [program, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"], stderr=errors
        )
        try:
            _wait_for(process, port)
            assert process.poll() is None, log.read_text()
            yield process.pid
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Until somebody listens there, or the process has ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)


def _run(command: list[str], folder: str) -> bool:
    print("Running", " ".join(command), file=sys.stderr, flush=True)
    return subprocess.run(command, check=False, stdout=sys.stderr, cwd=folder).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--install", action="store_true", help="get one if there is none")
    wanted = parser.parse_args()
    found = find()
    if found is None and wanted.install and install():
        found = find()
    if found is None:
        print("no nginx found: install one, or name it in LUDUS_NGINX", file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
