// Package sqlitedb runs a SQLite file the way Lapkeep needs it: one writer
// whose transactions take the write lock at once and are on disk when they
// return, a few readers that never block it, migrations that begin with a
// backup, and every failure as a [training.Error]. The driver and its
// connection string are named only here. It knows no table of the store.
//
// # Mark
//
// A file beside the database that holds the number of the last acknowledged
// write. It is written after each commit and before the call returns. So the
// database is behind its mark only if its log was lost or it was replaced by an
// older file.
//
// # Naming
//
// A file beside the database with the activity of each recording, where that
// does not follow from the recording's own id. If a damaged database is made
// again from originals, the file gives recordings their activities and
// activities their ids. It is written before its transaction is committed, so
// it contains all acknowledged writes.
//
// # Schema
//
// The migrations of the store's database, one file each. A released step is
// never changed.
package sqlitedb
