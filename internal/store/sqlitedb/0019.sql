-- The person who granted an approval; empty is whoever uses the machine itself.
ALTER TABLE approvals ADD COLUMN person TEXT NOT NULL DEFAULT '';

-- People who sign in from elsewhere, and the athletes who agreed to them.
CREATE TABLE people (
  id       TEXT PRIMARY KEY,
  name     TEXT NOT NULL,
  role     TEXT NOT NULL,
  made_ms  INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE agreements (
  person     TEXT NOT NULL,
  athlete    TEXT NOT NULL,
  expires_ms INTEGER NOT NULL,
  PRIMARY KEY (person, athlete)
) STRICT, WITHOUT ROWID;

-- Programs that cannot describe themselves at an address, with where they are answered.
CREATE TABLE clients (
  id        TEXT PRIMARY KEY,
  name      TEXT NOT NULL,
  redirects TEXT NOT NULL,
  made_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a person let a program do, and for how long.
CREATE TABLE grants (
  id           TEXT PRIMARY KEY,
  person       TEXT NOT NULL,
  client       TEXT NOT NULL,
  client_name  TEXT NOT NULL,
  resource     TEXT NOT NULL,
  permissions  TEXT NOT NULL,
  athletes     TEXT NOT NULL,
  made_ms      INTEGER NOT NULL,
  expires_ms   INTEGER NOT NULL,
  withdrawn_ms INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Secrets that people and programs hold, as hashes: sign-in codes, sessions of browsers,
-- authorization codes, access and refresh tokens.
CREATE TABLE secrets (
  hash       TEXT PRIMARY KEY,
  kind       TEXT NOT NULL,
  person     TEXT NOT NULL,
  grant_id   TEXT NOT NULL,
  body       TEXT NOT NULL,
  expires_ms INTEGER NOT NULL,
  used_ms    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_grant ON secrets (grant_id);

-- What was asked about an athlete through a grant, day by day.
CREATE TABLE access_log (
  athlete  TEXT NOT NULL,
  day      INTEGER NOT NULL,
  grant_id TEXT NOT NULL,
  tool     TEXT NOT NULL,
  calls    INTEGER NOT NULL,
  refused  INTEGER NOT NULL,
  last_ms  INTEGER NOT NULL,
  PRIMARY KEY (athlete, day, grant_id, tool)
) STRICT, WITHOUT ROWID;
