CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    webhook TEXT NOT NULL,
    trouble TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    pack TEXT NOT NULL,
    options TEXT NOT NULL,
    host TEXT NOT NULL,
    private INTEGER NOT NULL,
    pace TEXT NOT NULL,
    at_zero TEXT NOT NULL,
    created INTEGER NOT NULL,
    origin TEXT NOT NULL,
    given INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    stage TEXT NOT NULL,
    rows INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    waiting TEXT NOT NULL,
    offer TEXT NOT NULL,
    scores TEXT NOT NULL,
    ranks TEXT NOT NULL,
    wake INTEGER,
    desk TEXT NOT NULL,
    rematch TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_listed ON tables (stage, private, changed);
CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL;

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    session TEXT NOT NULL,
    name TEXT NOT NULL,
    level TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_session ON seats (session) WHERE session <> '';

-- The unique number is what lets only one owner of a table win.
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    act TEXT NOT NULL,
    at INTEGER NOT NULL,
    gone TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_is_not_changed BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER log_is_not_cut BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    room TEXT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    session TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE links (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    seats TEXT NOT NULL,
    session TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX links_table ON links (table_id, used);

CREATE TABLE calls (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    body TEXT NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX calls_due ON calls (due);
