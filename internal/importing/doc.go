// Package importing is the only writer of activities: it reads the found files,
// decides which activity a recording belongs to, sets sport, day, time zone and
// name, and stores it with everything derived from it. It must not know tools,
// faces or services.
//
// # Duplicates
//
// Finds possible duplicates with the evidence for and against them, and turns
// the athlete's decisions into verdicts of package match. It only reads; the
// journal writes its plans, and [Importer.Follow] updates the links
// accordingly.
//
// # Statement
//
// Stores the data of an export archive besides its recordings: names and notes
// of activities, activities without a recording, gear, personal data. It must
// not know recordings' columns, or distinguish services: an export's reader in
// internal/importing/archive returns every statement in the types of package
// training, as a field of [listing.Item].
//
// A further service needs no mechanism of its own. Its tables become items with
// these fields (see package listing's Form for how an export is recognised).
// New kinds of data need
//
//   - a field of [listing.Item] over vocabulary types, with AsOf as the time
//     that the export is a copy of;
//   - a kind here, in a file of its own: a struct with the method Store,
//     which writes only changes and reports them in its [StatementOutcome];
//   - a case in [StatementOf].
//
// Store runs in the transaction of a group of files, which may be run again: it
// must not change the item. The second import of the same export must find
// nothing new, and an older export found later must change nothing back. Data
// is undone together with its run if the store records the run's id; otherwise
// the outcome contains a warning.
//
// # Workouts
//
// Adds workout files (ZWO, ERG, MRC, FIT, iGPSport's JSON) to the athlete's
// library: it recognises and reads them, and stores the file's statements on a
// workout and its folder in a transaction. Statements of files are a layer
// beneath the athlete's own edits, so that reading a file again never changes
// the athlete's edits, and deleted workouts stay deleted. It must not know
// recordings or services.
package importing
