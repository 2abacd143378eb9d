"""Clause coverage finds every mark, and every clause without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.core.errors import BadContent, FileError
from ludus.core.game import Game
from ludus.kit import suite
from ludus.kit.clauses import coverage, marks_in, read_clauses

CLAUSE = """
[[clause]]
id = "{id}"
where = "Page 1"
says = "What {id} says."
check = "How to see it."
"""
HEAD = "import pytest\nfrom pytest import mark\n"


def ledger(folder: Path, *ids: str) -> Path:
    (folder / "tests").mkdir(parents=True, exist_ok=True)
    (folder / "clauses.toml").write_text("".join(CLAUSE.format(id=id) for id in ids))
    return folder


def write(folder: Path, body: str, name: str = "test_rules.py") -> Path:
    path = folder / "tests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + body)
    return path


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        ('@pytest.mark.clause("t.1")\ndef test_a() -> None: ...\n', ["t.1"]),
        ('@mark.clause("t.1", "t.2")\ndef test_a() -> None: ...\n', ["t.1", "t.2"]),
        ('@pytest.mark.clause("t.1")\nasync def test_a() -> None: ...\n', ["t.1"]),
        ('@mark.clause("t.1")\n@mark.clause("t.2")\ndef test_a(): ...\n', ["t.1", "t.2"]),
        ('@pytest.mark.clause("t.1")\nclass TestA:\n  def test_a(self): ...\n', ["t.1"]),
        ('class TestA:\n  pytestmark = mark.clause("t.1")\n  def test_a(self): ...\n', ["t.1"]),
        ('class TestA:\n  @pytest.mark.clause("t.1")\n  def test_a(self): ...\n', ["t.1"]),
        ('pytestmark = pytest.mark.clause("t.1")\ndef test_a(): ...\n', ["t.1"]),
        ('pytestmark: object = [pytest.mark.clause("t.1")]\ndef test_a(): ...\n', ["t.1"]),
        (
            '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("t.1")),\n'
            ' pytest.param(2, marks=[pytest.mark.clause("t.2")])])\ndef test_a(x): ...\n',
            ["t.1", "t.2"],
        ),
        ('test_a = pytest.mark.clause("t.1")(print)\n', ["t.1"]),
        # What is no test shows nothing.
        ('@pytest.mark.clause("t.1")\ndef prepare(): ...\n', []),
        ('@pytest.mark.clause("t.1")\nclass Tools:\n  def test_a(self): ...\n', []),
        ('pytestmark = pytest.mark.clause("t.1")\n', []),
        ('# pytest.mark.clause("t.1")\ndef test_a(): "pytest.mark.clause(\'t.2\')"\n', []),
    ],
)
def test_finds_marks(tmp_path: Path, body: str, ids: list[str]) -> None:
    assert sorted(mark.id for mark in marks_in(write(tmp_path, body))) == ids


def test_all_shown(tmp_path: Path) -> None:
    ledger(tmp_path, "t.1", "t.2")
    write(tmp_path, '@mark.clause("t.1")\ndef test_a(): ...\n')
    write(tmp_path, '@mark.clause("t.1", "t.2")\ndef test_b(): ...\n', "deep/test_more.py")
    report = coverage(tmp_path)
    assert report.ok
    assert report.faults() == []
    assert report.summary() == "2 of 2 clauses are shown by tests"
    assert [mark.test for mark in report.shown["t.1"]] == ["test_b", "test_a"]
    assert report.listing()[1].startswith("t.2  ")
    assert report.listing()[1].endswith("test_more.py::test_b")


def test_clause_without_test(tmp_path: Path) -> None:
    ledger(tmp_path, "t.1", "t.2")
    write(tmp_path, '@mark.clause("t.2")\ndef test_a(): ...\n')
    report = coverage(tmp_path)
    assert not report.ok
    assert report.faults() == ["t.1 is shown by no test: What t.1 says."]
    assert report.listing()[0] == "t.1  -"


def test_unknown_id_in_a_test(tmp_path: Path) -> None:
    ledger(tmp_path, "t.1")
    path = write(tmp_path, '@mark.clause("t.1", "t.11")\ndef test_a(): ...\n')
    report = coverage(tmp_path)
    assert report.faults() == [f"{path}:3: test_a names 't.11', which is no clause"]


def test_repeated_id_in_the_ledger(tmp_path: Path) -> None:
    ledger(tmp_path, "t.1", "t.1")
    write(tmp_path, '@mark.clause("t.1")\ndef test_a(): ...\n')
    report = coverage(tmp_path)
    assert report.faults() == [f"{tmp_path / 'clauses.toml'}: 't.1' is used twice"]


def test_tests_elsewhere_may_show_clauses_of_several_games(tmp_path: Path) -> None:
    ledger(tmp_path / "game", "t.1")
    write(tmp_path / "other", '@mark.clause("t.1", "u.1")\ndef test_a(): ...\n')
    assert coverage(tmp_path / "game", [tmp_path / "other"]).ok
    write(tmp_path / "other", '@mark.clause("t.1", "t.2")\ndef test_a(): ...\n')
    assert [mark.id for mark in coverage(tmp_path / "game", [tmp_path / "other"]).unknown] == [
        "t.2"
    ]


def test_ids_must_be_written_out(tmp_path: Path) -> None:
    path = write(tmp_path, 'ID = "t.1"\n@mark.clause(ID)\ndef test_a(): ...\n')
    with pytest.raises(FileError, match="line 4: clause ids must be written out"):
        list(marks_in(path))


def test_broken_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"test_rules.py, line 3: not Python"):
        list(marks_in(write(tmp_path, "def (\n")))
    with pytest.raises(BadContent, match=r"clauses\.toml: cannot be read"):
        read_clauses(tmp_path / "clauses.toml")
    (tmp_path / "clauses.toml").write_text('[[clause]]\nid = "t.1"\nwhere = "x"\nsays = "y"\n')
    with pytest.raises(BadContent, match="check"):
        read_clauses(tmp_path / "clauses.toml")


def test_suite_fails_with_the_list(tmp_path: Path) -> None:
    ledger(tmp_path, "t.1", "t.2")
    write(tmp_path, '@mark.clause("t.2")\ndef test_a(): ...\n')
    game: Game[object, object] = Game(tmp_path, lambda meta, pack: pytest.fail("not opened"))
    with pytest.raises(AssertionError, match=r"1 of 2 clauses.*\n.*t.1 is shown by no test"):
        suite.clauses(game)()
    write(tmp_path, '@mark.clause("t.1", "t.2")\ndef test_a(): ...\n')
    suite.clauses(game)()
