// Package runkeepertest makes the archive that Runkeeper hands out: a table of
// activities beside a GPX file of each that had a track, with the truth of what
// they say. It is for tests only, comes from a seed, and knows nothing of any
// importer.
//
// Its form is that of archives that people published: the table has local times
// without a zone, in kilometres or miles as the athlete had set, the tracks are in
// UTC, without a type, and are named by their local start.
package runkeepertest
