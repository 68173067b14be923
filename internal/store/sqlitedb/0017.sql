-- What an effort takes from its activity stands beside its time, so that times are
-- compared without reading the activities or the bodies.
ALTER TABLE segment_efforts ADD COLUMN start_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segment_efforts ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segment_efforts ADD COLUMN sport TEXT NOT NULL DEFAULT '';
ALTER TABLE segment_efforts ADD COLUMN sub_sport TEXT NOT NULL DEFAULT '';
ALTER TABLE segment_efforts ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE segment_efforts AS e
  SET start_ms=a.start_ms, day=a.day, sport=a.sport, sub_sport=a.sub_sport, seen=a.seen&a.whole
  FROM activities a WHERE a.athlete=e.athlete AND a.id=e.activity;

-- How many items a service has of each state and reason. Triggers count them.
CREATE TABLE remote_tallies (
  athlete TEXT NOT NULL,
  source  TEXT NOT NULL,
  state   TEXT NOT NULL,
  reason  TEXT NOT NULL,
  items   INTEGER NOT NULL,
  PRIMARY KEY (athlete, source, state, reason)
) STRICT, WITHOUT ROWID;
INSERT INTO remote_tallies SELECT athlete, source, state, reason, count(*) FROM remote_items GROUP BY athlete, source, state, reason;
CREATE TRIGGER remote_items_added AFTER INSERT ON remote_items BEGIN
  INSERT INTO remote_tallies VALUES (new.athlete, new.source, new.state, new.reason, 1)
    ON CONFLICT DO UPDATE SET items=items+1;
END;
CREATE TRIGGER remote_items_removed AFTER DELETE ON remote_items BEGIN
  UPDATE remote_tallies SET items=items-1 WHERE athlete=old.athlete AND source=old.source AND state=old.state AND reason=old.reason;
  DELETE FROM remote_tallies WHERE athlete=old.athlete AND source=old.source AND state=old.state AND reason=old.reason AND items=0;
END;
CREATE TRIGGER remote_items_changed AFTER UPDATE ON remote_items
  WHEN (old.state, old.reason)<>(new.state, new.reason) BEGIN
  UPDATE remote_tallies SET items=items-1 WHERE athlete=old.athlete AND source=old.source AND state=old.state AND reason=old.reason;
  DELETE FROM remote_tallies WHERE athlete=old.athlete AND source=old.source AND state=old.state AND reason=old.reason AND items=0;
  INSERT INTO remote_tallies VALUES (new.athlete, new.source, new.state, new.reason, 1)
    ON CONFLICT DO UPDATE SET items=items+1;
END;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('remote_tallies', 'remote_tallies', '20 10 5 2 1');
