-- What the athlete's writes mean for services: one row a change of one thing
-- at one service, sent in order of n. body is the row in JSON; the columns are
-- what rows are found by. here: the thing's id in this store, there: at the
-- service, once it is known.
CREATE TABLE outbox (
  n       INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete TEXT NOT NULL REFERENCES athletes,
  source  TEXT NOT NULL,
  entry   TEXT NOT NULL,
  kind    TEXT NOT NULL,
  here    TEXT NOT NULL,
  there   TEXT NOT NULL,
  action  TEXT NOT NULL,
  state   TEXT NOT NULL,
  tries   INTEGER NOT NULL,
  body    TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_open ON outbox (athlete, source, n) WHERE state IN ('waiting', 'sent');
CREATE INDEX outbox_failed ON outbox (athlete, source, n) WHERE state = 'failed';
CREATE INDEX outbox_entry ON outbox (athlete, entry, n);
CREATE INDEX outbox_here ON outbox (athlete, kind, here, n);
CREATE INDEX outbox_there ON outbox (athlete, source, kind, there, n) WHERE there <> '';

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('outbox', 'outbox_open', '100 50 20 1'),
  ('outbox', 'outbox_failed', '100 50 20 1'),
  ('outbox', 'outbox_entry', '20000 10000 5 1'),
  ('outbox', 'outbox_here', '20000 10000 3000 3 1'),
  ('outbox', 'outbox_there', '20000 10000 10000 3000 2 1');
