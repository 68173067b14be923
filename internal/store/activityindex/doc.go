// Package activityindex keeps the fields that lists select and sort by, of
// every activity of an athlete, packed in memory: about 60 bytes an activity. A
// condition that no index serves would walk through the whole rows on the disk,
// which takes a hundred times as long.
//
// It selects ids; the rows of a page are read from the database. It selects the
// same as the conditions of package listing, which know more kinds of them. It
// knows nothing of what an activity means.
package activityindex
