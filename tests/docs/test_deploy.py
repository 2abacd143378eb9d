"""The files for hosting: what they name is there, and means what it says."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest

from ludus.web.settings import leaves, load, variable

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
VARIABLES = {variable(key) for key, _, _ in leaves()} | {"LUDUS_SETTINGS", "LUDUS_UPSTREAM"}


def test_the_settings_can_be_used() -> None:
    settings = load(DEPLOY / "ludus.toml").settings
    assert settings.url == "https://play.example.org"
    assert settings.operator_port


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_file_is_told_of_and_names_settings_that_there_are(file: str) -> None:
    assert f"deploy/{file}" in (ROOT / "docs" / "hosting.md").read_text()
    named = set(re.findall(r"LUDUS_[A-Z_]+", (DEPLOY / file).read_text()))
    assert named <= VARIABLES


@pytest.mark.parametrize("file", ["ludus.service", "ludus-backup.service", "ludus-backup.timer"])
def test_units_can_be_read(file: str) -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.read(DEPLOY / file)
    assert "Unit" in unit
    if file.endswith(".service"):
        assert "/opt/ludus/bin/ludus " in unit["Service"]["ExecStart"]


def test_the_container_copies_what_there_is() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = [
        line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line
    ]
    assert copied
    for name in (name for names in copied for name in names):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("file", ["compose-workers.yaml", "nginx-compose.conf"])
def test_the_workers_fit_together(file: str) -> None:
    text = (DEPLOY / file).read_text()
    assert {"worker-1:8710", "worker-2:8710"} <= set(re.findall(r"worker-\d:\d+", text))
    given = dict(re.findall(r"^ +(LUDUS_\w+): (.+)$", text, re.MULTILINE))
    if given:
        settings = load(environ=given).settings
        assert settings.store.endswith("@database/ludus")
        assert f"subnet: {settings.trusted_proxies[0]}" in text


def test_nginx_is_set_up_alike_inside_and_outside_of_containers() -> None:
    inside, outside = (
        re.sub(r"server \S+ max_fails", "server max_fails", (DEPLOY / name).read_text())
        for name in ("nginx-compose.conf", "nginx-workers.conf")
    )
    assert inside.splitlines()[1:] == outside.splitlines()[1:]


def test_the_services_fit_together() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    given = dict(re.findall(r"^ +(LUDUS_\w+): (.+)$", compose, re.MULTILINE))
    assert given.pop("LUDUS_UPSTREAM") == "ludus:8710"
    assert "LUDUS_UPSTREAM" in (DEPLOY / "Caddyfile").read_text()
    settings = load(environ=given).settings
    assert settings.url == "https://play.example.org"
    # Caddy is believed: it is in the network that the services share.
    assert f"subnet: {settings.trusted_proxies[0]}" in compose
