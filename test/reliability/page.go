package main

const head = "# Reliability\n\n" +
	"What was killed, cut, flipped and searched for, and what came of it. `make reliability` runs it and writes this page; " +
	"`KILLS` and `FLIPS` are its counts.\n\n" +
	"| of | what | times | what came of it |\n|---|---|---|---|\n"

const tail = `
## What verify covers

| file of the home | how a changed bit is found |
|---|---|
| ` + "`lapkeep.db`" + ` | SQLite's own check of tables and indexes, every reference, every column decoded, and a sample of activities computed again from recordings |
| ` + "`lapkeep.db-wal`" + ` | SQLite's own checksums end the log at the first changed frame; the mark has what is missing then |
| ` + "`lapkeep.db.mark`" + ` | a checksum of its own |
| ` + "`lapkeep.db.names`" + ` | a checksum of its own, and a comparison with the database |
| ` + "`athletes/*/originals`" + ` | the hash in the name, and a checksum of the file as it lies on disk |
| ` + "`cache`" + ` | a checksum in each file; a damaged one is never used, told by verify and dropped by its repair |
| ` + "`backups`" + ` | SQLite's own check |

A single flipped bit in `+"`lapkeep.db`"+` may go unnoticed where it changes a value and nothing of the structure: a letter in a name
or a note, a digit of a threshold, of the journal or of what a service said; or where it lies in free space. What recordings say
is safe from that: their original files are under a hash, and a repair reads them again. A backup from before the flip has the
value as it was; every bit of a backup is under a checksum.

Not covered: ` + "`config.yaml`, `.env`, keys, `exports`" + ` and the marks of leases and locks, which are the athlete's own or
hold nothing that is kept; ` + "`lapkeep.db-shm`" + `, which is made anew; frames of the log after its last commit, which count
for nothing; originals of which there is no recording, as to how they are packed, and all originals that were stored by a version
before these checksums.
`
