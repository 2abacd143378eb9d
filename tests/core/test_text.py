"""Word tables and sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core.errors import BadContent
from ludus.core.text import (
    ICON,
    Bit,
    Words,
    die_bit,
    joined,
    percentages,
    place_bit,
    plain,
    roman,
    seat_bit,
)

WORDS = Words(
    {
        "event.place": "{who} places {count} {count:warrior|warriors} on {road}.",
        "event.list": "They are {all}.",
    },
    "words.toml",
)


def test_a_sentence_keeps_what_it_speaks_of() -> None:
    who, road = seat_bit(1, "Livia"), place_bit("Deva", "fort-2")
    sentence = WORDS.say("event.place", who=who, count=2, road=road)
    assert plain(sentence) == "Livia places 2 warriors on Deva."
    assert who in sentence
    assert road in sentence
    assert WORDS.text("event.place", who="A", count=1, road="B") == "A places 1 warrior on B."


def test_sentences_can_be_joined_and_put_into_others() -> None:
    dice = joined([(die_bit("2", "II"),), (die_bit("1", "eagle"),)], " and ")
    assert WORDS.text("event.list", all=dice) == "They are II and eagle."
    assert Bit("die", "II", "2") in WORDS.say("event.list", all=dice)


def test_missing_words_and_gaps_are_named() -> None:
    with pytest.raises(BadContent, match=r"words\.toml: no words for 'event.none'"):
        WORDS.text("event.none")
    with pytest.raises(BadContent, match=r"asks for \{road\}"):
        WORDS.text("event.place", who="A", count=1)


def test_a_table_is_read_from_nested_toml(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('[prompt.turn]\ntext = "Roll or pass."\n[reason]\nend = "Over"\n')
    words = Words.load(path)
    assert words.keys() == ["prompt.turn.text", "reason.end"]
    assert words.keys("prompt.") == ["prompt.turn.text"]
    assert "reason.end" in words
    path.write_text("[reason]\nend = 3\n")
    with pytest.raises(BadContent, match=r"reason\.end must be text, not 3"):
        Words.load(path)
    path.write_text("[reason\n")
    with pytest.raises(BadContent, match="cannot read the word table"):
        Words.load(path)
    with pytest.raises(BadContent, match="cannot read the word table"):
        Words.load(tmp_path / "none.toml")


def test_roman_numerals() -> None:
    shown = {1: "I", 4: "IV", 9: "IX", 12: "XII", 19: "XIX", 44: "XLIV", 90: "XC", 449: "CDXLIX"}
    assert {number: roman(number) for number in shown} == shown
    assert (roman(0), roman(1994)) == ("", "MCMXCIV")


def test_a_phrase_has_some_gaps_filled_in_advance() -> None:
    road = place_bit("Deva", "fort-2")
    phrase = WORDS.phrase("event.place", who=seat_bit(1, "Livia"), road=road)
    for count in (1, 2):
        whole = WORDS.say("event.place", who=seat_bit(1, "Livia"), count=count, road=road)
        assert phrase.say(count=count) == whole
        assert phrase.text(count=count) == plain(whole)
    assert WORDS.phrase("event.place", who="A", count=2).around("road") == (
        "A places 2 warriors on ",
        ".",
    )
    with pytest.raises(BadContent, match=r"'event.place' asks for \{count\}"):
        phrase.text()
    with pytest.raises(BadContent, match=r"'event.place' asks for \{count\}"):
        phrase.say()


def test_a_symbol_in_a_sentence_has_words_for_the_terminal() -> None:
    words = Words(
        {
            "icon.coin": "coin|coins",
            "pay": "Pay {count} {#coin:count} to the {#bank}.",
            "icon.bank": "bank",
        },
        "here",
    )
    sentence = words.say("pay", count=2)
    assert [(bit.kind, bit.text, bit.ref) for bit in sentence if bit.kind == ICON] == [
        (ICON, "coins", "coin"),
        (ICON, "bank", "bank"),
    ]
    assert words.text("pay", count=1) == "Pay 1 coin to the bank."
    assert words.icon("coin", 3).text == "coins"


def test_a_symbol_without_words_is_an_error_in_the_content() -> None:
    with pytest.raises(BadContent, match=r"icon\.coin"):
        Words({"pay": "Pay {#coin}."}, "here").say("pay")


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6).filter(lambda each: sum(each) > 0.01))
def test_percentages_add_up_to_a_hundred_and_each_is_near_its_share(shares: list[float]) -> None:
    whole = [share / sum(shares) for share in shares]
    percent = percentages(whole)
    assert sum(percent) == 100
    assert all(abs(each - 100 * share) < 1 for each, share in zip(percent, whole, strict=True))
