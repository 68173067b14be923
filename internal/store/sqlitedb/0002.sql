-- What services and their export archives say of activities, one row a change;
-- the last that stands counts. removed: the import that brought it was undone.
CREATE TABLE said (
  n        INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete  TEXT NOT NULL REFERENCES athletes,
  ref      TEXT NOT NULL,
  run      TEXT NOT NULL,
  as_of_ms INTEGER NOT NULL,
  at_ms    INTEGER NOT NULL,
  removed  INTEGER NOT NULL DEFAULT 0,
  body     TEXT NOT NULL
) STRICT;
CREATE INDEX said_ref ON said (athlete, ref, removed, n);
CREATE INDEX said_run ON said (athlete, run, removed) WHERE run <> '';

-- Gear: what an archive says of it, and over that the athlete's own words.
CREATE TABLE gear (
  athlete TEXT NOT NULL REFERENCES athletes,
  id      TEXT NOT NULL,
  said    TEXT NOT NULL,
  own     TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (athlete, id)
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('said', 'said_ref', '20000 10000 1 1 1'),
  ('said', 'said_run', '20000 10000 3000 3000'),
  ('gear', 'gear', '40 20 1');
