// Package activityindex keeps, of every activity of an athlete, what lists select and
// sort by, packed in memory: about 60 bytes an activity. A condition that no
// index serves would walk through the whole rows on the disk, which takes a
// hundred times as long.
//
// It selects ids; the rows of a page are read from the database. What it
// selects is what the conditions of package listing select, which know more
// kinds of them. It knows nothing of what an activity means.
package activityindex
