"""Packs in one file: wrong and hostile archives are refused before they cost anything."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from ludus.core.errors import BadContent
from ludus.core.pack_files import (
    MOST_BYTES,
    MOST_FILES,
    MOST_WEIGHTS,
    MOST_ZIPPED,
    net_files,
    pack_files,
    unzip_pack,
    without_net,
    write_pack,
    zip_pack,
)

PACK = {"pack.toml": "x = 1\n" * 400}


def zipped(files: list[tuple[str, str]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped([("pack.toml", "x" * (MOST_BYTES + 1))]), "larger than 4 MB"),
        (zipped([(f"{number}.toml", "") for number in range(MOST_FILES + 1)]), "more than 100"),
        (zipped([*PACK.items()], zipfile.ZIP_LZMA), "is no file of a pack"),
        (zipped([("/etc/pack.toml", "x = 1")]), "is no file of a pack"),
        (zipped([("art.svg", "")]), "holds no pack.toml"),
        (zipped([("net.npz", "x" * (MOST_WEIGHTS + 1))]), "net.npz is larger than 1000000 bytes"),
        (zipped([("other.npz", "x")]), "is no file of a pack"),
        (bytes(MOST_ZIPPED + 1), "larger than 8 MB"),
        (zipped([*PACK.items()])[:-30], "not a pack in one file"),
    ],
)
def test_archives_that_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadContent, match=f"here: .*{message}"):
        unzip_pack(data, "here")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused() -> None:
    with pytest.raises(BadContent, match=r"'pack\.toml' is there twice"):
        unzip_pack(zipped([*PACK.items(), *PACK.items()]), "here")


def test_a_damaged_archive_is_an_error_in_words() -> None:
    data = zipped([*PACK.items()])
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 0xFF
        try:
            files = unzip_pack(bytes(damaged), "here")
        except BadContent as error:
            assert "here: " in str(error)
        else:
            assert files == PACK, "what does not matter may be changed"


def test_a_net_goes_along_byte_by_byte(tmp_path: Path) -> None:
    """Where a pack is changed, its net stays behind: it is made from the rest."""
    weights = bytes(range(256))
    here, there = tmp_path / "here", tmp_path / "there"
    write_pack(PACK, here)
    assert net_files(here) == {}
    (here / "net.npz").write_bytes(weights)
    assert net_files(here) == {}
    (here / "net.toml").write_text("x = 1", encoding="utf-8")
    assert pack_files(here) == PACK
    files = pack_files(here) | net_files(here)
    assert without_net(files) == PACK
    packed = zip_pack(files)
    assert unzip_pack(packed, "here") == files
    write_pack(files, there)
    assert (there / "net.npz").read_bytes() == weights
    (here / "net.npz").write_bytes(bytes(MOST_WEIGHTS + 1))
    with pytest.raises(BadContent, match=r"net\.npz: larger than 1000000 bytes"):
        net_files(here)


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with pytest.raises(OSError):
        write_pack({**PACK, f"{'x' * 300}.toml": ""}, folder)
    assert not folder.exists()
    with pytest.raises(BadContent):
        write_pack({**PACK, "../other.toml": ""}, folder)
    assert not folder.exists()
    with pytest.raises(BadContent, match="not in base64"):
        write_pack({**PACK, "net.npz": "?"}, folder)
    assert not folder.exists()
