-- What an entry says of the activity that it leads to is read of the entry
-- itself, and so are its notes: no copies of either are kept.
CREATE INDEX redirects_id ON redirects (athlete, id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('redirects', 'redirects_id', '200 100 1 1');
DELETE FROM external_ids WHERE ref IN (SELECT ref FROM said WHERE ref LIKE 'entered:%' AND run=ref);
DELETE FROM said WHERE ref LIKE 'entered:%' AND run=ref;
UPDATE notes SET activity=m.was FROM (
  SELECT d.athlete, n.value->>'ID' AS id, n.value->>'Activity' AS was
  FROM document_said d, json_each(iif(json_valid(d.body), d.body, '{}'), '$.done.notes') n
  WHERE d.collection='pairs' AND d.source='done' AND d.stands=1) m
WHERE notes.athlete=m.athlete AND notes.id=m.id
  AND EXISTS (SELECT 1 FROM activity_base b WHERE b.athlete=m.athlete AND b.id=m.was);
