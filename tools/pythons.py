"""Run the core of the suite on every other Python of this machine that Ludus supports.

Pythons are looked for on PATH and among those of pyenv. Each has an environment of its own under
build/pythons, with the packages at the versions of the lock file; it is made once.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "pythons"
LOCK = ROOT / "requirements.lock"
FIRST = (3, 11)
"""The oldest that is supported."""
PACKAGES = (".[web]", "httpx", "hypothesis", "pytest", "pytest-xdist")
TESTS = (
    "tests/core/test_actions.py",
    "tests/core/test_content.py",
    "tests/core/test_files.py",
    "tests/core/test_machine.py",
    "tests/core/test_protocol.py",
    "tests/core/test_record.py",
    "tests/core/test_table.py",
    "tests/store/test_sqlite.py",
    "tests/web/test_settings.py",
    "tests/web/test_live_table.py",
    "tests/web/test_mail.py",
    "tests/web/test_push.py",
)
"""What another version of Python is likely to break: state, records, the store, the server."""
_NAME = re.compile(r"python3\.(\d+)\Z")


def pythons() -> dict[tuple[int, int], Path]:
    """All Pythons that are new enough, one of each version, but for the running one."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [Path(part) for part in os.environ.get("PATH", "").split(os.pathsep) if part]
    folders += sorted(pyenv.glob("*/bin"), reverse=True)
    found: dict[tuple[int, int], Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("python3.*")):
            name = _NAME.match(path.name)
            version = (3, int(name[1])) if name else (0, 0)
            if version >= FIRST and version != sys.version_info[:2] and _works(path, version):
                found.setdefault(version, path)
    return dict(sorted(found.items()))


def _works(path: Path, version: tuple[int, int]) -> bool:
    """Whether it starts: a link of pyenv may lead to nothing."""
    asked = "import sys, sqlite3, ssl, venv; print(*sys.version_info[:2])"
    try:
        ran = subprocess.run([path, "-c", asked], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return ran.stdout.split() == [str(part) for part in version]


def environment(version: tuple[int, int], python: Path) -> Path:
    """The Python of an environment with all packages."""
    folder = BUILD / f"{version[0]}.{version[1]}"
    made = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, wanted = folder / "lock", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        pip = [str(made), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "-c", str(LOCK), *PACKAGES], check=True, cwd=ROOT)
        # The code comes from the repository, as it is now.
        subprocess.run([*pip, "uninstall", "-y", "ludus"], check=True, cwd=ROOT)
        stamp.write_text(wanted)
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--list", action="store_true", help="only say which there are")
    parser.add_argument("--jobs", type=int, default=2, help="processes for each; default: 2")
    parser.add_argument("tests", nargs="*", default=TESTS, help="default: the core of the suite")
    given = parser.parse_args()
    failed = []
    for version, python in pythons().items():
        print(f"Python {version[0]}.{version[1]}: {python}", flush=True)
        if given.list:
            continue
        made = str(environment(version, python))
        command = [made, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        ran = subprocess.run(
            [*command, "-n", str(given.jobs), *given.tests],
            check=False,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        if ran.returncode:
            failed.append(".".join(map(str, version)))
    if failed:
        print(f"failed on Python {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
