-- Which rules of a game a visitor has come across; at most as many rows as the game has rules.
CREATE TABLE rules_met (
    session TEXT NOT NULL,
    game TEXT NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (session, game, rule)
) STRICT, WITHOUT ROWID;
