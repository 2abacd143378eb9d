-- Content packs that passed their check, by the digest of their files.
CREATE TABLE packs (
    digest TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    files TEXT NOT NULL,
    kept INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX packs_content ON packs (game, content);
