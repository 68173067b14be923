-- What a connection to a service needs to go on where it stopped. Nothing
-- here is a secret, and nothing is the athlete's own: all of it can be found
-- again by asking the service from the beginning.

-- Who works on what, until when. A holder that was killed loses it by time.
CREATE TABLE leases (
  athlete  TEXT NOT NULL REFERENCES athletes,
  name     TEXT NOT NULL,
  holder   TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  PRIMARY KEY (athlete, name)
) STRICT, WITHOUT ROWID;

-- How far a reading of a service came, and how its last runs went.
CREATE TABLE cursors (
  athlete TEXT NOT NULL REFERENCES athletes,
  source  TEXT NOT NULL,
  name    TEXT NOT NULL,
  body    TEXT NOT NULL,
  PRIMARY KEY (athlete, source, name)
) STRICT, WITHOUT ROWID;

-- Requests of one window of a service's budget. A window of 0 ms is a block:
-- nothing is sent before it ends.
CREATE TABLE quotas (
  athlete   TEXT NOT NULL REFERENCES athletes,
  source    TEXT NOT NULL,
  window_ms INTEGER NOT NULL,
  allowed   INTEGER NOT NULL,
  used      INTEGER NOT NULL,
  ends_ms   INTEGER NOT NULL,
  PRIMARY KEY (athlete, source, window_ms)
) STRICT, WITHOUT ROWID;

-- What was seen at the service and what came of it.
CREATE TABLE remote_items (
  athlete TEXT NOT NULL REFERENCES athletes,
  source  TEXT NOT NULL,
  id      TEXT NOT NULL,
  day     INTEGER NOT NULL,
  version TEXT NOT NULL,
  state   TEXT NOT NULL,
  reason  TEXT NOT NULL,
  tries   INTEGER NOT NULL,
  due_ms  INTEGER NOT NULL,
  PRIMARY KEY (athlete, source, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_items_day ON remote_items (athlete, source, day);
CREATE INDEX remote_items_due ON remote_items (athlete, source, due_ms) WHERE due_ms > 0;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('leases', 'leases', '20 10 1'),
  ('cursors', 'cursors', '60 30 10 1'),
  ('quotas', 'quotas', '60 30 10 1'),
  ('remote_items', 'remote_items', '20000 10000 5000 1'),
  ('remote_items', 'remote_items_day', '20000 10000 5000 1'),
  ('remote_items', 'remote_items_due', '200 100 50 1');
