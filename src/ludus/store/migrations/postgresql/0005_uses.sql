-- What sessions and addresses have used of their daily quotas.
CREATE TABLE uses (
    day BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (day, what, key)
);
