"""A real PostgreSQL for tests: started once, with an empty store for each test."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

import psycopg
from tools.postgresql import Postgres

from ludus.store.postgresql_connection import connect

_numbers = itertools.count()


@cache
def template(server: Postgres) -> str:
    """A database with the schema in it, from which others are copied."""
    from ludus.store.postgresql import PostgresStore

    new_database(server, "ludus_template", "")
    store = PostgresStore(server.url("ludus_template"))
    store.writer.close()
    return "ludus_template"


def new_database(server: Postgres, name: str, like: str) -> None:
    words = f"CREATE DATABASE {name}" + (f" TEMPLATE {like}" if like else "")
    with connect(server.url()) as db:
        db.execute(words.encode())


def fresh(server: Postgres) -> str:
    """The address of a new, empty store."""
    name = f"ludus_{next(_numbers)}"
    new_database(server, name, template(server))
    return server.url(name)


def emptied(url: str) -> None:
    """Delete all rows of a store."""
    with connect(url) as db:
        rows = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = [name for (name,) in rows if name != "schema_version"]
        db.execute(f"TRUNCATE {', '.join(names)} RESTART IDENTITY CASCADE".encode())


def end_connections(url: str, but: psycopg.Connection | None = None) -> int:
    """End all connections to a database, as a restart of it would; how many there were."""
    with connect(url) as db:
        rows = db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    return len(rows)


def servers() -> Iterator[Postgres]:
    from tools.postgresql import postgres

    with postgres() as server:
        yield server
