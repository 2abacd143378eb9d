-- Where people want to be told that it is their turn, besides a webhook.
CREATE TABLE contacts (
    session TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    keys TEXT NOT NULL,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    confirmed INTEGER NOT NULL,
    PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

-- By which way a call goes: each has a worker of its own.
ALTER TABLE calls ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook';

DROP INDEX calls_due;
CREATE INDEX calls_due ON calls (kind, due);
