"""The compiled build of this checkout: where it is, and whether it is of the same sources."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import ludus
from ludus.core import chance
from ludus.core.errors import FileError

STAMP = "sources.sha256"
"""The file in the build that says what it was made from."""


def is_compiled() -> bool:
    """Whether the package that runs now is a compiled one."""
    return not chance.__file__.endswith(".py")


def digest_of(package: Path) -> str:
    """A digest of all sources of a package, in Python and in C."""
    digest = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.c")]):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_build() -> Path | None:
    """Where the compiled build is, if there is one. It must be of the sources that run now."""
    package = Path(ludus.__file__).resolve().parent
    path = package.parents[1] / "build" / "compiled"
    if not path.is_dir():
        return None
    stamp = path / STAMP
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != digest_of(package):
        raise FileError(f"{path}: not built from the sources as they are; run `make compiled`")
    return path


def output_of(module: str, path: Path, *arguments: object) -> str:
    """What a module prints in a fresh process; `path` is the folder of the package to run."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    # For scripts: fails unless the compiled build is the one that Python finds.
    sys.exit(0 if is_compiled() else f"{Path(ludus.__file__).parent} is not compiled")
