"""Markdown on our pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.web.pages.markdown import inline, render, slug


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("# A turn", '<h2 id="a-turn">A turn</h2>'),
        ("one\ntwo", "<p>one two</p>"),
        ("one\n\ntwo", "<p>one</p><p>two</p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("- a\n  goes on", "<ul><li>a goes on</li></ul>"),
        ("text\n- a", "<p>text</p><ul><li>a</li></ul>"),
        ("> said", "<blockquote><p>said</p></blockquote>"),
        ("```\n<b>\n```", '<pre tabindex="0"><code>&lt;b&gt;</code></pre>'),
        ("---", "<hr/>"),
        ("**a** *b* `c`", "<p><strong>a</strong> <em>b</em> <code>c</code></p>"),
        ("snake_case_name 2*3*4", "<p>snake_case_name 2*3*4</p>"),
        ("[x](/rules/cambria)", '<p><a href="/rules/cambria">x</a></p>'),
        ("[x](javascript:y)", "<p>x</p>"),
        ("[x](<java\tscript:y>)", "<p>x</p>"),
        ("[x](//elsewhere)", "<p>x</p>"),
        ("[x]\n\n[x]: data:y", "<p>x</p>"),
        ("<javascript:y>", "<p>javascript:y</p>"),
        ("![x](javascript:y)", "<p>x</p>"),
        ("![x](/x.png)", "<p>x</p>"),
        ("**Legion**s", "<p><strong>Legion</strong>s</p>"),
        ("one  \ntwo", "<p>one<br/>two</p>"),
        ("3. a", '<ol start="3"><li>a</li></ol>'),
        (r"\*plain\*", "<p>*plain*</p>"),
        ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"),
    ],
)
def test_blocks_and_inline(source: str, shown: str) -> None:
    assert render(source) == shown


def test_table() -> None:
    shown = render("| a | b |\n|---|:-:|\n| 1 | **2** |\n\nafter")
    assert '<th scope="col">a</th>' in shown
    assert "<td><strong>2</strong></td>" in shown
    assert shown.endswith("<p>after</p>")
    assert '<tr><td></td><th scope="col">now</th></tr>' in render("| | now |\n|---|---|\n| a | 1 |")


def test_headings_start_where_asked() -> None:
    assert render("## x", lowest=2) == '<h3 id="x">x</h3>'


def test_slug() -> None:
    assert slug("Every rule, one by one!") == "every-rule-one-by-one"


@given(st.text(alphabet="ab*_`[]()#->|1.\\ \n<&", max_size=60))
def test_any_source_ends_and_stays_escaped(source: str) -> None:
    shown = render(source)
    assert "<a href" not in shown or "](" in source
    assert inline(source).count("<em>") == inline(source).count("</em>")
