-- Activities with sets of strength training are few, and are read over years.
CREATE INDEX activities_sets ON activities (athlete, day) WHERE instr(words, '"sets":') > 0;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('activities', 'activities_sets', '200 100 1');
