-- The logs of games that have long been over, compressed: one row for each table.
CREATE TABLE archive (
    table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (id),
    rows BIGINT NOT NULL,
    content BYTEA NOT NULL
);
-- It is compressed already.
ALTER TABLE archive ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE tables ADD COLUMN archived BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_to_archive ON tables (changed) WHERE stage = 'over' AND archived = 0;

-- A row of the log is deleted with its table, or once the archive has it, and never otherwise.
CREATE OR REPLACE FUNCTION log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (
        OLD.number <= (SELECT rows FROM archive WHERE table_id = OLD.table_id)
        OR (SELECT stage FROM tables WHERE id = OLD.table_id) = 'deleted'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
