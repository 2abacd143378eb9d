"""Find the nginx that the tests run; with --install, get one if there is none.

Prints its path. One of the system is used if it is there; LUDUS_NGINX names another. Otherwise, on
a system with apt, the package is fetched and unpacked below build/: nothing is installed, nothing
starts by itself, and no rights are needed. Elsewhere, install nginx (`brew install nginx`).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "nginx"
UNPACKED = FOLDER / "usr" / "sbin" / "nginx"


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
