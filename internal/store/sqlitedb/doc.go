// Package sqlitedb manages a SQLite file in the way that Lapkeep needs: one writer whose
// transactions take the write lock at once and are on disk when they return, a few readers
// that never block it, migrations that begin with a backup, and every failure as a
// [training.Error]. Only this package depends on the driver and its connection string.
// Apart from the schema's migrations, it is independent of the store's tables.
//
// # Mark
//
// The mark is a file next to the database that holds the number of the last acknowledged
// write. It is written after each commit and before the call returns. The database is
// therefore behind its mark only if its log was lost or if it was replaced with an older
// file.
//
// # Naming
//
// The naming is a file next to the database that contains the activity of each recording,
// unless the activity follows from the recording's own id. If a damaged database is
// recreated from originals, recordings get their activities, and activities their ids, from
// this file. It is written before its transaction is committed, so it contains all
// acknowledged writes.
//
// # Schema
//
// The migrations of the store's database are in one file each. A released step is never
// changed.
package sqlitedb
