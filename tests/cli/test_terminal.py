"""Colours, columns and bars."""

from __future__ import annotations

import io

import pytest

from ludus.cli.terminal import Progress, Style, in_columns
from ludus.core.text import TEXT, Bit, seat_bit


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colours_only_where_someone_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Style(Screen()).bold("x") == "\x1b[1mx\x1b[0m"
    assert Style(io.StringIO()).bold("x") == "x"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Style(Screen()).bold("x") == "x"


def test_names_have_colour_and_shape() -> None:
    style = Style(Screen(), colours=True)
    told = style.sentence((seat_bit(1, "Ben"), Bit(TEXT, " passes.")))
    assert told == "\x1b[34m● Ben\x1b[0m passes."
    assert style.seat(-1, "Dummy") == "Dummy"


def test_shapes_fit_the_encoding() -> None:
    assert Style(io.TextIOWrapper(io.BytesIO(), encoding="ascii")).seat(0, "Anna") == "# Anna"


def test_columns_are_read_downwards() -> None:
    assert in_columns(["a", "b", "c", "d", "e"], 12) == ["a   c   e", "b   d"]
    assert in_columns(["a", "b"], 1) == ["a", "b"]
    assert in_columns([], 80) == []


def test_a_bar_shows_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(4, "games", show=True) as progress:
        progress._drawn -= 1
        progress.step(2)
        assert " 50%  2 of 4 games" in capsys.readouterr().err
        progress.step(2)
    assert "100%  4 of 4 games" in capsys.readouterr().err


def test_a_bar_is_silent_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(4, "games") as progress:
        progress._drawn -= 1
        progress.step(4)
    assert capsys.readouterr().err == ""
