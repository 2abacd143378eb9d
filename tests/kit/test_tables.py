"""Which tables are tried: all seat counts, all choices, soon all pairs of choices."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations as pairs_of

import msgspec
import pytest
from tests.kit.toys import bids, hands

from ludus.core.game import Meta
from ludus.core.options import Option
from ludus.kit.tables import LONG, Setting, combinations, every_pair, settings

COLOUR = Option("colour", ("red", "blue", "green"), "blue", "t.1")
SIZE = Option("size", ("small", "big"), "small", "t.2")
MOON = Option("moon", ("new", "half", "full"), "full", "t.3")


def meta(*options: Option) -> Meta:
    return msgspec.structs.replace(bids().meta, option=options)


def test_defaults_come_first_and_every_pair_occurs() -> None:
    rows, needed = combinations([COLOUR, SIZE, MOON], {})
    assert rows[0] == {"colour": "blue", "size": "small", "moon": "full"}
    for one, two in pairs_of([COLOUR, SIZE, MOON], 2):
        met = {(row[one.key], row[two.key]) for row in rows}
        assert met == {(a, b) for a in one.choices for b in two.choices}
    assert len(rows) <= 12
    early = rows[:needed]
    for option in (COLOUR, SIZE, MOON):
        assert {row[option.key] for row in early} == set(option.choices)
    assert needed <= 4


def test_a_fixed_option_stays() -> None:
    rows, _ = combinations([COLOUR, SIZE], {"colour": "red"})
    assert {row["colour"] for row in rows} == {"red"}
    assert {row["size"] for row in rows} == {"small", "big"}


def test_many_options_are_sampled_without_losing_a_choice() -> None:
    many = [Option(f"o{n}", ("a", "b", "c"), "a", "t.1") for n in range(9)]
    rows, needed = combinations(many, {})
    for option in many:
        assert {row[option.key] for row in rows[:needed]} == {"a", "b", "c"}


def test_at_least_so_many_tables_for_each_seat_count() -> None:
    found = settings(meta(COLOUR, SIZE), 1)
    assert [setting.seats for setting in found] == [2, 2, 2, 3, 3, 3]
    assert len(settings(meta(COLOUR, SIZE), 7)) == 14
    assert len(settings(meta(), 1)) == 2
    assert [setting.seats for setting in settings(meta(), 1, seats=[3])] == [3]


def test_options_of_some_seat_counts_stay_there() -> None:
    for setting in settings(hands().meta, 3):
        assert ("partners" in setting.options) == (setting.seats == 4)


def test_a_table_may_be_told_that_nothing_ends_the_game() -> None:
    moon = Option("moon", ("new", "half", "full"), "full", "t.3", endless=("new",))
    found = settings(meta(COLOUR, moon), 1)
    assert {setting.options["moon"] for setting in found if setting.endless} == {"new"}
    assert {setting.options["moon"] for setting in found if not setting.endless} == {"half", "full"}
    assert [setting.most(9_999) for setting in (Setting(2), Setting(2, {}, True))] == [9_999, LONG]


@pytest.mark.parametrize(
    ("setting", "text"),
    [(Setting(1), "1 seat"), (Setting(3, {"side": "north"}), "3 seats, side=north")],
)
def test_a_setting_in_words(setting: Setting, text: str) -> None:
    assert str(setting) == text
    assert len(setting.names) == setting.seats
    assert str(replace(setting, seats=2)).startswith("2 seats")


def test_every_two_choices_meet_at_every_seat_count() -> None:
    partners = Option("partners", ("yes", "no"), "no", "t.4", seats=(3,))
    found = every_pair(meta(COLOUR, SIZE, partners))
    assert [setting.seats for setting in found[:4]] == [2, 3, 2, 3]
    for seats, options in ((2, (COLOUR, SIZE)), (3, (COLOUR, SIZE, partners))):
        here = [setting.options for setting in found if setting.seats == seats]
        assert len(here) == len(found) // 2
        for one, two in pairs_of(options, 2):
            met = {(row[one.key], row[two.key]) for row in here}
            assert met == {(a, b) for a in one.choices for b in two.choices}
    fixed = every_pair(meta(COLOUR, SIZE), [3], {"size": "big"})
    assert {(each.seats, each.options["size"]) for each in fixed} == {(3, "big")}


def test_no_pair_is_lost_among_many_options() -> None:
    wide = [Option(f"o{n}", tuple("abcdefghijkl"), "a", "t.1") for n in range(3)]
    rows, _ = combinations(wide, {})
    for one, two in pairs_of(wide, 2):
        assert len({(row[one.key], row[two.key]) for row in rows}) == 12 * 12
