// Package sqlitedb runs a SQLite file the way Lapkeep wants it: one writer
// whose transactions begin immediately and are on disk when they return, a
// few readers that never block it, migrations with a backup before them, and
// every failure told as a [training.Error]. The driver and its connection
// string are named here and nowhere else. It knows no table of the store.
package sqlitedb
