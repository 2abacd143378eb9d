"""The fonts are those that `tools/fonts.py` gets, and their stylesheet names all of them."""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
import urllib.request
from urllib.parse import urljoin

import pytest
from tools.fonts import FOLDER, FONTS, ROOT, SUMS, Package, fetch, member

from ludus.web.assets import address
from ludus.web.pages.layout import FONTS as PRELOADED

CSS = (FOLDER.parent / "fonts.css").read_text(encoding="utf-8")
NOTICE = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
FILES = {here for font in FONTS for _, here in font.members()}


def test_the_files_are_the_pinned_ones() -> None:
    sums = dict(line.split("  ")[::-1] for line in SUMS.read_text().splitlines())
    assert set(sums) == FILES
    assert {path.name for path in FOLDER.iterdir()} == FILES
    for name, digest in sums.items():
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest, name


def test_every_family_has_its_licence_beside_it() -> None:
    for font in FONTS:
        words = (FOLDER / font.licence).read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in words
        assert f"| {font.family} " in NOTICE


def test_the_stylesheet_names_every_font_and_no_other() -> None:
    named = set(re.findall(r'url\("\.\./fonts/([^"]+)"\)', CSS))
    assert named == {name for name in FILES if name.endswith(".woff2")}


def test_what_is_preloaded_is_what_the_stylesheet_names() -> None:
    """Another address would be fetched twice."""
    sheet = f"{address()}/fonts.css"
    assert set(PRELOADED) <= {urljoin(sheet, name) for name in re.findall(r'url\("([^"]+)"\)', CSS)}


def test_a_font_of_the_reader_has_our_measures() -> None:
    """Scaled as a browser scales them, ascent and descent are those of the font shipped."""
    measures = {"Cinzel": (97.6, 37.2), "Alegreya": (101.6, 34.5), "Source Sans 3": (102.4, 40.0)}
    found = re.findall(
        r'font-family: "([^"]+) on [^"]+";[^}]*size-adjust: ([0-9.]+)%;\s*'
        r"ascent-override: ([0-9.]+)%;\s*descent-override: ([0-9.]+)%;\s*line-gap-override: 0.00%",
        CSS,
    )
    assert len(found) == 21
    for family, scale, ascent, descent in found:
        real = [float(scale) * float(part) / 100 for part in (ascent, descent)]
        assert real == pytest.approx(measures[family], abs=0.05), family


def test_another_tarball_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("package/LICENSE"))
    tarball = content.getvalue()
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: io.BytesIO(tarball))
    with pytest.raises(SystemExit, match="has the digest"):
        fetch(Package("@fontsource/none", "1.0.0", "another"))
    assert member(tarball, "package/LICENSE") == b""
