// Package activityindex keeps the fields that lists select and sort by, of
// every activity of an athlete, packed in memory, about 60 bytes per activity.
// Otherwise a condition that no index serves would scan the whole rows on disk.
//
// An SQLite index over these fields, nine metrics and the searched words, would
// be simpler, but it misses the goal of a p95 below 10 ms. For 15,000
// activities, as medians of six alternating runs of "go run ./test/bench -only
// list_activities" on two cores that were half busy:
//
//	                  sorted: CPU, p95   filtered: CPU, p95
//	this package      1.7 ms,  5.3 ms    1.4 ms,  3.7 ms
//	index of SQLite   9.0 ms, 15.1 ms    6.9 ms, 21.4 ms
//	the whole rows   19.2 ms, 26.6 ms   18.3 ms, 54.6 ms
//
// The cost: the second list after a change takes as long as six lists from the
// database, because it reads all activities.
//
// It selects ids; the rows of a page are read from the database. It selects the
// same rows as the SQL conditions (see Listing), which cover more cases. It
// does not know the meaning of the fields.
//
// # Listing
//
// It translates a query for the list of activities into SQL: conditions, order,
// cursors and the normal form of searched text. It runs no query.
//
// # LoadRow
//
// It packs the values needed for the load of one activity into one short row,
// so that series over years are read at disk speed.
//
// # Memo
//
// It keeps the activities of an athlete until one of them changes.
package activityindex
