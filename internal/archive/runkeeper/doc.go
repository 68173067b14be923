// Package runkeeper reads the archive that Runkeeper hands out: a table of
// activities beside a GPX file of each that had a track. It must not know how the
// archive is packed nor how anything is stored.
//
// The table has the clock of the place and no zone; the tracks are in UTC, so that
// a row with a track tells the offset of those near it.
package runkeeper
