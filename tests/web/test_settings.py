"""Settings by file, environment and command line, and what is said about wrong ones."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from ludus.core.errors import BadRequest, FileError
from ludus.web.api.operations import OPERATIONS
from ludus.web.assets import MOUNTED
from ludus.web.config import Rate, Settings
from ludus.web.settings import (
    OWN,
    Loaded,
    in_toml,
    leaves,
    load,
    settings_file,
    shown,
    value_of,
    variable,
)
from ludus.web.views import VIEWS

NO_PASSWORD = "postgresql://ann@db:5432/ludus"


def written(folder: Path, text: str) -> Path:
    file = folder / "ludus.toml"
    file.write_text(text)
    return file


def test_file_environment_and_command_line_in_this_order(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        port = 9001
        bot_time = 3
        bot_workers = 5
        private_hooks = true
        trusted_proxies = ["10.0.0.7", "10.1.0.0/16"]
        writes = { second = 2.5 }
        [quotas.chat.session]
        burst = 3
        """,
    )
    environ = {
        "LUDUS_BOT_WORKERS": "6",
        "LUDUS_PORT": "9002",
        "LUDUS_QUOTAS__CHAT__ADDRESS__SECOND": "0.25",
        "LUDUS_ALLOWED_HOSTS": "a.test, b.test",
        "PORT": "1",
    }
    loaded = load(file, environ, {"port": 9003})
    settings = loaded.settings
    assert (settings.port, settings.bot_workers, settings.bot_time) == (9003, 6, 3.0)
    assert settings.private_hooks
    assert settings.trusted_proxies == ("10.0.0.7", "10.1.0.0/16")
    assert settings.allowed_hosts == ("a.test", "b.test")
    # What is not said stays as it is, also beside something that is.
    assert settings.writes == Rate(2.5, Settings().writes.burst)
    assert settings.quotas.chat.session == Rate(0.5, 3)
    assert settings.quotas.chat.address == Rate(0.25, 60)
    assert settings.quotas.tables == Settings().quotas.tables
    assert loaded.origins["port"] == "the command line"
    assert loaded.origins["bot_workers"] == "LUDUS_BOT_WORKERS"
    assert loaded.origins["quotas.chat.session.burst"] == str(file)
    assert "bot_pause" not in loaded.origins
    assert loaded.unknown == ()


def test_nothing_set_is_the_default() -> None:
    assert load() == Loaded(Settings(), {})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bot_workers = 'three'", "bot_workers: 'three' is not a whole number"),
        ("bot_workers = 1.5", "bot_workers: 1.5 is not a whole number"),
        ("bot_workers = true", "bot_workers: True is not a whole number"),
        ("bot_workers = -1", "bot_workers: -1 is out of range"),
        ("bot_time = 0", "bot_time: 0.0 is out of range: more than 0"),
        ("bot_time = nan", "bot_time: nan is out of range"),
        ("bot_time = inf", "bot_time: inf is out of range"),
        ("private_hooks = 1", "private_hooks: 1 is not true or false"),
        ("bot_wrokers = 1", "bot_wrokers: there is no such setting; did you mean bot_workers?"),
        ("writes = 3", "writes: it has parts of its own, as in [writes]"),
        ("writes.fast = 3", "writes.fast: there is no such setting"),
        ("writes.second = 0", "writes.second: 0.0 is out of range: more than 0"),
        ("[quotas.chat]\nsession = 1", "quotas.chat.session: it has parts of its own"),
        ("port = 70000", "port: 70000 is no port"),
        ("url = 'play.example.org'", "url: 'play.example.org' does not begin with https://"),
        ("url = 'ftp://play.example.org'", "url: 'ftp://play.example.org' does not begin"),
        ("url = 'http://[::1'", "url: 'http://[::1' does not begin"),
        ("url = 'http://a.test/?x'", "url: 'http://a.test/?x' has more than a name"),
        ("url = 'http://a.test/static'", "url: '/static' begins like an address"),
        ("base_path = 'ludus'", "base_path: 'ludus' is no base path"),
        ("base_path = '/a b'", "base_path: '/a b' is no base path"),
        ("base_path = '//evil.test'", "base_path: '//evil.test' is no base path"),
        ("base_path = '/tables/x'", "base_path: '/tables/x' begins like an address"),
        ("trusted_proxies = ['proxy']", "trusted_proxies: 'proxy' is neither an address"),
        ("trusted_proxies = [1]", "trusted_proxies: [1] is not a list of texts"),
        ("port = ", "not TOML:"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file_and_reason(
    tmp_path: Path, text: str, said: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(FileError) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("LUDUS_BOT_WORKERS", "three", "'three' is not a whole number"),
        ("LUDUS_BOT_TIME", "", "'' is not a number"),
        ("LUDUS_PRIVATE_HOOKS", "maybe", "'maybe' is not true or false"),
        ("LUDUS_URL", "play.example.org", "does not begin with https://"),
    ],
)
def test_a_wrong_variable_is_named(name: str, text: str, said: str) -> None:
    with pytest.raises(BadRequest, match=f"^{name}: ") as caught:
        load(environ={name: text})
    assert said in str(caught.value)


def test_variables_that_are_no_setting_are_told() -> None:
    environ = {"LUDUS_BOT_WROKERS": "3", "LUDUS_SETTINGS": "x", "LUDUS_PORT": "1"}
    assert load(environ=environ).unknown == ("LUDUS_BOT_WROKERS",)


def test_the_base_path_is_that_of_the_address() -> None:
    def of(**environ: str) -> tuple[str, str]:
        settings = load(environ={f"LUDUS_{key}": value for key, value in environ.items()}).settings
        return settings.url, settings.base_path

    assert of(URL="https://a.test/ludus/") == ("https://a.test/ludus", "/ludus")
    assert of(URL="https://a.test/", BASE_PATH="/x/y/") == ("https://a.test/x/y", "/x/y")
    assert of(URL="https://a.test/x", BASE_PATH="/x") == ("https://a.test/x", "/x")
    assert of(BASE_PATH="/") == ("", "")
    with pytest.raises(BadRequest, match="base_path: '/y', but url says '/x'"):
        of(URL="https://a.test/x", BASE_PATH="/y")


def test_no_base_path_hides_an_address() -> None:
    paths = [*VIEWS, MOUNTED, *(path for each in OPERATIONS for path in (each.page, each.api))]
    assert {path.split("/")[1] for path in paths if path} - {""} == OWN


def test_what_is_shown_can_be_used_as_a_file(tmp_path: Path) -> None:
    environ = {"LUDUS_URL": "https://a.test/ludus", "LUDUS_CHAT_LIMIT": "77"}
    loaded = load(environ=environ)
    lines = list(shown(loaded))
    assert "chat_limit = 77  # LUDUS_CHAT_LIMIT" in lines
    assert 'base_path = "/ludus"  # worked out' in lines
    assert load(written(tmp_path, "\n".join(lines))).settings == loaded.settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LUDUS_MAIL__PASSWORD", "hush"),
        ("LUDUS_STORE", "postgresql://ann:hush@db/ludus"),
        ("LUDUS_STORE", "postgresql://db/ludus?user=ann&password=hush"),
    ],
)
def test_passwords_are_not_shown(name: str, value: str) -> None:
    lines = list(shown(load(None, {name: value})))
    assert not any("hush" in line for line in lines)
    assert any("is not shown" in line and name in line for line in lines)
    assert any(NO_PASSWORD in line for line in shown(load(None, {"LUDUS_STORE": NO_PASSWORD})))


def test_every_field_can_be_set() -> None:
    keys = [key for key, _, _ in leaves()]
    assert {key.partition(".")[0] for key in keys} == {field.name for field in fields(Settings)}
    for key, kind, default in leaves():
        text = {bool: "yes", str: "", tuple: ""}.get(kind, "7")
        if kind in (int, float):
            assert value_of(load(environ={variable(key): text}).settings, key) == 7, key
        else:
            load(environ={variable(key): str(default) if kind is str else text})


@pytest.mark.parametrize("value", ['a "b" \\c', 3, 0.25, 2.0, True, ("a", "b"), ()])
def test_values_as_toml(value: str | int | float | bool | tuple[str, ...]) -> None:
    read = tomllib.loads(f"x = {in_toml(value)}")["x"]
    assert (tuple(read) if isinstance(read, list) else read) == value


def test_the_file_in_the_data_folder_is_found(tmp_path: Path) -> None:
    assert settings_file(None, tmp_path, {}) is None
    file = written(tmp_path, "")
    other = tmp_path / "other.toml"
    assert settings_file(None, tmp_path, {}) == file
    assert settings_file(None, None, {"LUDUS_DATA": str(tmp_path)}) == file
    assert settings_file(None, tmp_path, {"LUDUS_SETTINGS": str(other)}) == other
    assert settings_file(other, tmp_path, {}) == other
    with pytest.raises(FileError, match=f"{other}: cannot be read"):
        load(other)
