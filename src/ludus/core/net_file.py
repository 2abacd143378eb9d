"""The file with a net's weights, read so that a hostile one does no harm.

A pack may bring a net along, from wherever its owner has it. So nothing in the file is believed: it
is an archive of two plain arrays, whose sizes are known beforehand from the recipe, and not a byte
more than they need is unpacked.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludus.core.errors import BadContent
from ludus.core.net import Net

SIZES: Final = "sizes.npy"
WEIGHTS: Final = "flat.npy"
HEADER: Final = 128
"""The bytes before an array's numbers."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What the libraries raise for an archive or array that was cut off or changed."""


def read_net(data: bytes, sizes: Sequence[int], where: str) -> Net:
    """The net of these layers; anything else is refused."""
    count = sum(before * after + after for before, after in pairwise(sizes))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sorted(archive.namelist()) != sorted((SIZES, WEIGHTS)):
                raise BadContent(f"{where}: it holds other things than a net")
            layers: NDArray[np.int64] = np.frombuffer(
                _numbers(archive, SIZES, np.dtype(np.int64), len(sizes), where), np.int64
            )
            flat: NDArray[np.float16] = np.frombuffer(
                _numbers(archive, WEIGHTS, np.dtype(np.float16), count, where), np.float16
            )
    except _DAMAGED as error:
        raise BadContent(f"{where}: not a file of weights: {error}") from error
    if layers.tolist() != list(sizes):
        raise BadContent(f"{where}: a net of {layers.tolist()}, not of {list(sizes)}")
    if not np.isfinite(flat).all():
        raise BadContent(f"{where}: some weights are no numbers")
    return Net.from_flat(sizes, flat.astype(np.float32))


def _numbers(
    archive: zipfile.ZipFile, name: str, kind: np.dtype[np.generic], count: int, where: str
) -> bytes:
    """The numbers of one array; what its header says must be what it has to be."""
    if archive.getinfo(name).compress_type not in _METHODS:
        raise BadContent(f"{where}: {name} is packed in an unknown way")
    length = HEADER + count * kind.itemsize
    with archive.open(name) as file:
        # The size in the archive's list may be a lie; what is read is bounded.
        data = file.read(length + 1)
    if len(data) != length:
        raise BadContent(f"{where}: {name} has not the size that it needs for {count} numbers")
    head = io.BytesIO(data[:HEADER])
    version = np.lib.format.read_magic(head)
    if version != (1, 0):
        raise BadContent(f"{where}: {name} is written in an unknown way")
    shape, by_column, found = np.lib.format.read_array_header_1_0(head, max_header_size=HEADER)
    if (shape, by_column, found) != ((count,), False, kind) or head.tell() != HEADER:
        raise BadContent(f"{where}: {name} is no row of {count} numbers")
    return data[HEADER:]
