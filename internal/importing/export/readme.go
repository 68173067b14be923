package export

// readme stands in every export.
const readme = `# An export of Lapkeep

Everything that Lapkeep keeps of one athlete, in open formats.
` + "`lapkeep import`" + ` of this folder or archive brings it back: the same files, ids, numbers and edits.

- ` + "`originals/`" + `: every recording file as it was imported, byte for byte. A name begins with the first 16 digits of
  the file's SHA-256, then comes the name that the file had.
- ` + "`athlete.json`" + `: what no recording holds. ` + "`profile`" + ` and dated ` + "`thresholds`" + ` (units are in the keys); ` + "`gear`" + ` as archives
  and services have it, and the athlete's words on it and deletions apart (` + "`own_gear`" + `); ` + "`decisions`" + ` on what is one activity; ` + "`ties`" + `, the
  ids by which services know what was made here; ` + "`activities`" + `,
  each with its id, times (` + "`start`" + ` in UTC, the local date beside it), words, tags, notes, external ids, what
  services ` + "`said`" + ` of it, the fields that the athlete ` + "`edited`" + `, and its ` + "`recordings`" + `: SHA-256 of the file, session in the file counted from 0, and the
  channels that the activity takes from it. ` + "`manual`" + ` holds the numbers of an activity that was entered by hand;
  ` + "`deleted`" + ` marks one that was deleted, whose files are not part of the export.
- ` + "`documents/`" + `: wellness, calendar events, workouts and their folders, routes, records, gear reminders, custom items,
  sport settings and privacy zones, one file of JSON lines each. The first line names the collection and counts the
  documents; each other line is one, by its ` + "`id`" + `: what every source ` + "`said`" + ` of it (` + "`as_of`" + ` the time that the source is
  a copy of, the ` + "`days`" + ` it is about, the ` + "`body`" + `), and the athlete's ` + "`own`" + ` words, which lie over it: ` + "`fields`" + `, ` + "`days`" + `, or
  that it is ` + "`deleted`" + `. A file without its last lines is refused.
- ` + "`activities.csv`" + `: one line an activity for spreadsheets, with the units in the column names. An empty cell is a
  value that is not known. Nothing is read back from it.

Not part of it: what can be computed again from the recordings, the journal of writes, and keys of services.
`
