-- Where people are in a lesson that they left, to come back to it.
CREATE TABLE lesson_tables (
    session TEXT NOT NULL,
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (session, game, lesson)
) STRICT, WITHOUT ROWID;

CREATE INDEX lesson_tables_table ON lesson_tables (table_id);

-- How often each step of a lesson was reached; by whom is not kept.
CREATE TABLE lesson_counts (
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    step INTEGER NOT NULL,
    reached INTEGER NOT NULL,
    PRIMARY KEY (game, lesson, step)
) STRICT, WITHOUT ROWID;
