"""The settings of a server. `ludus.web.settings` reads them from a file and the environment."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

NAME_LIMIT: Final = 32
"""The longest name of a visitor; fields on pages take no more."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second on average, and so many at once."""

    second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Quota:
    """What one session may do, and what all sessions of one address together."""

    session: Rate
    address: Rate


@dataclass(frozen=True, slots=True)
class Quotas:
    """How often the things may be done that cost the server or other people something."""

    tables: Quota = Quota(Rate(1 / 60, 20), Rate(1 / 6, 60))
    """New ones, rematches and forks."""
    uploads: Quota = Quota(Rate(1 / 60, 10), Rate(1 / 20, 30))
    """Records of games."""
    analyses: Quota = Quota(Rate(1 / 300, 5), Rate(1 / 60, 15))
    """Of finished games."""
    chat: Quota = Quota(Rate(0.5, 10), Rate(2.0, 60))
    """Lines of players and watchers, and requests for takebacks."""
    seats: Quota = Quota(Rate(0.5, 30), Rate(2.0, 120))
    """Taking, leaving, handing over and freeing seats, and links to them."""
    names: Quota = Quota(Rate(1 / 30, 10), Rate(1 / 5, 60))
    """New ones for visitors."""
    notes: Quota = Quota(Rate(1.0, 30), Rate(4.0, 120))
    """Saving one's notes at a table."""
    contacts: Quota = Quota(Rate(1 / 60, 10), Rate(1 / 12, 30))
    """Browsers to be told of one's turn."""
    mails: Quota = Quota(Rate(1 / 3600, 3), Rate(1 / 600, 10))
    """E-mail addresses, each of which is asked whether it is right."""
    thinking: Quota = Quota(Rate(1.0, 120), Rate(3.0, 600))
    """Seconds for which bots and hints think."""


@dataclass(frozen=True, slots=True)
class Daily:
    """How many one session may have in a day, and all sessions of one address together."""

    session: int
    address: int


@dataclass(frozen=True, slots=True)
class DailyQuotas:
    """The most of a day, which begins at midnight UTC; 0: as many as one likes."""

    tables: Daily = Daily(300, 1500)
    """New ones, rematches and forks."""
    uploads: Daily = Daily(100, 500)
    """Records of games."""
    analyses: Daily = Daily(50, 250)
    """Of finished games."""
    mails: Daily = Daily(10, 40)
    """E-mail addresses, each of which is asked whether it is right."""


@dataclass(frozen=True, slots=True)
class Mail:
    """The mail server through which people are told that it is their turn."""

    server: str = ""
    """The name of the mail server; empty: no e-mails are sent."""
    port: int = 587
    """Its port."""
    security: str = "starttls"
    """`starttls`, `tls` from the first byte on, or `none` for a server on this computer."""
    user: str = ""
    """The name to log in with there; empty: without logging in."""
    password: str = ""
    """The password for that. It is not shown; the variable of the environment keeps it out of the
    file."""
    sender: str = ""
    """From whom e-mails are, as `Ludus <games@example.org>`."""
    pause: float = 600.0
    """Seconds between two e-mails to one person about their turn."""
    confirm_hours: float = 24.0
    """Hours for which the link works that confirms an address."""
    limit: Rate = Rate(0.5, 100)
    """E-mails to all together; those beyond it wait."""


NOT_COUNTED: Final = DailyQuotas(*[Daily(0, 0)] * len(fields(DailyQuotas)))
"""No daily quotas, for tests and benchmarks."""


def all_quotas(rate: Rate) -> Quotas:
    """All quotas alike, for tests and benchmarks."""
    return Quotas(*[Quota(rate, rate)] * len(fields(Quotas)))


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator, a test or a benchmark may change."""

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 for all of this computer's."""
    port: int = 8710
    """The port to listen on; 0: any that is free."""
    data: str = ""
    """The folder where tables are kept; empty: `ludus` where the system keeps data of programs."""
    store: str = ""
    """The address of a PostgreSQL database for the tables, as `postgresql://ludus@db/ludus`, which
    several workers can share; empty: a file in the folder `data`."""
    workers: int = 1
    """Processes that serve, for a store in PostgreSQL; each also has a port of its own, the next
    ones after `port`."""
    worker_url: str = ""
    """Where the other workers of the store reach this one; empty: the address it listens on."""
    packs: str = ""
    """A folder with content packs, each in a folder of its own: those that pass `ludus content
    check` can be chosen for new tables; empty: none."""
    url: str = ""
    """The public address of the server, with its base path if it has one; empty: where it listens.
    Links in webhook calls begin with it, and it is the only name by which the server answers."""
    base_path: str = ""
    """Where the server's addresses begin, as `/ludus`; empty: the path of `url`."""
    allowed_hosts: tuple[str, ...] = ()
    """Names by which the server may be asked; empty: the one in `url`, or any."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies that say for whom they ask: addresses and networks; empty: this computer."""
    operator_host: str = "127.0.0.1"
    """Where health, metrics and the operator's page are; an address that players do not reach."""
    operator_port: int = 0
    """The port of these; 0: they are not served. Further workers have the ports after it."""
    log_format: str = "text"
    """`text`, or `json` for one object a line."""
    log_level: str = "warning"
    """The least that is told: `debug`, `info`, `warning` or `error`."""
    access_log: bool = False
    """Whether every request is logged, with the address it came from."""
    open_browser: bool = True
    """Whether the server, started by a person at a screen, opens their browser."""
    bot_pause: float = 0.8
    """Seconds that a bot takes at least for a move, so that people can follow."""
    bot_workers: int = 0
    """Processes in which bots think; 0: one less than there are processors, 2 to 4."""
    bot_time: float = 20.0
    """Seconds for one answer; the strongest bots stop by themselves after a few."""
    bot_retry: float = 1.0
    """Seconds until a bot is asked again whose process could not be started; then twice as many."""
    bot_retry_most: float = 60.0
    """The longest of these pauses."""
    idle: float = 300.0
    """Seconds after which a table that nobody watches is unloaded."""
    idle_over: float = 60.0
    """The same for a game that is over."""
    heartbeat: float = 15.0
    """Seconds between two signs of life on a live stream."""
    alive_every: float = 5.0
    """Seconds between two signs of life in the store: clocks stand still while there are none."""
    lobby_every: float = 1.0
    """Seconds between two updates of the lobby."""
    away_after: float = 3.0
    """Seconds after which a player whose stream ended is shown as away."""

    writes: Rate = Rate(10.0, 60)
    """Per session."""
    address_writes: Rate = Rate(40.0, 240)
    """Per address."""
    reads: Rate = Rate(60.0, 400)
    """Per address."""
    beginnings: Rate = Rate(1.0, 60)
    """New tables, sessions and uploads, per address."""
    work: Rate = Rate(200.0, 10_000)
    """Milliseconds of the server's time for requests, per address."""
    work_when_late: Rate = Rate(20.0, 500)
    """The same while the server comes late to what is due, so that players do not wait for those
    who ask for much."""
    late_after: float = 0.05
    """So many seconds are late."""
    refusal_pause: float = 0.5
    """Seconds until somebody who is too fast is told so."""
    quotas: Quotas = Quotas()
    """How often a session and an address may do what costs something."""
    daily: DailyQuotas = DailyQuotas()
    """How much of it in a day; counted in the store, for all workers together."""
    streams_per_address: int = 200
    """Live streams of one address."""
    most_streams: int = 5000
    """Live streams in all."""
    connections_per_address: int = 400
    """Streams are among them, so a half is left for requests. Trusted proxies may have more."""
    most_connections: int = 8000
    """When all are in use, the address that has the most gives one up to one that has fewer."""
    most_tables_loaded: int = 20_000
    """Tables in memory."""

    head_limit: int = 16 * 1024
    """The largest head of a request in bytes, its address and cookies among them."""
    head_time: float = 10.0
    """Seconds in which the head of a request has to arrive, counted from the connection."""
    body_time: float = 60.0
    """Seconds in which its body has to arrive."""
    keep_alive: int = 5
    """Seconds that a connection is kept for a next request."""
    write_time: float = 30.0
    """Seconds after which a reader that takes nothing, or next to nothing, is cut off."""
    bodies_at_once: int = 64 * 1024 * 1024
    """Bytes of requests that are being received, held in memory; one address may have a quarter."""

    most_unfinished: int = 200
    """The most unfinished tables that one session may have opened."""
    listed: int = 30
    """Tables that a list shows, or a page of one's own tables."""
    listed_each: int = 3
    """The most tables of one host in a public list."""
    listed_each_address: int = 6
    """The most tables in a public list whose hosts come from one address."""
    listed_among: int = 2000
    """So many of the latest tables are looked at for a public list."""
    keep_waiting: float = 30.0
    """Days after which a table is deleted that waits for players and where nothing happens; here
    and below, 0 stands for ever."""
    keep_playing: float = 180.0
    """The same for a game that was begun; not while a clock runs."""
    keep_finished: float = 365.0
    """The same for a game that is over."""
    archive_after: float = 30.0
    """Days after which the moves of a game that is over are kept as one compressed record, which
    takes a fifth of the room; 0: they stay as they are."""
    expire_every: float = 3600.0
    """Seconds between two searches for tables to delete."""
    expire_at_once: int = 200
    """The most tables that are deleted in one search."""
    invitation_days: float = 30.0
    """Days for which an invitation works, if nobody uses it; here and below, 0 stands for ever."""
    recovery_days: float = 7.0
    """The same for a link that carries the seats of one table to another device."""
    device_minutes: float = 15.0
    """Minutes for which a link works that makes another device one's own."""
    most_blocked: int = 200
    """The most people whom one session may block."""
    orders_every: float = 1.0
    """Seconds between two looks for what `ludus admin` asks for."""
    analyses_each: int = 2
    """How many games may be or wait to be analysed for one session, and for one address."""
    analyses_waiting: int = 20
    """The same for all together."""
    analyses_kept: int = 50
    """Finished analyses in memory."""
    analysis_time: float = 900.0
    """The longest that an analysis may take, in seconds."""

    body_limit: int = 64 * 1024
    """The largest body of a request in bytes."""
    record_limit: int = 4 * 1024 * 1024
    """The same for an uploaded record."""
    record_moves: int = 20_000
    """The most moves that an uploaded record may have."""
    name_limit: int = NAME_LIMIT
    """The most letters of a visitor's name."""
    chat_limit: int = 500
    """The most letters of a line of chat."""
    chat_kept: int = 1000
    """Lines that a table keeps of what its players say, and as many of its watchers."""
    notes_limit: int = 20_000
    """The most letters of a player's notes at a table."""
    question_window: float = 20.0
    """Seconds that a game with a clock waits for the answer to an optional question."""
    question_window_slow: float = 86_400.0
    """The same where turns take days."""
    free_after: float = 60.0
    """Seconds that a player must be away before the host can free the seat."""
    seats_per_address: int = 2
    """The most seats of a public table that people from one address may take."""
    guarded_from: int = 8
    """After so many moves the position of a game between people is theirs: no hints elsewhere."""
    guarded_depth: int = 2000
    """So many of the last positions of another table are compared with theirs."""
    sessions_remembered: int = 20_000
    """Of so many sessions the server knows when and from where they last came."""
    most_contacts: int = 10
    """The most browsers that are told of one person's turns."""
    private_hooks: bool = False
    """Whether webhooks and push messages may go to private addresses, as those of a home network.
    """
    mail: Mail = Mail()
    """For e-mails to people whose turn it is."""
