-- When servers ran: clocks stand still in between.
CREATE TABLE runs (
    started INTEGER PRIMARY KEY,
    alive INTEGER NOT NULL
) STRICT;

-- Of earlier runs only the last sign of life is known.
INSERT INTO runs SELECT MIN(created), MAX(changed) FROM tables HAVING COUNT(*) > 0;
