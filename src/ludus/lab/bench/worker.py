"""A workload in its own process: reads for how long to work, prints how much it did.

    python -m ludus.lab.bench.worker NAME CORE

Lines go both ways: first `ready` with whether the core is compiled, then for every line with a
number of CPU seconds one line with the units done and the CPU seconds they took.
"""

from __future__ import annotations

import gc
import os
import sys
import time

from ludus.lab.bench.build import is_compiled
from ludus.lab.bench.workloads import Work, workload

PIECES_PER_CHECK = 4
"""How many pieces are done between two looks at the clock."""


def pin(core: int) -> None:
    """Stay on one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity") and core >= 0:
        os.sched_setaffinity(0, {core})


def work_for(work: Work, seconds: float, piece: int) -> tuple[int, float, int]:
    """Units done, CPU seconds spent, and the number of the next piece."""
    units = 0
    gc.collect()
    start = time.process_time()
    stop = start + seconds
    while True:
        for _ in range(PIECES_PER_CHECK):
            units += work(piece)
            piece += 1
        now = time.process_time()
        if now >= stop:
            return units, now - start, piece


def main() -> None:
    pin(int(sys.argv[2]))
    work = workload(sys.argv[1])
    work(0)
    out = sys.stdout
    out.write(f"ready {'compiled' if is_compiled() else 'interpreted'}\n")
    out.flush()
    piece = 1
    for line in sys.stdin:
        units, spent, piece = work_for(work, float(line), piece)
        out.write(f"{units} {spent!r}\n")
        out.flush()


if __name__ == "__main__":
    main()
