-- What an operator has decided about a session or an address: a ban, or no chat.
CREATE TABLE restrictions (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    what TEXT NOT NULL,
    until INTEGER NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, key, what)
) STRICT, WITHOUT ROWID;

-- What holds for the whole server: an announcement, reading only.
CREATE TABLE switches (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Lines of chat that somebody found out of place, as they were.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    author TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    reporter TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (table_id, line, reporter)
) STRICT;

-- Whom somebody does not want to hear from.
CREATE TABLE blocks (
    session TEXT NOT NULL,
    blocked TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (session, blocked)
) STRICT, WITHOUT ROWID;

-- Links by which a session goes to another device; each works once.
CREATE TABLE passes (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the operator asks of a running server, and its answers.
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    words TEXT NOT NULL,
    answer TEXT
) STRICT, WITHOUT ROWID;

-- Cookies and tokens of earlier generations are void.
ALTER TABLE sessions ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;

-- Who said it; empty for what was said before, and for the table itself.
ALTER TABLE chat ADD COLUMN session TEXT NOT NULL DEFAULT '';

CREATE INDEX chat_session ON chat (session) WHERE session <> '';
CREATE INDEX sessions_created ON sessions (created);
