"""What processes use of the machine, read from /proc."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def _fields(pid: int) -> list[str]:
    """Those after the name; none if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu(pid: int) -> float:
    """Seconds of processor time used so far, by all threads."""
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def cpu_with_children(pid: int) -> float:
    """The same with all its children, those that have ended too."""
    fields = _fields(pid)
    ended = (int(fields[13]) + int(fields[14])) / TICKS if fields else 0.0
    return cpu(pid) + ended + sum(map(cpu, children(pid)))


def children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def parent(pid: int) -> int:
    """0 if there is no such process on this machine."""
    fields = _fields(pid)
    return int(fields[1]) if fields else 0


def memory(pids: Iterable[int]) -> float:
    """Resident memory in MiB."""
    return sum(
        int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 2**20 for pid in pids
    )


def open_files(pids: Iterable[int]) -> int:
    """The most open file descriptors of one of them, connections among them."""
    return max(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)
