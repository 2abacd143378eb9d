"""The names by which a server may be asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import QUICK, http, serving

from ludus.web.config import Settings
from ludus.web.http.middleware import host_name
from ludus.web.server import with_address


def test_a_foreign_name_that_leads_here_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, replace(QUICK, allowed_hosts=("play.example.org",))) as server:
        client = http(server)
        for path in ("/", "/api/games", "/static/base.css", "/nothing"):
            for host in ("evil.test", "evil.test:8710", "play.example.org.evil.test", ".", ":80"):
                answer = client.get(path, headers={"Host": host})
                assert answer.status_code == 421, (path, host)
                assert "play.example.org" in answer.text
                assert "content-security-policy" in answer.headers
        for host in ("play.example.org", "PLAY.example.org:443", "play.example.org.",
                     "localhost:8710", "127.0.0.1", "[::1]:8710"):  # fmt: skip
            assert client.get("/", headers={"Host": host}).status_code == 200, host


def test_without_an_address_any_name_is_good(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert http(server).get("/", headers={"Host": "any.test"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("A.test", "a.test"),
        ("a.test:80", "a.test"),
        ("[::1]:80", "::1"),
        ("::1", "::1"),
        (" b. ", "b"),
        ("", ""),
    ],
)
def test_names_in_headers(host: str, name: str) -> None:
    assert host_name(host) == name


def test_an_address_that_is_set_is_the_name_of_the_server() -> None:
    plain = with_address(Settings(), "http://127.0.0.1:8710")
    assert (plain.url, plain.allowed_hosts) == ("http://127.0.0.1:8710", ())
    below = with_address(Settings(base_path="/ludus"), "http://127.0.0.1:8710")
    assert below.url == "http://127.0.0.1:8710/ludus"
    named = with_address(Settings(url="https://Play.example.org"), "http://127.0.0.1:8710")
    assert named.url == "https://Play.example.org"
    assert named.allowed_hosts == ("play.example.org",)
    more = with_address(Settings(url="https://a.test", allowed_hosts=("a.test", "b.test")), "")
    assert more.allowed_hosts == ("a.test", "b.test")
