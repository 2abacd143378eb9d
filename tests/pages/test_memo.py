"""The memo that pages keep markup in."""

from __future__ import annotations

from ludus.web.pages.html import Memo


def test_what_is_used_often_outlives_what_is_new() -> None:
    memo: Memo[str] = Memo(2)
    memo.put("old", "a")
    for number in range(6):
        assert memo.get("old") == "a"
        memo.put(number, "b")
    assert memo.get(0) is None
    assert len(memo) <= 4
