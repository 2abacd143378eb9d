"""The memo that pages keep markup in."""

from __future__ import annotations

from ludus.web.pages.html import Latest, Memo


def test_what_is_used_often_outlives_what_is_new() -> None:
    memo: Memo[str] = Memo(2)
    memo.put("old", "a")
    for number in range(6):
        assert memo.get("old") == "a"
        memo.put(number, "b")
    assert memo.get(0) is None
    assert len(memo) <= 4


def test_the_latest_value_stays_while_it_would_be_made_from_the_same() -> None:
    latest: Latest[str] = Latest(2)
    made: list[str] = []

    def make(word: str, count: int) -> str:
        made.append(word)
        return word * count

    assert latest.get("a", ("x", 2), make) == "xx"
    assert latest.get("a", ("x", 2), make) == "xx"
    assert latest.get("b", ("x", 2), make) == "xx"
    assert latest.get("a", ("y", 1), make) == "y"
    assert latest.get("a", ("x", 2), make) == "xx"
    assert made == ["x", "x", "y", "x"]
