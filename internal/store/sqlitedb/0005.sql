-- What gear has done is summed from this index alone.
CREATE INDEX activities_gear ON activities (athlete, gear, start_ms, day, seen, distance_km, duration_s) WHERE gear <> '';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('activities', 'activities_gear', '20000 10000 500 1 1 1 1 1');
