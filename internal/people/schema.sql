-- People who sign in to a server of many homes, and the homes that agreed to them. A home has the
-- same tables in its own database, for when it is served alone.
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
  role       TEXT NOT NULL DEFAULT '', -- empty means the role that the person has otherwise
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

-- Public keys with which people sign in, with how often each was used as its device counts.
CREATE TABLE passkeys (
  id         TEXT PRIMARY KEY,
  credential TEXT NOT NULL UNIQUE,
  person     TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter    INTEGER NOT NULL,
  eligible   INTEGER NOT NULL,
  made_ms    INTEGER NOT NULL,
  used_ms    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Where else people sign in, and who they are there. There is at most one provider.
CREATE TABLE providers (
  issuer     TEXT PRIMARY KEY,
  client     TEXT NOT NULL,
  tokens     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE subjects (
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  person     TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
