"""What is kept so that it need not be made again."""

from __future__ import annotations

from ludus.core.kept import Kept, Latest


def test_what_is_asked_for_often_outlives_what_is_new() -> None:
    kept: Kept[str] = Kept(2)
    kept.put("old", "a")
    for number in range(6):
        assert kept.get("old") == "a"
        kept.put(number, "b")
    assert kept.get(0) is None
    assert len(kept) <= 4


def test_the_latest_will_do_until_the_facts_change() -> None:
    latest: Latest[str] = Latest()
    assert latest.get("fort", [1, 2]) is None
    latest.put("fort", [1, 2], "two roads")
    assert latest.get("fort", [1, 2]) == "two roads"
    assert latest.get("boat", [1, 2]) is None
    assert latest.get("fort", [1, 3]) is None
    latest.put("fort", [1, 3], "three roads")
    assert latest.get("fort", [1, 2]) is None
    latest.forget("fort")
    latest.forget("boat")
    assert latest.get("fort", [1, 3]) is None
