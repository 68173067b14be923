// Package importing is the only writer of activities: it reads what was found,
// decides which activity a recording belongs to, gives it its sport, day, zone
// and name, and stores it with everything that is derived from it. It must not
// know tools, faces or services.
//
// # Duplicates
//
// Finds the activities that may be duplicates and says why that is uncertain,
// and turns the athlete's decisions into verdicts of package match. It reads
// only; the journal writes what it plans, and [Importer.Follow] updates the
// links accordingly.
//
// # Statement
//
// Stores what an export archive has beside its recordings: names and notes of
// an activity, an activity without a recording, gear, the person. It must not
// know recordings' columns, nor distinguish services: an export's reader in
// internal/importing/archive returns every statement in the types of package
// training, as a field of [listing.Item].
//
// A further service brings no mechanism of its own. Its tables become items
// with these fields (see package listing's Form for how an export is
// recognised). What none of the fields can hold yet, such as wellness days,
// becomes
//
//   - a field of [listing.Item] over vocabulary types, with AsOf as the time
//     that the export is a copy of;
//   - a kind here, in a file of its own: a struct with the method Store,
//     which writes only what changed and reports it by its [Outcome];
//   - a case in [Of].
//
// Store runs in the transaction of a group of files, which may be run again: it
// must not change the item. The second import of the same export must find
// nothing new, and an older export found later must change nothing back. What
// came with a run is undone with it where the store keeps the run's id;
// otherwise the outcome warns of it.
//
// # Workouts
//
// Takes workout files (ZWO, ERG, MRC, FIT, iGPSport's JSON) into the athlete's
// library: it recognises and reads them, and stores in a transaction the file's
// statement about a workout and about its folder. Statements of files are a
// layer beneath the athlete's own edits, so that a file that is read again
// changes nothing that the athlete changed, and deleted workouts stay deleted.
// It must not know recordings, nor services.
package importing
