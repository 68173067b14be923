-- Small things that are read whole: days of wellness, calendar events, library
-- workouts, settings, routes. Each row is one thing with the athlete's own words; days
-- span what it is about, 0 where it has none.
CREATE TABLE documents (
  athlete    TEXT NOT NULL REFERENCES athletes,
  collection TEXT NOT NULL,
  id         TEXT NOT NULL,
  own        TEXT NOT NULL DEFAULT '',
  own_from   INTEGER NOT NULL DEFAULT 0,
  own_to     INTEGER NOT NULL DEFAULT 0,
  deleted    INTEGER NOT NULL DEFAULT 0,
  day_from   INTEGER NOT NULL DEFAULT 0,
  day_to     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (athlete, collection, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_days ON documents (athlete, collection, day_from);
CREATE INDEX documents_long ON documents (athlete, collection, day_to) WHERE day_to > day_from;

-- What archives and services say of them, one row a change; the last that
-- stands counts and is marked. removed: the import that brought it was undone.
CREATE TABLE document_said (
  n          INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete    TEXT NOT NULL REFERENCES athletes,
  collection TEXT NOT NULL,
  id         TEXT NOT NULL,
  source     TEXT NOT NULL,
  run        TEXT NOT NULL,
  as_of_ms   INTEGER NOT NULL,
  day_from   INTEGER NOT NULL,
  day_to     INTEGER NOT NULL,
  stands     INTEGER NOT NULL,
  removed    INTEGER NOT NULL DEFAULT 0,
  body       TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX document_said_stands ON document_said (athlete, collection, id, source) WHERE stands=1;
CREATE INDEX document_said_id ON document_said (athlete, collection, id, source, removed, n);
CREATE INDEX document_said_run ON document_said (athlete, run, removed) WHERE run <> '';

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('documents', 'documents', '20000 10000 2000 1'),
  ('documents', 'documents_days', '20000 10000 2000 1 1'),
  ('documents', 'documents_long', '200 100 20 1 1'),
  ('document_said', 'document_said_stands', '20000 10000 2000 1 1'),
  ('document_said', 'document_said_id', '30000 15000 3000 2 1 1 1'),
  ('document_said', 'document_said_run', '20000 10000 3000 3000');
