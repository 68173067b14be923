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
