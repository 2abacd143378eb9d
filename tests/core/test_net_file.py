"""Files of weights from elsewhere: wrong and hostile ones are refused before they cost anything."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest

from ludus.core.errors import BadContent
from ludus.core.net import Net
from ludus.core.net_file import SIZES, WEIGHTS, read_net

LAYERS = (3, 2, 1)
COUNT = 3 * 2 + 2 + 2 * 1 + 1


def row(numbers: object, kind: type[np.generic]) -> bytes:
    file = io.BytesIO()
    np.save(file, np.array(numbers, kind))
    return file.getvalue()


GOOD = {SIZES: row(LAYERS, np.int64), WEIGHTS: row([0.5] * COUNT, np.float16)}


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def test_what_was_saved_is_read(tmp_path: Path) -> None:
    net = Net.new(LAYERS, 1)
    net.save(tmp_path / "net.npz")
    found = read_net((tmp_path / "net.npz").read_bytes(), LAYERS, "here")
    assert found.sizes == list(LAYERS)
    assert found.flat == pytest.approx(net.flat, abs=1e-3)


class Trap:
    """Ends the process if it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return (exit, (3,))


def pickled() -> bytes:
    file = io.BytesIO()
    np.save(file, np.array([Trap()], object), allow_pickle=True)
    return file.getvalue()


def claiming(shape: str) -> bytes:
    """Eleven numbers that say they are others."""
    good = GOOD[WEIGHTS]
    head = good[10:128].replace(b"(11,)", shape.encode())
    return good[:10] + head[: 128 - 11] + b"\n" + good[128:]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a file of weights"),
        (pickle.dumps(Trap()), "not a file of weights"),
        (zipped({WEIGHTS: GOOD[WEIGHTS]}), "other things than a net"),
        (zipped({**GOOD, "more.npy": b""}), "other things than a net"),
        (zipped({**GOOD, WEIGHTS: pickled()}), "has not the size"),
        (zipped({**GOOD, WEIGHTS: bytes(50_000_000)}), "has not the size"),
        (zipped({**GOOD, WEIGHTS: GOOD[WEIGHTS][:-2]}), "has not the size"),
        (zipped({**GOOD, WEIGHTS: bytes(128 + 2 * COUNT)}), "not a file of weights"),
        (zipped({**GOOD, WEIGHTS: claiming("(9999999999,)")}), "is no row of 11 numbers"),
        (zipped({**GOOD, WEIGHTS: claiming("(1, 11)")}), "is no row of 11 numbers"),
        (zipped({**GOOD, SIZES: row((3, 2, 2), np.int64)}), r"a net of \[3, 2, 2\]"),
        (zipped({**GOOD, WEIGHTS: row([float("nan")] * COUNT, np.float16)}), "are no numbers"),
        (zipped(GOOD, zipfile.ZIP_LZMA), "packed in an unknown way"),
        (zipped(GOOD)[:-30], "not a file of weights"),
    ],
)
def test_files_that_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadContent, match=f"here: .*{message}"):
        read_net(data, LAYERS, "here")


def test_a_damaged_file_is_an_error_in_words_or_a_net() -> None:
    data = zipped(GOOD)
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 0xFF
        try:
            assert read_net(bytes(damaged), LAYERS, "here").sizes == list(LAYERS)
        except BadContent as error:
            assert "here: " in str(error)
