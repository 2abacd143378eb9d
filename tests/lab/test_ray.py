"""The same work on Ray: a local cluster of two workers gives what this process gives."""

from __future__ import annotations

import pytest

from ludus.core.errors import BadRequest
from ludus.lab.on_ray import OnRay
from ludus.lab.plan import Plan
from ludus.lab.simulate import simulate

pytest.importorskip("ray", reason="the extra `ray` is not installed")

PLAN = Plan("cambria", 2, ("random",), 12, seed=4)


@pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and files to the garbage collector.
def test_two_workers_of_a_local_cluster_play_the_same_games() -> None:
    assert simulate(PLAN, runner=OnRay("local", 2)) == simulate(PLAN)


def test_an_address_without_a_cluster_is_refused() -> None:
    with pytest.raises(BadRequest, match="no cluster at 'nonsense'"):
        list(OnRay("nonsense", 1).run(str, [1]))
