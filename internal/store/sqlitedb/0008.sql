-- How many write transactions were acknowledged, and a digest that each makes
-- from the one before. The mark beside the database has both too, so that a
-- log that was lost, or an older file put in place, is seen.
CREATE TABLE acknowledged (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  n      INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT;
INSERT INTO acknowledged VALUES (1, 0, zeroblob(16));

-- What the mark had and the database no longer: transactions, and changes of
-- the change log. settled: somebody was told and took back what could be.
CREATE TABLE losses (
  n           INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms       INTEGER NOT NULL,
  writes_had  INTEGER NOT NULL,
  writes_kept INTEGER NOT NULL,
  seq_had     INTEGER NOT NULL,
  seq_kept    INTEGER NOT NULL,
  settled     INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The CRC-32C of the file as it lies on disk; -1 for those from before.
ALTER TABLE originals ADD COLUMN packed INTEGER NOT NULL DEFAULT -1;
