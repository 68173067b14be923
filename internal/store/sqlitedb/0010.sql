-- A window has the name of its bucket, since a service may count several of
-- one length; a block has that of the fault that it is because of.
CREATE TABLE named_quotas (
  athlete   TEXT NOT NULL REFERENCES athletes,
  source    TEXT NOT NULL,
  bucket    TEXT NOT NULL,
  window_ms INTEGER NOT NULL,
  allowed   INTEGER NOT NULL,
  used      INTEGER NOT NULL,
  ends_ms   INTEGER NOT NULL,
  PRIMARY KEY (athlete, source, bucket, window_ms)
) STRICT, WITHOUT ROWID;
INSERT INTO named_quotas SELECT athlete, source, '', window_ms, allowed, used, ends_ms FROM quotas WHERE window_ms > 0
  UNION ALL SELECT athlete, source, 'rate limited', window_ms, allowed, used, ends_ms FROM quotas WHERE window_ms = 0;
DROP TABLE quotas;
ALTER TABLE named_quotas RENAME TO quotas;

-- The same of what a service counts by application, for all athletes of the
-- home together: it is nobody's own, and stays when one disconnects.
CREATE TABLE application_quotas (
  source      TEXT NOT NULL,
  application TEXT NOT NULL,
  bucket      TEXT NOT NULL,
  window_ms   INTEGER NOT NULL,
  allowed     INTEGER NOT NULL,
  used        INTEGER NOT NULL,
  ends_ms     INTEGER NOT NULL,
  PRIMARY KEY (source, application, bucket, window_ms)
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('quotas', 'quotas', '60 30 10 5 1'),
  ('application_quotas', 'application_quotas', '10 5 5 2 1');
