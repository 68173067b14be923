-- The athlete's own segments as activities were matched against them, and the
-- efforts that were found. Both are derived: of documents and recordings.
-- Gates are in steps of 1e-6 degrees. hash names what a way was made of, empty
-- until every activity was matched.
CREATE TABLE segment_ways (
  athlete TEXT NOT NULL REFERENCES athletes,
  segment TEXT NOT NULL,
  sport   TEXT NOT NULL,
  start_lat INTEGER NOT NULL, start_lon INTEGER NOT NULL,
  end_lat   INTEGER NOT NULL, end_lon   INTEGER NOT NULL,
  hash    TEXT NOT NULL,
  data    BLOB NOT NULL,
  PRIMARY KEY (athlete, segment)
) STRICT, WITHOUT ROWID;

-- Milliseconds of the activity's clock at the gates.
CREATE TABLE segment_efforts (
  athlete  TEXT NOT NULL,
  segment  TEXT NOT NULL,
  activity TEXT NOT NULL,
  from_ms  INTEGER NOT NULL,
  to_ms    INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (athlete, segment, activity, from_ms)
) STRICT, WITHOUT ROWID;
CREATE INDEX segment_efforts_activity ON segment_efforts (athlete, activity);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('segment_ways', 'segment_ways', '200 100 1'),
  ('segment_efforts', 'segment_efforts', '20000 10000 100 2 1'),
  ('segment_efforts', 'segment_efforts_activity', '20000 10000 5 2');
