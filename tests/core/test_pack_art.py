"""Drawings of packs: nothing that runs, loads or embeds comes into a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.core.errors import BadContent
from ludus.core.pack_art import symbols_in

HEAD = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'
GOOD = '<symbol id="x-good" viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#paint)"/></symbol>'
EVIL = '<symbol id="x-evil" viewBox="0 0 1 1"><script>alert(1)</script></symbol>'


def drawn(folder: Path, inside: str) -> dict[str, tuple[str, str]]:
    path = folder / "art.svg"
    path.write_text(f"{HEAD}{GOOD}{inside}</svg>", encoding="utf-8")
    return symbols_in(path, "x-")


def test_what_is_in_a_comment_is_not_drawn(tmp_path: Path) -> None:
    assert list(drawn(tmp_path, f"<!-- as it was: {EVIL} -->")) == ["good"]
    assert list(drawn(tmp_path, "<g><!-- > --></g>")) == ["good"]


@pytest.mark.parametrize(
    "inside",
    [
        EVIL,
        f"<desc><![CDATA[{EVIL}]]></desc>",
        "<title><![CDATA[><img src=x onerror=alert(1)>]]></title>",
        "<title><?x ><img src=x onerror=alert(1)> ?></title>",
        "<!<!-- -->-- --><g/>",
        "<image/>",
        '<g onclick="alert(1)"/>',
        '<use href="other.svg#x"/>',
        '<use xmlns:l="http://www.w3.org/1999/xlink" l:href="data:x"/>',
        '<g fill="url(https://example.org/x)"/>',
        '<g fill="URL(other.svg)"/>',
        '<g style="background: u\\72l(other.svg)"/>',
        """<g style="background: image-set('//example.org/x')"/>""",
    ],
)
def test_what_runs_or_loads_is_refused(tmp_path: Path, inside: str) -> None:
    with pytest.raises(BadContent, match=r"a drawing has|may not have"):
        drawn(tmp_path, inside)


def test_a_document_type_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "art.svg"
    path.write_text('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>')
    with pytest.raises(BadContent, match="no <! and no <\\?"):
        symbols_in(path, "x-")


def test_a_symbol_may_be_named_as_the_card_that_it_belongs_to(tmp_path: Path) -> None:
    path = tmp_path / "art.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="pb-stone_thrower" viewBox="0 0 9 9">'
        '<path d="M0 0"/></symbol><symbol id="pb-two" viewBox="0 0 9 9">'
        '<use href="#pb-stone_thrower"/><use href="#its_own"/></symbol></svg>',
        encoding="utf-8",
    )
    found = symbols_in(path, "pb-")
    assert found["stone-thrower"] == ("0 0 9 9", '<path d="M0 0"/>')
    assert found["two"][1] == '<use href="#pb-stone-thrower"/><use href="#its_own"/>'
