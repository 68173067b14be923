-- A packed row of loads names the sub-sport behind the sport, after a zero byte.
-- It ends with 12, 13 or 14 numbers of 8 bytes, before which the sport stands
-- with its length in one byte.
UPDATE load_rows SET data = CAST(
    substr(data, 1, length(data) - 8 * a.numbers - a.long - 1)
    || CAST(char(a.long + 1 + length(CAST(a.sub_sport AS BLOB))) AS BLOB)
    || CAST(a.sport AS BLOB) || x'00' || CAST(a.sub_sport AS BLOB)
    || substr(data, length(data) - 8 * a.numbers + 1) AS BLOB)
  FROM (
    SELECT t.athlete, t.id, t.day, t.sport, t.sub_sport, length(CAST(t.sport AS BLOB)) AS long, n.numbers
      FROM activities t, (SELECT 14 AS numbers UNION ALL SELECT 13 UNION ALL SELECT 12) n
      WHERE t.sub_sport <> '' AND length(CAST(t.sport || t.sub_sport AS BLOB)) < 120) a
  WHERE load_rows.athlete = a.athlete AND load_rows.activity = a.id AND load_rows.day = a.day
    AND substr(data, length(data) - 8 * a.numbers - a.long, 1 + a.long) = CAST(char(a.long) || a.sport AS BLOB);
