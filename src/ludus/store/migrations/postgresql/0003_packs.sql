-- Content packs that passed their check, by the digest of their files.
CREATE TABLE packs (
    digest TEXT COLLATE "C" PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    files TEXT COLLATE "C" NOT NULL,
    kept BIGINT NOT NULL
);
CREATE INDEX packs_content ON packs (game, content);
