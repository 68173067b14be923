-- Gear is a document, as goals and routes are. A statement on it is of the service
-- that read it, else of the source with whose name its id begins, else of a file.
INSERT INTO documents (athlete, collection, id, own, deleted) SELECT athlete, 'gear', id, own, deleted FROM gear;
INSERT INTO document_said (athlete, collection, id, source, run, as_of_ms, day_from, day_to, stands, body)
  SELECT athlete, 'gear', id, source, run, 0, 0, 0, 1, iif(there LIKE source || ':%', json_set(said, '$.id', substr(there, length(source) + 2)), said)
  FROM (SELECT *, CASE WHEN run LIKE 'sync:_%' THEN substr(run, 6) WHEN there LIKE '_%:%' THEN substr(there, 1, instr(there, ':') - 1)
    ELSE 'file' END AS source FROM (SELECT *, said->>'id' AS there FROM gear WHERE said <> ''));
DROP TABLE gear;
