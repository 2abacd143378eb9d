-- What sessions and addresses have used of their daily quotas.
CREATE TABLE uses (
    day INTEGER NOT NULL, -- since 1970
    what TEXT NOT NULL,
    key TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, what, key)
) STRICT, WITHOUT ROWID;
