-- A row of a service: what it says of one thing, for as long as it may stay.
CREATE TABLE rows (
  athlete    TEXT NOT NULL,
  source     TEXT NOT NULL,
  kind       TEXT NOT NULL,
  id         TEXT NOT NULL, -- the service's own
  day        INTEGER NOT NULL,
  fetched_ms INTEGER NOT NULL,
  ends_ms    INTEGER NOT NULL,
  body       BLOB NOT NULL,
  PRIMARY KEY (athlete, source, kind, id)
) STRICT;
CREATE INDEX rows_day ON rows (athlete, source, kind, day, id);
CREATE INDEX rows_ends ON rows (ends_ms);
