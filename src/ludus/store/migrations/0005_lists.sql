-- The tables of each session in the order of its list, so that a page of it and the number of
-- tables where it is their turn are read from an index, however many there are.
CREATE TABLE own (
    session TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    place INTEGER NOT NULL, -- 0: their turn, 1: not finished, 2: over
    changed INTEGER NOT NULL,
    PRIMARY KEY (session, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX own_order ON own (session, place, changed DESC);
CREATE INDEX own_table ON own (table_id);

INSERT INTO own
SELECT session, table_id, MIN(place), changed
FROM (
    SELECT
        seats.session AS session,
        tables.id AS table_id,
        tables.changed AS changed,
        CASE
            WHEN tables.stage = 'over' THEN 2
            WHEN tables.stage = 'playing' AND seats.kind = 'player'
                AND seats.seat IN (SELECT value FROM json_each(tables.waiting)) THEN 0
            ELSE 1
        END AS place
    FROM seats JOIN tables ON tables.id = seats.table_id
    WHERE seats.session <> ''
    UNION ALL
    SELECT host, id, changed, CASE stage WHEN 'over' THEN 2 ELSE 1 END
    FROM tables
    WHERE host <> ''
)
GROUP BY session, table_id;

DROP INDEX tables_host;
CREATE INDEX tables_host ON tables (host, stage) WHERE host <> '';
CREATE INDEX tables_stage ON tables (stage, changed);
DROP INDEX tables_listed;
CREATE INDEX tables_listed ON tables (stage, private, changed, host);

-- A log is deleted with its table, as a whole, and never otherwise.
DROP TRIGGER log_is_not_cut;
CREATE TRIGGER log_is_not_cut BEFORE DELETE ON log
WHEN (SELECT stage FROM tables WHERE id = OLD.table_id) IS NOT 'deleted'
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
