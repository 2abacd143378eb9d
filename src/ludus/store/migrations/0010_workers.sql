-- Which worker may write a table, and under which epoch: a write of an earlier one is refused.
ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT '';

-- When the table was last written, by the clock of the store.
ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;

-- The processes that serve one store, where each can be asked, and when it was last alive by the
-- clock of the store.
CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    alive INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is connected to which worker, and when and from where they last came.
CREATE TABLE presence (
    worker TEXT NOT NULL,
    session TEXT NOT NULL,
    streams INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    address TEXT NOT NULL,
    touched INTEGER NOT NULL,
    PRIMARY KEY (worker, session)
) STRICT, WITHOUT ROWID;

-- One worker carries out an order.
ALTER TABLE orders ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
