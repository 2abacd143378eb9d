"""Build wheels into dist/: one of pure Python, and one for this machine with compiled modules.

The compiled one is the pure one with the extension modules of `tools/compile.py` beside their
sources. With a repository, which is that of `git remote get-url origin` unless it is named, pages
that show the package get its addresses: those of the project, and of pictures and links in README.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from packaging.tags import sys_tags

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
COMPILED = ROOT / "build" / "compiled"
MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of all files: the same sources give the same wheel."""
_LINK = re.compile(r"(!?\[[^\]]*\]\()(?!https?://|#)([^)]+)\)")


def pure(dist: Path, repository: str = "") -> Path:
    """A wheel of pure Python."""
    for old in dist.glob("ludus-*.whl"):
        old.unlink()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    (wheel,) = dist.glob("ludus-*.whl")
    files = read(wheel)
    for name, data in files.items():
        if name.endswith(".dist-info/METADATA"):
            files[name] = with_addresses(data.decode(), repository).encode()
    write(wheel, files)
    return wheel


def compiled(wheel: Path, tree: Path) -> Path:
    """The same wheel for this machine, with the modules that were compiled in `tree`."""
    files = read(wheel)
    for name in files:
        source = tree / name
        if name.startswith("ludus/") and source.is_file():
            # In the copy, what mypyc lacks is written out.
            files[name] = source.read_bytes()
    extensions = [path for path in tree.rglob("*") if path.suffix in (".so", ".pyd")]
    if not extensions:
        raise SystemExit(f"{tree}: nothing is compiled there; `make compiled` does it")
    for path in extensions:
        files[path.relative_to(tree).as_posix()] = path.read_bytes()
    tag = str(next(iter(sys_tags())))
    for name, data in files.items():
        if name.endswith(".dist-info/WHEEL"):
            told = data.decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
            files[name] = re.sub(r"Tag: .+", f"Tag: {tag}", told).encode()
    made = wheel.with_name(wheel.name.replace("py3-none-any", tag))
    write(made, files)
    return made


def with_addresses(metadata: str, repository: str) -> str:
    """Metadata with the addresses of a repository, in place of those that lead nowhere."""
    if not repository:
        return metadata
    head, _, readme = metadata.partition("\n\n")
    urls = {
        "Source": repository,
        "Documentation": f"{repository}/tree/main/docs",
        "Changes": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    head += "".join(f"\nProject-URL: {name}, {url}" for name, url in urls.items())

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{repository}/{kind}/main/{found[2]})"

    return f"{head}\n\n{_LINK.sub(absolute, readme)}"


def read(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel, but for its list of them."""
    with zipfile.ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if not name.endswith("/RECORD")]
        return {name: packed.read(name) for name in names}


def write(wheel: Path, files: dict[str, bytes]) -> None:
    (info,) = {name.split("/")[0] for name in files if ".dist-info/" in name}
    rows = [f"{name},{_digest(data)},{len(data)}" for name, data in sorted(files.items())]
    record = "\n".join([*rows, f"{info}/RECORD,,", ""])
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in (*sorted(files.items()), (f"{info}/RECORD", record.encode())):
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)


def _digest(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"sha256={digest.decode()}"


def origin() -> str:
    """Where this repository is on the web, if it says so."""
    command = ["git", "remote", "get-url", "origin"]
    ran = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    found = re.match(r"(?:https://|git@)([\w.-]+)[:/](.+?)(?:\.git)?/?$", ran.stdout.strip())
    return f"https://{found[1]}/{found[2]}" if found else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repository", default=origin(), metavar="URL", help="https://...")
    parser.add_argument("--pure", action="store_true", help="only the one of pure Python")
    wanted = parser.parse_args()
    wheel = pure(DIST, wanted.repository.rstrip("/"))
    print(wheel)
    if not wanted.pure:
        print(compiled(wheel, COMPILED))
    return 0


if __name__ == "__main__":
    sys.exit(main())
