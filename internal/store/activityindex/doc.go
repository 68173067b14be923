// Package activityindex keeps in memory the fields by which lists select and sort, packed
// into about 60 bytes for each of an athlete's activities. Without it, a condition that no
// index supports would scan the whole rows on disk.
//
// An SQLite index over these fields, nine metrics and the searched words, would be simpler,
// but it misses the goal of a p95 below 10 ms. These are medians for 15,000 activities,
// from six alternating runs of "go run ./test/bench -only list_activities" on two cores
// that were half busy:
//
//	                  sorted: CPU, p95   filtered: CPU, p95
//	this package      1.7 ms,  5.3 ms    1.4 ms,  3.7 ms
//	index of SQLite   9.0 ms, 15.1 ms    6.9 ms, 21.4 ms
//	the whole rows   19.2 ms, 26.6 ms   18.3 ms, 54.6 ms
//
// The cost: the second list after a change takes as long as six lists from the database,
// because it reads all activities.
//
// The package selects ids; the rows of a page are read from the database. It selects the
// same rows as the SQL conditions (see Listing), which cover more cases.
//
// # Listing
//
// [ListingView] translates a query for the list of activities into SQL: conditions, order,
// cursors and the normal form of searched text. It runs no query.
//
// # LoadRow
//
// [Input] packs the values needed for the load of one activity into one short row, so that
// series over years are read at disk speed.
//
// # Memo
//
// [Memory] keeps the activities of an athlete until one of them changes.
package activityindex
