"""The files for hosting: what they name is there, and means what it says."""

from __future__ import annotations

import configparser
import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import msgspec
import pytest

from ludus.web.settings import leaves, load, variable

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
Nested: TypeAlias = dict[str, object]
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


class Service(msgspec.Struct):
    """Of a compose file: what is looked at here."""

    networks: list[str] | dict[str, dict[str, str]]
    environment: dict[str, str] = {}
    volumes: list[str] = []
    ports: list[str] = []
    depends_on: list[str] = []


class Network(msgspec.Struct):
    ipam: dict[str, list[dict[str, str]]]


class Compose(msgspec.Struct):
    services: dict[str, Service]
    networks: dict[str, Network]
    volumes: dict[str, None]


@pytest.mark.parametrize("file", ["compose.yaml", "compose-workers.yaml"])
def test_compose_files_can_be_read_and_fit_together(file: str) -> None:
    found = msgspec.yaml.decode((DEPLOY / file).read_bytes(), type=Compose)
    servers = 0
    (network,) = (each["subnet"] for each in found.networks["inside"].ipam["config"])
    for service in found.services.values():
        assert set(service.networks) == {"inside"}
        if isinstance(service.networks, dict):
            own = service.networks["inside"]["ipv4_address"]
            assert ip_address(own) in ip_network(network)
        assert set(service.depends_on) <= set(found.services)
        for volume in service.volumes:
            source = volume.partition(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).is_file(), source
            elif not source.startswith("/"):
                assert source in found.volumes
        given = {
            name: value
            for name, value in service.environment.items()
            if name.startswith("LUDUS_") and name != "LUDUS_UPSTREAM"
        }
        if not given:
            continue
        servers += 1
        settings = load(environ=given).settings
        assert settings.url == "https://play.example.org"
        # The proxy is believed: it is in the network that the services share.
        assert settings.trusted_proxies == (network,)
        if settings.store:
            assert urlsplit(settings.store).hostname in found.services
    assert servers == (2 if "workers" in file else 1)


def test_proxies_of_containers_ask_services_that_there_are() -> None:
    workers = msgspec.yaml.decode((DEPLOY / "compose-workers.yaml").read_bytes(), type=Compose)
    asked = re.findall(r"server (\S+) max_fails", (DEPLOY / "nginx-compose.conf").read_text())
    urls = [each.environment.get("LUDUS_WORKER_URL") for each in workers.services.values()]
    assert [f"http://{each}" for each in asked] == [url for url in urls if url]
    assert {each.partition(":")[0] for each in asked} <= set(workers.services)
    alone = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes(), type=Compose)
    upstream = alone.services["caddy"].environment["LUDUS_UPSTREAM"]
    assert upstream.partition(":")[0] in alone.services
    assert "LUDUS_UPSTREAM" in (DEPLOY / "Caddyfile").read_text()
    for proxy in (workers.services["proxy"], alone.services["caddy"]):
        # The one at 80 sends on to the other.
        assert proxy.ports == ["80:80", "443:443"]


class Key(msgspec.Struct, frozen=True, rename="camel"):
    name: str
    key: str


class Source(msgspec.Struct, frozen=True, rename="camel"):
    secret_key_ref: Key | None = None


class Variable(msgspec.Struct, frozen=True, rename="camel"):
    name: str
    value: str = ""
    value_from: Source = Source()


class Ask(msgspec.Struct, frozen=True, rename="camel"):
    path: str
    port: int


class Probe(msgspec.Struct, frozen=True, rename="camel"):
    http_get: Ask


class Port(msgspec.Struct, frozen=True, rename="camel"):
    name: str
    container_port: int


class Container(msgspec.Struct, frozen=True, rename="camel"):
    env: list[Variable]
    ports: list[Port]
    readiness_probe: Probe
    liveness_probe: Probe


def test_the_manifest_for_kubernetes_can_be_read_and_fits_the_container() -> None:
    parts = (DEPLOY / "kubernetes.yaml").read_text().split("\n---\n")
    deployment, service, ingress = (msgspec.yaml.decode(part, type=Nested) for part in parts)
    assert [each["kind"] for each in (deployment, service, ingress)] == [
        "Deployment", "Service", "Ingress",
    ]  # fmt: skip
    spec = msgspec.convert(deployment["spec"], Nested)
    pod = msgspec.convert(spec["template"], Nested)
    labels = msgspec.convert(spec["selector"], Nested)["matchLabels"]
    assert msgspec.convert(pod["metadata"], Nested)["labels"] == labels
    assert msgspec.convert(service["spec"], Nested)["selector"] == labels
    containers = msgspec.convert(pod["spec"], Nested)["containers"]
    (container,) = msgspec.convert(containers, list[Container])
    store = next(each for each in container.env if each.name == "LUDUS_STORE")
    assert store.value_from.secret_key_ref == Key("ludus", "store")
    given = dict(re.findall(r"(LUDUS_\w+)=(\S+)", (DEPLOY / "Dockerfile").read_text()))
    given |= {each.name: each.value for each in container.env if each.name.startswith("LUDUS_")}
    given |= {
        "LUDUS_STORE": "postgresql://db/ludus",
        "LUDUS_WORKER_URL": given["LUDUS_WORKER_URL"].replace("$(POD_IP)", "10.1.2.3"),
    }
    settings = load(environ=given).settings
    assert settings.worker_url == f"http://10.1.2.3:{settings.port}"
    assert [each.container_port for each in container.ports] == [settings.port]
    asked = [container.readiness_probe.http_get, container.liveness_probe.http_get]
    assert asked == [
        Ask("/readyz", settings.operator_port),
        Ask("/healthz", settings.operator_port),
    ]
    # Probes come from outside the pod.
    assert settings.operator_host == "0.0.0.0"


def test_nginx_is_set_up_alike_inside_and_outside_of_containers() -> None:
    inside, outside = (
        re.sub(r"server \S+ max_fails", "server max_fails", (DEPLOY / name).read_text())
        for name in ("nginx-compose.conf", "nginx-workers.conf")
    )
    assert inside.splitlines()[1:] == outside.splitlines()[1:]
