-- The same tables and columns as the SQLite store has after its migration 10; tests compare them.
-- Texts are compared byte by byte, as SQLite does.

CREATE FUNCTION clock_ms() RETURNS BIGINT LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT
$$;

CREATE TABLE sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    webhook TEXT COLLATE "C" NOT NULL,
    trouble TEXT COLLATE "C" NOT NULL,
    generation BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX sessions_created ON sessions (created);

CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    pack TEXT COLLATE "C" NOT NULL,
    options TEXT COLLATE "C" NOT NULL,
    host TEXT COLLATE "C" NOT NULL,
    private BIGINT NOT NULL,
    pace TEXT COLLATE "C" NOT NULL,
    at_zero TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    origin TEXT COLLATE "C" NOT NULL,
    given BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    rows BIGINT NOT NULL,
    moves BIGINT NOT NULL,
    waiting TEXT COLLATE "C" NOT NULL,
    offer TEXT COLLATE "C" NOT NULL,
    scores TEXT COLLATE "C" NOT NULL,
    ranks TEXT COLLATE "C" NOT NULL,
    wake BIGINT,
    desk TEXT COLLATE "C" NOT NULL,
    rematch TEXT COLLATE "C" NOT NULL,
    guards TEXT COLLATE "C" NOT NULL DEFAULT '',
    epoch BIGINT NOT NULL DEFAULT 0,
    owner TEXT COLLATE "C" NOT NULL DEFAULT '',
    touched BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX tables_listed ON tables (stage, private, changed, host);
CREATE INDEX tables_stage ON tables (stage, changed);
CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL;
CREATE INDEX tables_host ON tables (host, stage) WHERE host <> '';
CREATE INDEX tables_guarded ON tables (game) WHERE guards <> '';
CREATE INDEX tables_owner ON tables (owner) WHERE owner <> '';
CREATE INDEX tables_touched ON tables (touched);

CREATE TABLE seats (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    session TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    level TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_session ON seats (session) WHERE session <> '';

CREATE TABLE log (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    number BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    act TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    gone TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- A log is deleted with its table, as a whole, and never otherwise.
CREATE FUNCTION log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (SELECT stage FROM tables WHERE id = OLD.table_id) = 'deleted' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER log_is_kept BEFORE UPDATE OR DELETE ON log
FOR EACH ROW EXECUTE FUNCTION log_is_kept();

CREATE TABLE chat (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    number BIGINT NOT NULL,
    room TEXT COLLATE "C" NOT NULL,
    seat BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    session TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, number)
);
CREATE INDEX chat_session ON chat (session) WHERE session <> '';

CREATE TABLE notes (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    session TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, session)
);
CREATE INDEX notes_session ON notes (session);

CREATE TABLE links (
    id TEXT COLLATE "C" PRIMARY KEY,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    kind TEXT COLLATE "C" NOT NULL,
    seats TEXT COLLATE "C" NOT NULL,
    session TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL
);
CREATE INDEX links_table ON links (table_id, used);
CREATE INDEX links_session ON links (session);

CREATE TABLE calls (
    id TEXT COLLATE "C" PRIMARY KEY,
    session TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    due BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL DEFAULT 'webhook'
);
CREATE INDEX calls_due ON calls (kind, due);

CREATE TABLE runs (
    started BIGINT PRIMARY KEY,
    alive BIGINT NOT NULL
);

CREATE TABLE own (
    session TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    place BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (session, table_id)
);
CREATE INDEX own_order ON own (session, place, changed DESC, table_id);
CREATE INDEX own_table ON own (table_id);

CREATE TABLE lesson_tables (
    session TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    lesson TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    PRIMARY KEY (session, game, lesson)
);
CREATE INDEX lesson_tables_table ON lesson_tables (table_id);

CREATE TABLE lesson_counts (
    game TEXT COLLATE "C" NOT NULL,
    lesson TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    reached BIGINT NOT NULL,
    PRIMARY KEY (game, lesson, step)
);

CREATE TABLE rules_met (
    session TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    rule TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session, game, rule)
);

CREATE TABLE restrictions (
    kind TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, key, what)
);

CREATE TABLE switches (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

CREATE TABLE reports (
    number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    table_id TEXT COLLATE "C" NOT NULL,
    line BIGINT NOT NULL,
    author TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    reporter TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    UNIQUE (table_id, line, reporter)
);

CREATE TABLE blocks (
    session TEXT COLLATE "C" NOT NULL,
    blocked TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session, blocked)
);

CREATE TABLE passes (
    id TEXT COLLATE "C" PRIMARY KEY,
    session TEXT COLLATE "C" NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE orders (
    id TEXT COLLATE "C" PRIMARY KEY,
    at BIGINT NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    answer TEXT COLLATE "C",
    taken BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE contacts (
    session TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    keys TEXT COLLATE "C" NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    confirmed BIGINT NOT NULL,
    PRIMARY KEY (session, id)
);

CREATE TABLE workers (
    id TEXT COLLATE "C" PRIMARY KEY,
    address TEXT COLLATE "C" NOT NULL,
    alive BIGINT NOT NULL
);

CREATE TABLE presence (
    worker TEXT COLLATE "C" NOT NULL,
    session TEXT COLLATE "C" NOT NULL,
    streams BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    touched BIGINT NOT NULL,
    PRIMARY KEY (worker, session)
);
CREATE INDEX presence_touched ON presence (touched);
