"""The same work on Ray: a local cluster of two workers gives what this process gives."""

from __future__ import annotations

import gc

import pytest

from ludus.core.errors import BadRequest
from ludus.lab.plan import Plan
from ludus.lab.ray_pool import RayPool
from ludus.lab.simulate import Tally, simulate

pytest.importorskip("ray", reason="the extra `ray` is not installed")

PLAN = Plan("cambria", 2, ("random",), 12, seed=4)


STARTS = 3


def on_a_local_cluster() -> Tally:
    """Ray gives itself 30 seconds to start. On a busy machine that may be too few: once more."""
    for _ in range(STARTS - 1):
        try:
            return simulate(PLAN, pool=RayPool("local", 2))
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return simulate(PLAN, pool=RayPool("local", 2))


@pytest.mark.flaky(reruns=1)
@pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and files to the garbage collector.
def test_two_workers_of_a_local_cluster_play_the_same_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAY_gcs_server_port_wait_time_s", "300")
    # What else runs on this machine is no reason to end a worker.
    monkeypatch.setenv("RAY_memory_monitor_refresh_ms", "0")
    assert on_a_local_cluster() == simulate(PLAN)
    # Here and not in the middle of some other test.
    gc.collect()


def test_an_address_without_a_cluster_is_refused() -> None:
    with pytest.raises(BadRequest, match="no cluster at 'nonsense'"):
        list(RayPool("nonsense", 1).run(str, [1]))
