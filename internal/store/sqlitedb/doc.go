// Package sqlitedb runs a SQLite file the way Lapkeep wants it: one writer
// whose transactions begin immediately and are on disk when they return, a
// few readers that never block it, migrations with a backup before them, and
// every failure told as a [training.Error]. The driver and its connection
// string are named here and nowhere else. It knows no table of the store.
//
// # Mark
//
// It keeps, in a file beside the database, which write was the last
// that was acknowledged. It is written after each commit and before its
// caller hears of it: so the database is never behind its mark, unless its
// log was lost or an older file was put in its place.
//
// # Naming
//
// It keeps, in a file beside the database, which activity a
// recording is of where that does not follow from the recording's own id: who
// makes a damaged database anew from originals gives each its activity, and
// each activity its id. The file is written before the transaction that it
// belongs to is committed, so that what was acknowledged is in it.
//
// # Schema
//
// It holds the migrations of the store's database, one file a
// step. A step that was released is never changed again.
package sqlitedb
