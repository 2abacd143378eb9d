"""The benchmark's own works; what it measures is not tested, since no test is timed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import ludus
from ludus.cli.bench import as_markdown, as_text
from ludus.core.errors import BadRequest, FileError
from ludus.core.registry import open_box
from ludus.lab.bench import build, results
from ludus.lab.bench.cores import _apart
from ludus.lab.bench.memory import growth_apart
from ludus.lab.bench.results import (
    MET,
    MISSED,
    cores_line,
    entries_for,
    game_lines,
    lab_lines,
    memory_line,
)
from ludus.lab.bench.rounds import Entry, Times, run_rounds
from ludus.lab.bench.targets import Targets, targets_of
from ludus.lab.bench.worker import work_for
from ludus.lab.bench.workloads import middle, workload

SOURCE = Path(ludus.__file__).resolve().parents[1]


def test_a_rate_is_the_median_and_a_ratio_is_taken_round_by_round() -> None:
    mine, theirs = Times([30.0, 10.0, 40.0]), Times([10.0, 5.0, 10.0])
    assert mine.rate == 30.0
    assert mine.against(theirs) == 3.0
    assert Times([2e5]).microseconds == 5.0


def test_a_slice_counts_units_and_goes_on_where_it_stopped() -> None:
    pieces: list[int] = []

    def work(piece: int) -> int:
        pieces.append(piece)
        return 10

    units, spent, following = work_for(work, 0.0, 7)
    assert units == 10 * len(pieces)
    assert pieces[0] == 7
    assert following == pieces[-1] + 1
    assert spent >= 0.0


def test_workloads_do_their_work() -> None:
    assert workload("random:cambria")(1) > 10
    assert workload("copy:cambria")(0) > 0
    assert workload("search:cambria")(0) > 0
    assert workload("seen:cambria")(1) > 10
    assert workload("pettingzoo:cambria")(1) > 10
    assert workload("afterstates:cambria")(1) > 10
    assert workload("gymnasium:cambria")(1) > 5
    assert workload("openspiel:cambria")(1) > 10
    assert workload("vector:cambria")(1) == 256
    with pytest.raises(BadRequest, match="unknown workload 'sleep'"):
        workload("sleep")


def test_the_middle_of_a_game_is_neither_its_start_nor_its_end() -> None:
    box = open_box("cambria")
    state = middle(box, 3)
    assert box.rules.decisions(state)
    assert state != box.rules.setup(4, box.options(4, {}))


def test_workers_race_in_turns() -> None:
    told: list[int] = []
    entry = Entry("cambria", "random:cambria", SOURCE)
    if build.is_compiled():
        entry = Entry("cambria", "random:cambria", SOURCE, compiled=True)
    times = run_rounds([entry], 2, 0.01, told.append)
    assert told == [1, 2]
    assert len(times["cambria"].rates) == 2
    assert times["cambria"].rate > 0


def test_a_worker_that_fails_says_why() -> None:
    with pytest.raises(FileError, match=r"bad: could not be measured: .*unknown game 'chess'"):
        run_rounds([Entry("bad", "random:chess", SOURCE, build.is_compiled())], 1, 0.01, print)


def test_a_build_that_is_not_what_it_should_be_is_refused() -> None:
    entry = Entry("cambria", "random:cambria", SOURCE, compiled=not build.is_compiled())
    with pytest.raises(FileError, match="should not be"):
        run_rounds([entry], 1, 0.01, print)


def test_targets_are_met_or_missed() -> None:
    times = {
        "catanatron": Times([10.0]),
        "g": Times([120.0]),
        "g compiled": Times([300.0]),
        "g copy": Times([1e6 / 4]),
    }
    lines = game_lines("g", Targets(interpreted=10, compiled=35, copy_us=3), times)
    assert [(line.against, line.verdict) for line in lines] == [
        ("12.0x", MET),
        ("30.0x", MISSED),
        ("", MISSED),
    ]
    free = game_lines("g", Targets(), times)
    assert {line.verdict for line in free} == {""}
    assert memory_line("g", 2_000_000).verdict == MISSED
    assert memory_line("g", -5).verdict == MET


def test_search_interface_and_cores_have_their_targets() -> None:
    times = {
        "search": Times([300.0]),
        "search compiled": Times([1000.0]),
        "seen": Times([90.0]),
        "pettingzoo": Times([28.0]),
    }
    lines = {line.what: (line.against, line.verdict) for line in lab_lines(times)}
    assert lines["cambria, search"] == ("1x", "")
    assert lines["cambria, search compiled"] == ("3.3x", "")
    assert lines["cambria, the same through PettingZoo"] == ("costs 3.2x", MISSED)
    assert cores_line(1.79).verdict == MISSED
    assert cores_line(1.8).verdict == MET
    assert _apart("cambria", 4, 1, SOURCE) > 0


def test_cambria_has_its_targets() -> None:
    assert targets_of("cambria") == Targets(4, 10.0, 35.0, 5.0, 100_000, 70_000, 175_000)


def test_growth_is_measured_apart() -> None:
    assert growth_apart("cambria", 5, SOURCE) < 50_000_000


def test_the_whole_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With made-up times: the table holds every line, as text, as Markdown and as JSON."""

    def made_up(entries: Sequence[Entry], *rest: object) -> dict[str, Times]:
        return {entry.label: Times([float(1000 + len(entry.label))]) for entry in entries}

    monkeypatch.setattr(results, "run_rounds", made_up)
    monkeypatch.setattr(results, "growth_apart", lambda game, games, path: 0)
    monkeypatch.setattr(results, "speed_up", lambda game, games, path: 1.9)
    found = results.measure(["cambria"], SOURCE, 1, 0.1, lambda done: None)
    labels = [entry.label for entry in entries_for(["cambria"], SOURCE)]
    assert {"cambria compiled", "cambria copy compiled", "search compiled"} <= set(labels)
    assert found.missed
    text, page = "\n".join(as_text(found)), as_markdown(found)
    for line in found.lines:
        assert line.what in text
        assert f"| {line.what} | {line.figure} |" in page
    assert json.loads(json.dumps(dict(found.machine)))["ludus"] == ludus.__version__


def test_what_learners_use_has_its_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """With made-up times: 80,000 a second is enough for one table of Cambria, not for many."""

    def made_up(entries: Sequence[Entry], *rest: object) -> dict[str, Times]:
        assert all(entry.compiled for entry in entries)
        return {entry.label: Times([80_000.0]) for entry in entries}

    monkeypatch.setattr(results, "run_rounds", made_up)
    found = results.measure_learners(["cambria"], SOURCE, 1, 0.1, lambda done: None)
    verdicts = {line.what: line.verdict for line in found.lines}
    assert verdicts["cambria, choices through PettingZoo"] == "met"
    assert verdicts["cambria, choices at 256 tables (Vector)"] == "MISSED"
    assert verdicts["cambria, afterstates with features"] == "MISSED"
    assert len(verdicts) == 5
    assert found.machine["build"] == "compiled"


def test_a_stale_compiled_build_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src" / "ludus"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(ludus, "__file__", str(package / "__init__.py"))
    assert build.compiled_build() is None
    compiled = tmp_path / "build" / "compiled"
    compiled.mkdir(parents=True)
    with pytest.raises(FileError, match="not built from the sources as they are"):
        build.compiled_build()
    (compiled / build.STAMP).write_text(build.digest_of(package), encoding="utf-8")
    assert build.compiled_build() == compiled
    (package / "__init__.py").write_text("x = 1", encoding="utf-8")
    with pytest.raises(FileError, match="run `make compiled`"):
        build.compiled_build()
