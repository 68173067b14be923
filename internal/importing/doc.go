// Package importing is the only writer of activities: it reads what was found,
// decides which activity a recording belongs to, gives it its sport, day,
// zone and name, and stores it with everything that is derived from it.
// It must not know tools, faces or services.
//
// # Duplicates
//
// It finds the activities that may be one and says why that
// is in doubt, and turns what the athlete decides about them into verdicts of
// package match. It reads only; the journal writes what it plans, and
// [Importer.Follow] brings the links in line with it.
//
// # Statement
//
// It stores what an export archive says beside its
// recordings: words on an activity, an activity that nothing recorded, gear,
// the person. It must not know recordings' columns, nor one service from
// another: an export's reader in internal/importing/archive gives every statement in
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
//
// # Workouts
//
// It takes workout files (ZWO, ERG, MRC, FIT, iGPSport's JSON)
// into the athlete's library: it tells what is one, reads it, and says in a
// transaction what the file says of a workout and of the folder that it lies
// in. What files say is a layer beneath the athlete's own words, so that a
// file that is read again changes nothing that the athlete changed, and what
// was deleted stays deleted. It must not know recordings, nor services.
package importing
