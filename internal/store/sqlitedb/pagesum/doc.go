// Package pagesum keeps a checksum in the last eight bytes of each page of a
// SQLite database, where SQLite itself leaves them free. They are written
// with the page and looked at whenever it is read, so that no damaged page is
// taken for what was stored, and they are the same as those of SQLite's
// cksumvfs extension (https://www.sqlite.org/cksumvfs.html), which the driver
// does not have. The log beside the database has checksums of SQLite's own.
//
// It is a layer between SQLite and its files, so that it speaks SQLite's C
// interface: what that wants is in this package and nowhere else.
package pagesum
