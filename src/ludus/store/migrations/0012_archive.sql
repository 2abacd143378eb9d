-- The logs of games that have long been over, compressed: one row for each table.
CREATE TABLE archive (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    rows INTEGER NOT NULL, -- of the log, from the first on
    content BLOB NOT NULL
) STRICT;

ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_to_archive ON tables (changed) WHERE stage = 'over' AND archived = 0;

-- A row of the log is deleted with its table, or once the archive has it, and never otherwise.
DROP TRIGGER log_is_not_cut;
CREATE TRIGGER log_is_not_cut BEFORE DELETE ON log
WHEN (SELECT stage FROM tables WHERE id = OLD.table_id) IS NOT 'deleted'
    AND OLD.number > COALESCE((SELECT rows FROM archive WHERE table_id = OLD.table_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
