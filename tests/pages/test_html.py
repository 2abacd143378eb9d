"""The HTML helper: nothing that was said by somebody becomes markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.web.pages.html import (
    Markup,
    Tag,
    Template,
    a,
    classes,
    div,
    escape,
    form,
    fragment,
    img,
    input_,
    slot,
    span,
)


def test_text_and_attributes_are_escaped() -> None:
    assert div("a < b & 'c'", title='"x"') == (
        '<div title="&quot;x&quot;">a &lt; b &amp; &#39;c&#39;</div>'
    )


@given(st.text())
def test_no_text_opens_a_tag_or_leaves_an_attribute(words: str) -> None:
    shown = div(words, data_said=words)
    inner = shown.removeprefix('<div data-said="').removesuffix("</div>")
    said, _, text = inner.partition('">')
    for part in (said, text):
        assert "<" not in part
        assert '"' not in part
        assert ">" not in part


def test_markup_stays_as_it_is_but_not_in_an_attribute() -> None:
    bold = Markup("<b>x</b>")
    assert div(bold) == "<div><b>x</b></div>"
    assert div(title=bold) == '<div title="&lt;b&gt;x&lt;/b&gt;"></div>'
    assert escape(bold) is bold


def test_names_of_attributes() -> None:
    made = div(class_="a", for_="b", data_seat=3, aria_hidden="true")
    assert made == '<div class="a" for="b" data-seat="3" aria-hidden="true"></div>'


def test_none_and_false_leave_things_out() -> None:
    assert input_(disabled=False, checked=True, name=None) == "<input checked/>"
    assert fragment(None, False, "x", [span(1), None]) == "x<span>1</span>"


@pytest.mark.parametrize("name", ["onclick", "style", "on_click", "a b", 'x"y', "9"])
def test_code_and_style_have_no_way_in(name: str) -> None:
    with pytest.raises(ValueError, match="not allowed"):
        div(**{name: "x"})


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", " javascript:x", "JAVASCRIPT:x", "data:text/html,x", "//evil.example"],
)
def test_addresses_are_checked(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        a("x", href=address)
    with pytest.raises(ValueError, match="not an address"):
        img(src=address)


@pytest.mark.parametrize("address", ["/x", "#y", "?at=3", "https://a.example/b", "./c", ""])
def test_plain_addresses_pass(address: str) -> None:
    assert a("x", href=address).endswith(">x</a>")


def test_scripts_and_styles_are_no_elements() -> None:
    for name in ("script", "style", "a b", "<"):
        with pytest.raises(ValueError, match="no element"):
            Tag(name)


def test_void_elements_hold_nothing() -> None:
    with pytest.raises(ValueError, match="holds nothing"):
        img("x")


def test_a_template_is_filled_by_name() -> None:
    shape = Template(
        a(slot("words"), span(slot("count")), href=slot("to"), title=f"to {slot('words')}")
    )
    filled = shape(words="Ann & Bob", count=3, to="/me", more="left out")
    assert filled == '<a href="/me" title="to Ann &amp; Bob">Ann &amp; Bob<span>3</span></a>'
    assert shape(words="", count=0, to="#") == '<a href="#" title="to "><span>0</span></a>'


def test_a_template_lets_markup_in_between_tags_only() -> None:
    shape = Template(div(slot("words"), title=slot("words")))
    assert shape(words=span("x")) == (
        '<div title="&lt;span&gt;x&lt;/span&gt;"><span>x</span></div>'
    )


@given(st.text())
def test_nothing_that_fills_a_template_opens_a_tag(words: str) -> None:
    shape = Template(div(slot("words"), input_(value=slot("words")), class_=slot("words")))
    assert shape(words=words) == div(words, input_(value=words), class_=words)


@pytest.mark.parametrize("address", ["javascript:alert(1)", "//elsewhere", "data:text/html,x"])
def test_a_template_checks_addresses(address: str) -> None:
    shape = Template(form(action=f"{slot('to')}/act"))
    with pytest.raises(ValueError, match="not an address"):
        shape(to=address)


def test_a_template_wants_all_its_slots_filled() -> None:
    with pytest.raises(KeyError, match="words"):
        Template(div(slot("words")))(word="x")


def test_classes() -> None:
    assert classes("a", None, False, "b", "") == "a b"
    assert classes(None) is None
