"""Get the fonts of the pages and write them into the package; with --check, only compare.

They come from the npm packages of Fontsource, each at one version and with the digest that the
registry gives for it; a tarball with any other digest is refused. The files are committed, so only
a new version of a font needs this, and `tools/font_metrics.py` after it.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import sys
import tarfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src/ludus/web/static/fonts"
SUMS = Path(__file__).with_name("fonts.sha256")
"""The digests of the files, for the test that compares them without a network."""
REGISTRY = "https://registry.npmjs.org"
SUBSETS = ("latin", "latin-ext")
LARGEST = 8_000_000
"""No tarball is larger; a registry that sends more is not listened to."""


@dataclass(frozen=True, slots=True)
class Package:
    """An npm package at one version."""

    name: str
    version: str
    sha512: str

    @property
    def short(self) -> str:
        return self.name.partition("/")[2]

    @property
    def address(self) -> str:
        return f"{REGISTRY}/{self.name}/-/{self.short}-{self.version}.tgz"


@dataclass(frozen=True, slots=True)
class Font:
    """A family that the pages use, and the styles of it."""

    family: str
    package: Package
    styles: tuple[str, ...] = ("normal",)

    def file(self, subset: str, style: str) -> str:
        """The name in our package. It holds the version, so browsers may keep the file forever."""
        slant = "" if style == "normal" else f"-{style}"
        return f"{self.package.short}-{self.package.version}-{subset}{slant}.woff2"

    @property
    def licence(self) -> str:
        return f"{self.package.short}-OFL.txt"

    def members(self) -> Iterator[tuple[str, str]]:
        """What is taken from the tarball: its name there, and its name here."""
        yield "package/LICENSE", self.licence
        for subset in SUBSETS:
            for style in self.styles:
                there = f"package/files/{self.package.short}-{subset}-wght-{style}.woff2"
                yield there, self.file(subset, style)


CINZEL = Font(
    "Cinzel",
    Package(
        "@fontsource-variable/cinzel",
        "5.3.0",
        "eFcU0TwaAP5QESF2pV8VoOPJJXJ6sSGm/6mXMwqTdMBPAJMaLhfa6oISHuOtFeddsoHP9RYm4Io0j1j3mNEz2Q==",
    ),
)
ALEGREYA = Font(
    "Alegreya",
    Package(
        "@fontsource-variable/alegreya",
        "5.3.0",
        "K+DFrm7tnqsG6di2w3eW/o4Ic6XNFLtZCKcPldeHEnE9f8uWy4llIp1CqQAu+ByI9MFfs1C7eLv4Rv84yEIerw==",
    ),
)
SOURCE_SANS = Font(
    "Source Sans 3",
    Package(
        "@fontsource-variable/source-sans-3",
        "5.3.0",
        "dpi0GZk7EQe2tYpg6Q0Fx0OmUgnuGu+0rHPgtXqtKhglYmJuP7jZ12Mu1uN+NfRaJRY1Emn8AQJEWzmoZ4wa9g==",
    ),
    ("normal", "italic"),
)
FONTS = (CINZEL, ALEGREYA, SOURCE_SANS)


def fetch(package: Package) -> bytes:
    """The package's tarball, after its digest was compared."""
    with urllib.request.urlopen(package.address, timeout=60) as response:
        tarball: bytes = response.read(LARGEST + 1)
    if len(tarball) > LARGEST:
        raise SystemExit(f"{package.address} is larger than {LARGEST} bytes")
    digest = base64.b64encode(hashlib.sha512(tarball).digest()).decode()
    if digest != package.sha512:
        raise SystemExit(f"{package.address} has the digest {digest}, not {package.sha512}")
    return tarball


def member(tarball: bytes, name: str) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(tarball)) as archive:
        file = archive.extractfile(name)
        if file is None:
            raise SystemExit(f"{name} is not a file")
        return file.read()


def files() -> Iterator[tuple[str, bytes]]:
    """Every file of the folder, as the registry has it."""
    for font in FONTS:
        tarball = fetch(font.package)
        for there, here in font.members():
            yield here, member(tarball, there)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if a file differs")
    check = parser.parse_args().check
    found = dict(files())
    sums = "".join(f"{hashlib.sha256(found[name]).hexdigest()}  {name}\n" for name in sorted(found))
    wanted = {FOLDER / name: content for name, content in found.items()}
    wanted[SUMS] = sums.encode()
    wrong = 0
    for path, content in wanted.items():
        if path.is_file() and path.read_bytes() == content:
            continue
        wrong += 1
        print(f"{path.relative_to(ROOT)} {'differs' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return 1 if wrong and check else 0


if __name__ == "__main__":
    sys.exit(main())
