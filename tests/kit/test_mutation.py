"""Mutation testing: the faults that are planted, and what becomes of them in a toy and in Cambria.

The toy is a package with two functions and three tests, so that every verdict can be foretold.
"""

from __future__ import annotations

import ast
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ludus.core.errors import BadRequest, FileError
from ludus.core.registry import find_game, package_of
from ludus.games import PUBLISHED
from ludus.kit.mutation import runner
from ludus.kit.mutation.functions import functions_below
from ludus.kit.mutation.plant import KINDS, NUMBERS, Mutant, content_mutants, python_mutants
from ludus.kit.mutation.report import as_text, page, summary_of
from ludus.kit.mutation.runner import (
    Result,
    ResultsFile,
    Target,
    by_lot,
    judge_all,
    recorded,
    sample,
    workers,
)
from ludus.kit.mutation.scope import Place, digest_of, files_of, scope_of
from ludus.kit.mutation.worker import hung_up

RULES = """\
def most(a: int, b: int) -> int:
    if a > b:
        return a
    return b


def countdown(start: int) -> int:
    steps = 0
    while start > 0:
        steps += 1
        start -= 1
    return steps


def unseen(value: int) -> bool:
    return value == 3
"""
TESTS = """\
from mutated_toy.rules import countdown, most


def test_most() -> None:
    assert most(2, 1) == 2
    assert most(1, 2) == 2


def test_countdown() -> None:
    assert countdown(1) == 1


def test_golden_countdown() -> None:
    assert countdown(2) == 2
"""


def changes(text: str, kind: str) -> set[str]:
    return {each.change for each in python_mutants("rules.py", text.encode()) if each.kind == kind}


# What is planted ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind", "wanted"),
    [
        ("return a < b <= 3", "comparison", {"< → <=", "<= → <"}),
        ("return a not in b", "comparison", {"not in → in"}),
        ("return not a", "comparison", {"not a → bool(a)"}),
        ("return a[2]", "off by one", {"2 → 3"}),
        ("return (a + b) & ~b", "operator", {"+ → -", "& → |"}),
        ("a += b", "operator", {"+= → -="}),
        ('return a + "s"', "operator", set()),
        ("if a:\n        b()", "dropped branch", {"a → False"}),
        ("if a:\n        b()\n    else:\n        a()", "dropped branch", {"a → False", "a → True"}),
        ("return a and b", "dropped branch", {"a and b → (b)", "a and b → (a)"}),
        ("return a if b else 7", "dropped branch",
         {"a if b else 7 → (a)", "a if b else 7 → (7)"}),
        ("return [c for c in a if c]", "dropped branch", {"c → True"}),
        ("return True", "dropped branch", {"True → False"}),
        ("a.seat = b.player + a.seat", "swapped seat",
         {"b.player → a.seat", "a.seat → b.player"}),
        ("return a.seat", "swapped seat", set()),
        ("a.go()\n    a.b = 1\n    a[0] = 1\n    c = a", "skipped step",
         {"a.go() → pass", "a.b = 1 → pass", "a[0] = 1 → pass"}),
        ("raise ValueError(a > 1)", "comparison", set()),
        ("assert a is not None", "comparison", set()),
        ("if emit is not None:\n        emit(a)", "dropped branch", set()),
        ("if emit is not None:\n        emit(a)", "skipped step", {"emit(a) → pass"}),
        ("if emit is not None and b is not None:\n        emit(b)", "dropped branch", set()),
        ("if emit is not None and b:\n        emit(b)", "dropped branch",
         {"emit is not None and b → False", "emit is not None and b → (b)",
          "emit is not None and b → (emit is not None)"}),
    ],
)  # fmt: skip
def test_the_faults_of_a_function(body: str, kind: str, wanted: set[str]) -> None:
    text = f"def rule(a, b, emit=None):\n    {body}\n"
    assert changes(text, kind) == wanted


def test_figures_of_a_module_are_told_from_numbers_in_its_rules() -> None:
    text = '"""Five of 5."""\n\nMOST: Final = 5\n__slots__ = (1,)\n\n\ndef f(a=3):\n    return 4\n'
    assert changes(text, "changed figure") == {"5 → 6"}
    assert changes(text, "off by one") == {"4 → 5"}


def test_assertions_are_left_alone() -> None:
    text = "def f(a, b):\n    assert a\n    return list(zip(a, b, strict=True))\n"
    assert python_mutants("x.py", text.encode()) == []


def test_numbers_that_only_tell_things_apart_are_no_figures() -> None:
    codes = 'A: Final = 0\n"""One."""\nB: Final = 1\nC: Final = 2\n'
    text = codes + "MOST: Final = 2\nX: Final = 0\nY: Final = 1\n"
    assert changes(text, "changed figure") == {"2 → 3", "0 → 1", "1 → 2"}
    assert [m.line for m in python_mutants("x.py", text.encode())] == [5, 6, 7]


def test_a_statement_of_several_lines_is_one_place() -> None:
    text = "def f(a, b):\n    return (\n        a\n        and b  # < a\n        > 2\n    )\n"
    (found,) = [m for m in python_mutants("x.py", text.encode()) if m.kind == "comparison"]
    assert (found.line, found.lines, found.change) == (5, (2, 6), "> → >=")
    assert b"        >= 2\n" in found.planted(text.encode())


def test_only_what_the_rulebook_states_is_changed_in_content() -> None:
    text = (
        'limit = 9\n[a]\nforts = 16 # of 20\nname = "Legio 7"\nsource = "rulebook"\n'
        '[b]\nroads = 28\nsource = "reconstruction"\nlist = [\n'
        '  { n = 1, source = "rulebook" },\n  { n = 2, source = "public" },\n]\n'
        '[c]\nsource = "rulebook"\nsources = { boxes = "public" }\nboxes = 5\nyearly = 1\n'
        "[d]\nlist = [\n"
        '  { n = 3, fort = 4, source = "rulebook", sources = { fort = "public" } },\n]\n'
    )
    found = content_mutants("x.toml", text.encode())
    told = [(each.line, each.change) for each in found]
    assert told == [(3, "16 → 17"), (10, "1 → 2"), (17, "1 → 2"), (20, "3 → 4")]


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_mutant_of_every_game_is_python_or_toml_and_another_text(game: str) -> None:
    folder = find_game(game).folder
    for part in ("rules", "face"):
        for path in files_of(folder, "rules" if part == "rules" else "face"):
            text = path.read_bytes()
            if path.suffix == ".toml":
                assert all(m.planted(text) != text for m in content_mutants("x", text))
                continue
            found = python_mutants("x", text)
            assert {each.kind for each in found} <= set(KINDS)
            assert len({each.key for each in found}) == len(found)
            before = ast.dump(ast.parse(text))
            for each in found[::100]:
                assert ast.dump(ast.parse(each.planted(text))) != before, each


def test_drawings_keep_their_sizes() -> None:
    folder = find_game("cambria").folder
    assert not {each.kind for each in scope_of(folder, "face").mutants} & NUMBERS
    files = {each.file for each in scope_of(folder).mutants}
    assert {"ids.py", "rules/scoring.py", "view/view.py", "content/maps.toml"} <= files
    assert not any(name.startswith(("face/", "bot/", "tests/", "content.py")) for name in files)


def test_a_larger_sample_holds_the_smaller_one() -> None:
    every = python_mutants("rules.py", RULES.encode())
    few, more = sample(every, 3, 1), sample(every, 6, 1)
    assert len(few) == 3 and set(few) < set(more)
    assert sample(every, 3, 2) != few
    assert sample(every, None, 0) == sample(every, 10_000, 0) == every
    assert set(by_lot(every, 1)[:6]) == set(more)


def test_a_mutant_is_the_same_while_its_line_is() -> None:
    line = "def f(a):\n    a.b = 1\n    a.b = 1\n"
    first = python_mutants("x.py", line.encode())
    assert len({each.key for each in first}) == len(first) == 4
    later = python_mutants("x.py", f"LIMIT = 9\n\n\n{line}".encode())
    assert {each.key for each in later} - {each.key for each in first} == {
        "x.py: LIMIT = 9: 9: 9 → 10"
    }


# What becomes of them -----------------------------------------------------------------------------


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    folder = tmp_path / "mutated_toy"
    (folder / "tests").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    (folder / "__init__.py").touch()
    (folder / "tests" / "__init__.py").touch()
    (folder / "rules.py").write_text(RULES)
    (folder / "tests" / "test_rules.py").write_text(TESTS)
    monkeypatch.syspath_prepend(tmp_path)
    yield Target.of("mutated_toy")


def judged(target: Target, mutants: list[Mutant], kept: Path, jobs: int = 1) -> dict[str, Result]:
    with ResultsFile(kept / "toy.jsonl", "toy") as file, workers(target, jobs) as team:
        lines = recorded(target, kept / "lines.json", team)
        assert lines.broken == []
        return judge_all(mutants, lines, file, team)


def test_verdicts_of_a_toy(toy: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "GRACE", 1.0)
    before = digest_of(toy.folder)
    scope = scope_of(toy.folder)
    found = judged(toy, list(scope.mutants), tmp_path, jobs=2)
    told = {
        f"{mutant.line} {mutant.change}": (found[mutant.key].status, found[mutant.key].tests)
        for mutant in scope.mutants
    }
    assert told["2 > → >="] == ("survived", 1), "equal numbers are equal"
    assert told["2 a > b → False"] == ("killed", 1)
    assert told["9 > → >="] == ("killed", 2)
    assert told["9 0 → 1"] == ("killed", 2)
    assert told["11 start -= 1 → pass"] == ("timed out", 2)
    assert told["11 1 → 2"] == ("stored only", 2)
    assert told["16 == → !="] == ("survived", 0), "no test runs it"
    by = {found[mutant.key].by for mutant in scope.mutants if mutant.line == 2}
    assert by == {"", "tests/test_rules.py::test_most"}
    assert digest_of(toy.folder) == before, "the sources were never touched"

    said = summary_of("toy", "Toy", "rules", 0, scope, scope.mutants, found)
    assert said.total.planted == len(scope.mutants) == said.available
    assert said.total.timed_out >= 1 and said.total.stored_only >= 1 and not said.met
    assert said.total.share == (said.total.killed + said.total.timed_out) / said.total.planted
    text = "\n".join(as_text(said))
    assert "rules.py:11: off by one: 1 → 2 (stored games only; 2 tests)" in text
    assert "rules.py:16: comparison: == → != (survived; 0 tests)" in text
    assert "| `rules.py:16` | `== → !=` | `return value == 3` | 0 |  |" in page(said, "ludus")


def test_results_are_kept_and_survivors_tried_again(toy: Target, tmp_path: Path) -> None:
    mutants = [m for m in scope_of(toy.folder).mutants if m.line in (2, 16) and ">" in m.before]
    mutants += [m for m in scope_of(toy.folder).mutants if m.change == "== → !="]
    first = judged(toy, mutants, tmp_path)
    kept = (tmp_path / "toy.jsonl").read_text()
    assert judged(toy, mutants, tmp_path) == first
    assert (tmp_path / "toy.jsonl").read_text() == kept, "nothing was asked again"
    tests = toy.folder / "tests" / "test_rules.py"
    tests.write_text(
        f"{TESTS}\n\ndef test_seen() -> None:\n    from mutated_toy.rules import unseen\n\n"
        "    assert unseen(3)\n"
    )
    again = judged(toy, mutants, tmp_path)
    changed = {key for key in first if first[key].status != again[key].status}
    assert changed == {"rules.py: return value == 3: 18: == → !="}
    rows = len((tmp_path / "toy.jsonl").read_text().splitlines()) - len(kept.splitlines())
    assert rows == sum(result.status == "survived" for result in first.values())
    with pytest.raises(FileError, match="game is 'toy', not 'other'"):
        ResultsFile(tmp_path / "toy.jsonl", "other")


def test_mutants_that_change_nothing_are_listed_with_a_reason(toy: Target) -> None:
    every = scope_of(toy.folder).mutants
    listed = toy.folder / "mutants.toml"
    listed.write_text(
        '[[equivalent]]\nfile = "rules.py"\nsource = "if a > b:"\nchange = "> → >="\n'
        'reason = "Equal numbers are equal."\n'
        '[[equivalent]]\nfile = "rules.py"\nsource = "if a > c:"\nchange = "> → >="\n'
        'reason = "It is gone."\n'
    )
    scope = scope_of(toy.folder)
    assert len(scope.mutants) == len(every) - 1
    ((mutant, reason),) = scope.equivalent
    assert (mutant.line, reason) == (2, "Equal numbers are equal.")
    assert [each.source for each in scope.unknown] == ["if a > c:"]
    said = summary_of("toy", "Toy", "rules", 0, scope, (), {})
    assert "no such mutant: rules.py: if a > c:: > → >=" in "\n".join(as_text(said))
    assert "| `rules.py: if a > b:` | `> → >=` | Equal numbers are equal. |" in page(said, "ludus")


def test_one_of_several_alike_can_be_listed(toy: Target) -> None:
    (toy.folder / "rules.py").write_text("def f(a):\n    return a[1] + a[1]\n")
    entry = '[[equivalent]]\nfile = "rules.py"\nsource = "return a[1] + a[1]"\nchange = "1 → 2"\n'
    columns = {"": [14, 21], "nth = 2\n": [21], "nth = 3\n": []}
    for nth, expected in columns.items():
        (toy.folder / "mutants.toml").write_text(f'{entry}{nth}reason = "Alike."\n')
        scope = scope_of(toy.folder)
        assert [mutant.column for mutant, _ in scope.equivalent] == expected
        assert len(scope.unknown) == (not expected)


def test_only_some_lines_of_a_file(toy: Target) -> None:
    every = scope_of(toy.folder).mutants
    for first, last in ((2, 2), (9, 11), (1, 99)):
        found = scope_of(toy.folder, only=(Place("rules.py", first, last),)).mutants
        assert found == tuple(each for each in every if first <= each.line <= last)
    assert scope_of(toy.folder, only=(Place("other.py"),)).mutants == ()


def test_after_some_time_no_mutant_is_begun(toy: Target, tmp_path: Path) -> None:
    mutants = scope_of(toy.folder).mutants
    with ResultsFile(tmp_path / "toy.jsonl", "toy") as file, workers(toy, 1) as team:
        lines = recorded(toy, None, team)
        assert judge_all(mutants, lines, file, team, until=time.monotonic()) == {}
        one = judge_all(mutants[:1], lines, file, team, until=time.monotonic() + 3600)
        assert list(one) == [mutants[0].key]
        again = judge_all(mutants, lines, file, team, until=time.monotonic())
        assert again == one, "what is known is told"
        other = judge_all(mutants[2:3], lines, file, team)
        assert list(other) == [mutants[2].key]
        again = judge_all(mutants, lines, file, team, until=time.monotonic())
        assert again == one, "what comes after one that is not known is not"


def test_a_test_that_fails_anyway_notices_nothing(toy: Target) -> None:
    tests = toy.folder / "tests" / "test_rules.py"
    tests.write_text(TESTS.replace("most(2, 1) == 2", "most(2, 1) == 5"))
    mutants = [each for each in scope_of(toy.folder).mutants if each.line == 2]
    with workers(toy, 1) as (worker,):
        lines = recorded(toy, None, [worker])
        assert lines.broken == ["tests/test_rules.py::test_most"]
        assert worker.judge(mutants[0], lines, "").status == "survived"


def test_a_module_that_loops_or_breaks_on_import_is_noticed(toy: Target) -> None:
    rules = toy.folder / "rules.py"
    rules.write_text(f"{RULES}\n\nLIMIT = [1][0]\n")
    (mutant,) = [each for each in scope_of(toy.folder).mutants if each.change == "0 → 1"][-1:]
    with workers(toy, 1) as (worker,):
        verdict = worker.judge(mutant, recorded(toy, None, [worker]), "")
    assert (verdict.status, verdict.by) == ("killed", "the game cannot be imported")
    assert verdict.tests == 3, "what runs on import is run by every test"


def test_a_changed_file_is_taken_over_without_an_import(tmp_path: Path) -> None:
    path = tmp_path / "loaded.py"
    text = "def f():\n    return (\n        1\n    )\ndef g():\n    return 5\n"
    made: dict[str, Callable[[], int]] = {}
    exec(compile(text, str(path), "exec"), made)
    functions = functions_below(tmp_path)
    assert functions.take_over(path, text.replace("(\n        1\n    )", "7").encode())
    assert (made["f"](), made["g"]()) == (7, 5)
    assert not functions.take_over(path, b"def g():\n    return 6\n"), "one of them is gone"
    assert not functions.take_over(path, b"def g(a:")


def test_a_worker_knows_when_nobody_asks_any_more() -> None:
    ours, theirs = os.pipe()
    assert not hung_up(ours)
    os.close(theirs)
    assert hung_up(ours)
    os.close(ours)


def test_with_few_seconds_only_quick_tests_are_run(toy: Target) -> None:
    mutants = [each for each in scope_of(toy.folder).mutants if each.change == "a > b → False"]
    with workers(toy, 1) as (worker,):
        lines = recorded(toy, None, [worker])
        slow = [msgspec.structs.replace(test, seconds=30.0) for test in lines.tests]
        lines = msgspec.structs.replace(lines, tests=slow)
        assert worker.judge(mutants[0], lines, "", 29).status == "survived"
        assert worker.judge(mutants[0], lines, "", 30).status == "killed"


def test_what_is_no_package_is_refused() -> None:
    with pytest.raises(BadRequest, match="no such package"):
        Target.of("no_such_package_anywhere")


def test_a_sample_of_cambria() -> None:
    """Faults in who takes a fort, looked for by two of its files of tests."""
    target = Target.of(package_of("cambria"))
    mutants = sample(scope_of(target.folder, only=(Place("mechanics.py"),)).mutants, 6, 4)
    files = ("tests/test_capture.py", "tests/test_boats.py")
    with workers(target, 1) as (worker,):
        lines = recorded(target, None, [worker], files)
        assert lines.broken == []
        statuses = {mutant.key: worker.judge(mutant, lines, "").status for mutant in mutants}
    assert set(statuses.values()) == {"killed"}, statuses


def test_several_workers_record_the_same_as_one(toy: Target) -> None:
    more = "from mutated_toy.rules import unseen\n\n\ndef test_unseen():\n    assert unseen(3)\n"
    (toy.folder / "tests" / "test_more.py").write_text(more)
    told = []
    for jobs in (1, 2):
        with workers(toy, jobs) as team:
            lines = recorded(toy, None, team)
        touching = {
            mutant.key: {test.name for test in lines.touching(mutant)}
            for mutant in scope_of(toy.folder).mutants
        }
        told.append((lines.digest, lines.files, {test.name for test in lines.tests}, touching))
    assert told[0] == told[1]


def test_what_is_recorded_is_read_again_only_for_the_same_sources(
    toy: Target, tmp_path: Path
) -> None:
    path = tmp_path / "lines.json"
    with workers(toy, 1) as (worker,):
        first = recorded(toy, path, [worker])
        path.write_bytes(msgspec.json.encode(msgspec.structs.replace(first, tests=[])))
        assert recorded(toy, path, [worker]).tests == []
        shutil.copy(toy.folder / "rules.py", toy.folder / "more.py")
        assert len(recorded(toy, path, [worker]).tests) == 3


def test_only_changed_files_of_tests_are_recorded_anew(toy: Target, tmp_path: Path) -> None:
    path = tmp_path / "lines.json"
    more = "from mutated_toy.rules import unseen\n\n\ndef test_unseen():\n    assert unseen(3)\n"
    (toy.folder / "tests" / "test_more.py").write_text(more)
    with workers(toy, 1) as (worker,):
        first = recorded(toy, path, [worker])
        (toy.folder / "tests" / "test_rules.py").write_text(TESTS.partition("def test_golden")[0])
    with workers(toy, 1) as (worker,):
        second = recorded(toy, path, [worker])
    assert len(first.tests) == 4
    assert [test.name.partition("::")[2] for test in second.tests] == [
        "test_unseen",
        "test_most",
        "test_countdown",
    ]
    for line, names in ((2, ["test_most"]), (9, ["test_countdown"]), (16, ["test_unseen"])):
        mutant = next(each for each in scope_of(toy.folder).mutants if each.line == line)
        touching = [test.name.partition("::")[2] for test in second.touching(mutant)]
        assert touching == names, line
