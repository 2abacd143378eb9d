-- A host has the table among their own, seated at it or not.
CREATE INDEX tables_host ON tables (host) WHERE host <> '';
