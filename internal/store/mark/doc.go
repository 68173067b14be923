// Package mark keeps, in a file beside the database, which write was the last
// that was acknowledged. It is written after each commit and before its
// caller hears of it: so the database is never behind its mark, unless its
// log was lost or an older file was put in its place.
package mark
