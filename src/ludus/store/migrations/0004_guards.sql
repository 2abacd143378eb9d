-- Keys of the positions that people are playing: no hint is given for them elsewhere.
ALTER TABLE tables ADD COLUMN guards TEXT NOT NULL DEFAULT '';

CREATE INDEX tables_guarded ON tables (game) WHERE guards <> '';
