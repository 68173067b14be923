// Package statement stores what an export archive says beside its
// recordings: words on an activity, an activity that nothing recorded, gear,
// the person. It must not know recordings' columns, nor one service from
// another: an export's reader in internal/archive gives every statement in
// the words of package training, as a field of [archive.Item].
//
// A further service brings no mechanism of its own. Its tables become items
// with these fields (see package listing's Form for how an export is
// recognised). What none of the fields can say yet, such as wellness days,
// becomes
//
//   - a field of [archive.Item] over vocabulary types, with AsOf as the time
//     that the export is a copy of;
//   - a kind here, in a file of its own: a struct with the method Store,
//     which writes only what changed and says so by its [Outcome];
//   - a case in [Of].
//
// Store runs in the transaction of a group of files, which may be run again:
// it must not change the item. The second import of the same export must
// find nothing new, and an older export found later must change nothing
// back. What came with a run is taken back with it where the store keeps the
// run's id; where it cannot be, the outcome warns of it.
package statement
