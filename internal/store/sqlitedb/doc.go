// Package sqlitedb runs a SQLite file the way Lapkeep needs it: one writer
// whose transactions begin immediately and are on disk when they return, a few
// readers that never block it, migrations with a backup before them, and every
// failure as a [training.Error]. The driver and its connection string are named
// here and nowhere else. It knows no table of the store.
//
// # Mark
//
// A file beside the database that holds the number of the last acknowledged
// write. It is written after each commit and before the caller hears of it, so
// the database is never behind its mark, unless its log was lost or an older
// file was put in its place.
//
// # Naming
//
// A file beside the database that holds which activity a recording belongs to,
// where that does not follow from the recording's own id. With it, a damaged
// database that is made again from originals gives each recording its activity,
// and each activity its id. The file is written before its transaction is
// committed, so that it has everything that was acknowledged.
//
// # Schema
//
// The migrations of the store's database, one file a step. A released step is
// never changed.
package sqlitedb
