-- The few activities that name more gear than one: what each piece has done
-- is summed from these and from activities_gear.
CREATE INDEX activities_more_gear ON activities (athlete, start_ms) WHERE instr(words, '"more_gear":') > 0;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('activities', 'activities_more_gear', '200 100 1');
