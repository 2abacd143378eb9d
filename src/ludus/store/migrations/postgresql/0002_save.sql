-- Changes of tables, a whole batch by one statement: `saved` answers for each what became of it.
-- A change that is refused has written nothing, so no savepoints are needed.

CREATE FUNCTION save_change(change JSONB) RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
    head CONSTANT JSONB := change -> 'head';
    table_name CONSTANT TEXT := head ->> 'id';
    log_rows CONSTANT JSONB := change -> 'log';
    link CONSTANT TEXT := change ->> 'use_link';
    ended CONSTANT BOOLEAN := head ->> 'stage' = 'over';
BEGIN
    -- The owner is asked first, and its row stays locked until the commit.
    PERFORM FROM tables WHERE id = table_name AND epoch = (head ->> 'epoch')::BIGINT FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'fenced';
    END IF;
    IF link <> '' THEN
        PERFORM FROM links WHERE id = link AND used = 0 FOR UPDATE;
        IF NOT FOUND THEN
            RETURN 'link';
        END IF;
    END IF;
    IF jsonb_array_length(log_rows) > 0 THEN
        PERFORM FROM log WHERE table_id = table_name AND number >= (
            SELECT min((value ->> 'number')::BIGINT) FROM jsonb_array_elements(log_rows)
        );
        IF FOUND THEN
            RETURN 'log';
        END IF;
        INSERT INTO log
        SELECT
            table_name, number, kind, seat, act, at,
            CASE jsonb_array_length(gone) WHEN 0 THEN '' ELSE gone::TEXT END
        FROM jsonb_to_recordset(log_rows)
        AS rows (number BIGINT, kind TEXT, seat BIGINT, act TEXT, at BIGINT, gone JSONB);
    END IF;
    UPDATE tables SET
        version = (head ->> 'version')::BIGINT,
        content = head ->> 'content',
        host = head ->> 'host',
        changed = (head ->> 'changed')::BIGINT,
        stage = head ->> 'stage',
        rows = (head ->> 'rows')::BIGINT,
        moves = (head ->> 'moves')::BIGINT,
        waiting = head ->> 'waiting',
        offer = head ->> 'offer',
        scores = head ->> 'scores',
        ranks = head ->> 'ranks',
        wake = (head ->> 'wake')::BIGINT,
        desk = head ->> 'desk',
        rematch = head ->> 'rematch',
        guards = head ->> 'guards',
        touched = clock_ms()
    WHERE id = table_name;
    IF link <> '' THEN
        UPDATE links SET used = (change ->> 'at')::BIGINT WHERE id = link;
    END IF;
    IF jsonb_array_length(change -> 'seats') > 0 THEN
        INSERT INTO seats
        SELECT table_name, seat, kind, session, name, level
        FROM jsonb_to_recordset(change -> 'seats')
        AS rows (seat BIGINT, kind TEXT, session TEXT, name TEXT, level TEXT)
        ON CONFLICT (table_id, seat) DO UPDATE SET
            kind = excluded.kind, session = excluded.session, name = excluded.name,
            level = excluded.level;
        DELETE FROM own WHERE table_id = table_name;
    END IF;
    IF jsonb_array_length(change -> 'chat') > 0 THEN
        INSERT INTO chat
        SELECT table_name, number, room, seat, name, text, at, session
        FROM jsonb_to_recordset(change -> 'chat')
        AS rows (
            number BIGINT, room TEXT, seat BIGINT, name TEXT, text TEXT, at BIGINT, session TEXT
        );
    END IF;
    -- Where the table stands in the lists of those who sit at it, and of its host.
    INSERT INTO own
    SELECT session, table_name, min(place), (head ->> 'changed')::BIGINT
    FROM (
        SELECT head ->> 'host' AS session, CASE WHEN ended THEN 2 ELSE 1 END AS place
        UNION ALL
        SELECT
            session,
            CASE
                WHEN ended THEN 2
                WHEN head ->> 'stage' = 'playing' AND kind = 'player'
                    AND head -> 'waiting' @> to_jsonb(seat) THEN 0
                ELSE 1
            END
        FROM seats WHERE table_id = table_name
    ) AS places
    WHERE session <> ''
    GROUP BY session
    ON CONFLICT (session, table_id) DO UPDATE SET
        place = excluded.place, changed = excluded.changed;
    IF jsonb_typeof(change -> 'drop_chat') = 'array' THEN
        DELETE FROM chat
        WHERE table_id = table_name AND room = change -> 'drop_chat' ->> 0
            AND number < (change -> 'drop_chat' ->> 1)::BIGINT;
    END IF;
    IF jsonb_array_length(change -> 'calls') > 0 THEN
        INSERT INTO calls (id, session, body, due, tries, kind)
        SELECT id, session, body, due, tries, kind
        FROM jsonb_to_recordset(change -> 'calls')
        AS rows (id TEXT, session TEXT, body TEXT, due BIGINT, tries BIGINT, kind TEXT)
        ON CONFLICT (id) DO UPDATE SET
            session = excluded.session, body = excluded.body, due = excluded.due,
            tries = excluded.tries, kind = excluded.kind;
    END IF;
    IF jsonb_array_length(change -> 'reached') > 0 THEN
        INSERT INTO lesson_counts
        SELECT value ->> 0, value ->> 1, (value ->> 2)::BIGINT, count(*)
        FROM jsonb_array_elements(change -> 'reached')
        GROUP BY 1, 2, 3
        ON CONFLICT (game, lesson, step) DO UPDATE SET
            reached = lesson_counts.reached + excluded.reached;
    END IF;
    RETURN '';
END
$$;

CREATE FUNCTION save_changes(changes JSONB, sender TEXT) RETURNS TEXT[] LANGUAGE plpgsql AS $$
DECLARE
    change JSONB;
    answer TEXT;
    answers TEXT[] := '{}';
    written TEXT[] := '{}';
BEGIN
    FOR change IN SELECT value FROM jsonb_array_elements(changes) LOOP
        answer := save_change(change);
        answers := answers || answer;
        IF answer = '' THEN
            written := written || (change -> 'head' ->> 'id');
        END IF;
    END LOOP;
    IF written <> '{}' THEN
        PERFORM pg_notify('ludus', jsonb_build_object('from', sender, 'tables', written)::TEXT);
    END IF;
    RETURN answers;
END
$$;
