-- The first schema. Every key and index leads with the athlete. Times are
-- milliseconds since 1970 (UTC), days are counted from 1970-01-01, bodies are JSON.

CREATE TABLE athletes (
  athlete TEXT PRIMARY KEY,
  body    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE thresholds (
  athlete  TEXT NOT NULL REFERENCES athletes,
  key      TEXT NOT NULL,
  sport    TEXT NOT NULL,
  from_day INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (athlete, key, sport, from_day)
) STRICT, WITHOUT ROWID;

-- What devices recorded; rows are never changed, only hidden (removed: 1 by
-- itself, 2 with its run).
CREATE TABLE recordings (
  athlete     TEXT NOT NULL REFERENCES athletes,
  id          TEXT NOT NULL,
  source      TEXT NOT NULL,
  external_id TEXT NOT NULL,
  file_name   TEXT NOT NULL,
  original    TEXT NOT NULL,
  run         TEXT NOT NULL,
  channels    INTEGER NOT NULL,
  audience    INTEGER NOT NULL,
  start_ms    INTEGER NOT NULL,
  end_ms      INTEGER NOT NULL,
  rows        INTEGER NOT NULL,
  removed     INTEGER NOT NULL DEFAULT 0,
  body        TEXT NOT NULL,
  PRIMARY KEY (athlete, id)
) STRICT;
CREATE INDEX recordings_time ON recordings (athlete, start_ms, id, end_ms, audience, removed);
CREATE INDEX recordings_long ON recordings (athlete, end_ms) WHERE end_ms - start_ms > 172800000;
CREATE INDEX recordings_original ON recordings (athlete, original) WHERE original <> '';
CREATE INDEX recordings_external ON recordings (athlete, source, external_id) WHERE external_id <> '';
CREATE INDEX recordings_run ON recordings (athlete, run) WHERE run <> '';

-- One blob a channel. Codes from 200: time, RR intervals, developer fields.
CREATE TABLE channel_data (
  athlete   TEXT NOT NULL,
  recording TEXT NOT NULL,
  channel   INTEGER NOT NULL,
  rows      INTEGER NOT NULL,
  name      TEXT NOT NULL DEFAULT '',
  units     TEXT NOT NULL DEFAULT '',
  data      BLOB NOT NULL,
  PRIMARY KEY (athlete, recording, channel),
  FOREIGN KEY (athlete, recording) REFERENCES recordings (athlete, id)
) STRICT;

CREATE TABLE originals (
  athlete TEXT NOT NULL REFERENCES athletes,
  hash    TEXT NOT NULL,
  bytes   INTEGER NOT NULL,
  PRIMARY KEY (athlete, hash)
) STRICT, WITHOUT ROWID;

-- The layers of an activity: its own row, its recordings, the athlete's words.
CREATE TABLE activity_base (
  athlete TEXT NOT NULL REFERENCES athletes,
  id      TEXT NOT NULL,
  body    TEXT NOT NULL,
  linked  INTEGER NOT NULL DEFAULT 0, -- it once had a recording, so it is not a manual one
  deleted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (athlete, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE links (
  athlete   TEXT NOT NULL,
  recording TEXT NOT NULL,
  activity  TEXT NOT NULL,
  rank      INTEGER NOT NULL,
  chosen    INTEGER NOT NULL,
  PRIMARY KEY (athlete, recording),
  FOREIGN KEY (athlete, recording) REFERENCES recordings (athlete, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (athlete, activity) REFERENCES activity_base (athlete, id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE INDEX links_activity ON links (athlete, activity);

CREATE TABLE overrides (
  athlete  TEXT NOT NULL,
  activity TEXT NOT NULL,
  field    TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (athlete, activity, field),
  FOREIGN KEY (athlete, activity) REFERENCES activity_base (athlete, id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE external_ids (
  athlete  TEXT NOT NULL,
  ref      TEXT NOT NULL,
  activity TEXT NOT NULL,
  PRIMARY KEY (athlete, ref),
  FOREIGN KEY (athlete, activity) REFERENCES activity_base (athlete, id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE INDEX external_ids_activity ON external_ids (athlete, activity);

CREATE TABLE redirects (
  athlete TEXT NOT NULL,
  old     TEXT NOT NULL,
  id      TEXT NOT NULL,
  PRIMARY KEY (athlete, old)
) STRICT, WITHOUT ROWID;

-- What is shown: the layers applied, and the summary. Everything but the
-- summary is a function of the tables above and is rewritten with them.
-- seen: bit a for audience a, bit 4+a for audience a once it was deleted.
-- whole: the audiences to whom no chosen channel is hidden.
CREATE TABLE activities (
  athlete TEXT NOT NULL,
  id      TEXT NOT NULL,
  sport TEXT NOT NULL, sub_sport TEXT NOT NULL,
  start_ms INTEGER NOT NULL, offset_s INTEGER NOT NULL, zone TEXT NOT NULL, zone_source TEXT NOT NULL,
  day INTEGER NOT NULL,
  name TEXT NOT NULL, description TEXT NOT NULL, tags TEXT NOT NULL,
  race INTEGER NOT NULL, commute INTEGER NOT NULL, gear TEXT NOT NULL,
  exertion REAL NOT NULL, manual_load REAL NOT NULL,
  parent TEXT NOT NULL, external_ids TEXT NOT NULL, hidden INTEGER NOT NULL, edited TEXT NOT NULL,
  sources TEXT NOT NULL, title_words TEXT NOT NULL, note_words TEXT NOT NULL,
  channels_model INTEGER NOT NULL, channels_page INTEGER NOT NULL, channels_export INTEGER NOT NULL,
  seen INTEGER NOT NULL, whole INTEGER NOT NULL,
  np_windows INTEGER NOT NULL DEFAULT 0, hr_seconds REAL NOT NULL DEFAULT 0,
  summary_channels INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0, more TEXT NOT NULL DEFAULT '',
  elapsed_time_s REAL, duration_s REAL, moving_time_s REAL, distance_km REAL,
  avg_power_w REAL, max_power_w REAL, normalized_power_w REAL, xpower_w REAL,
  intensity_factor REAL, variability_index REAL, efficiency_factor REAL, decoupling_pct REAL,
  tss REAL, trimp REAL, work_kj REAL, avg_hr_bpm REAL, max_hr_bpm REAL,
  avg_cadence_rpm REAL, max_cadence_rpm REAL, avg_speed_kmh REAL, max_speed_kmh REAL, pace_s_per_km REAL,
  elevation_gain_m REAL, elevation_loss_m REAL, avg_temp_c REAL, calories_kcal REAL, threshold_power_w REAL,
  training_effect REAL, anaerobic_training_effect REAL, pool_length_m REAL, lengths REAL, strokes REAL,
  avg_swolf REAL, perceived_exertion REAL,
  PRIMARY KEY (athlete, id)
) STRICT;
CREATE INDEX activities_start ON activities (athlete, start_ms, id, day, sport, seen);
CREATE INDEX activities_sport ON activities (athlete, sport, day, seen);
CREATE INDEX activities_parent ON activities (athlete, parent) WHERE parent <> '';

-- What the load of an activity needs, packed, in order of day.
CREATE TABLE load_rows (
  athlete  TEXT NOT NULL,
  day      INTEGER NOT NULL,
  activity TEXT NOT NULL,
  seen     INTEGER NOT NULL,
  data     BLOB NOT NULL,
  PRIMARY KEY (athlete, day, activity)
) STRICT, WITHOUT ROWID;

CREATE TABLE primitives (
  athlete    TEXT NOT NULL,
  kind       TEXT NOT NULL,
  day        INTEGER NOT NULL,
  activity   TEXT NOT NULL,
  sport      TEXT NOT NULL,
  seen       INTEGER NOT NULL,
  version    INTEGER NOT NULL,
  input_hash TEXT NOT NULL,
  data       BLOB NOT NULL,
  PRIMARY KEY (athlete, kind, day, activity)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX primitives_activity ON primitives (athlete, activity, kind);

CREATE TABLE changes (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete TEXT NOT NULL,
  kind    TEXT NOT NULL,
  id      TEXT NOT NULL,
  at_ms   INTEGER NOT NULL
) STRICT;
CREATE INDEX changes_athlete ON changes (athlete, seq, kind);

CREATE TABLE watermarks (
  consumer TEXT PRIMARY KEY,
  seq      INTEGER NOT NULL,
  version  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  athlete  TEXT NOT NULL,
  id       TEXT NOT NULL,
  activity TEXT NOT NULL,
  at_ms    INTEGER NOT NULL,
  target   TEXT NOT NULL,
  author   TEXT NOT NULL,
  text     TEXT NOT NULL,
  PRIMARY KEY (athlete, id),
  FOREIGN KEY (athlete, activity) REFERENCES activity_base (athlete, id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_activity ON notes (athlete, activity, at_ms);

-- n orders the journal, because a clock may go backwards.
CREATE TABLE journal (
  n       INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete TEXT NOT NULL,
  id      TEXT NOT NULL,
  undone_ms INTEGER NOT NULL DEFAULT 0,
  body    TEXT NOT NULL,
  UNIQUE (athlete, id)
) STRICT;
CREATE INDEX journal_athlete ON journal (athlete, n);

CREATE TABLE approvals (
  athlete    TEXT NOT NULL,
  id         TEXT NOT NULL,
  digest     TEXT NOT NULL,
  preview    TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  granted_ms INTEGER NOT NULL,
  used_ms    INTEGER NOT NULL,
  PRIMARY KEY (athlete, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_runs (
  n       INTEGER PRIMARY KEY AUTOINCREMENT,
  athlete TEXT NOT NULL,
  id      TEXT NOT NULL,
  body    TEXT NOT NULL,
  UNIQUE (athlete, id)
) STRICT;
CREATE INDEX import_runs_athlete ON import_runs (athlete, n);

-- Every key begins with the athlete, of whom there are few: without numbers
-- the planner would take any index for a good one. These say once and for all
-- how many rows share each prefix of a key.
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('thresholds', 'thresholds', '400 200 40 20 1'),
  ('recordings', 'sqlite_autoindex_recordings_1', '20000 10000 1'),
  ('recordings', 'recordings_time', '20000 10000 1 1 1 1 1'),
  ('recordings', 'recordings_long', '20 10 1'),
  ('recordings', 'recordings_original', '20000 10000 1'),
  ('recordings', 'recordings_external', '20000 10000 5000 1'),
  ('recordings', 'recordings_run', '20000 10000 100'),
  ('channel_data', 'sqlite_autoindex_channel_data_1', '200000 100000 10 1'),
  ('originals', 'originals', '20000 10000 1'),
  ('activity_base', 'activity_base', '20000 10000 1'),
  ('links', 'links', '20000 10000 1'),
  ('links', 'links_activity', '20000 10000 1 1'),
  ('overrides', 'overrides', '2000 1000 2 1'),
  ('external_ids', 'external_ids', '20000 10000 1'),
  ('external_ids', 'external_ids_activity', '20000 10000 1 1'),
  ('redirects', 'redirects', '200 100 1'),
  ('activities', 'sqlite_autoindex_activities_1', '20000 10000 1'),
  ('activities', 'activities_start', '20000 10000 1 1 1 1 1'),
  ('activities', 'activities_sport', '20000 10000 1000 2 2'),
  ('activities', 'activities_parent', '200 100 3'),
  ('load_rows', 'load_rows', '20000 10000 2 1'),
  ('primitives', 'primitives', '200000 100000 10000 2 1'),
  ('primitives', 'primitives_activity', '200000 100000 10 1'),
  ('changes', 'changes_athlete', '200000 100000 1 1'),
  ('notes', 'notes', '2000 1000 1'),
  ('notes', 'notes_activity', '2000 1000 2 1'),
  ('journal', 'sqlite_autoindex_journal_1', '2000 1000 1'),
  ('journal', 'journal_athlete', '2000 1000 1'),
  ('approvals', 'approvals', '200 100 1'),
  ('import_runs', 'sqlite_autoindex_import_runs_1', '200 100 1'),
  ('import_runs', 'import_runs_athlete', '200 100 1');
