// Package importing is the only writer of activities: it reads files, decides to which activity
// each recording belongs, sets sport, day, time zone and name, and stores it with all derived data.
// It must not depend on tools, faces or services.
//
// # Duplicates
//
// [FindDuplicates] finds possible duplicates with the evidence for and against them.
// A [Plan] turns a decision by the athlete into verdicts of package match. Both only
// read. The journal writes the plans, and then [Importer.Follow] updates the links.
//
// # Statement
//
// A [Statement] stores data from an export archive that is not in its recordings: names and notes
// of activities, activities without a recording, gear, and personal data. It must not use the
// columns of recordings or distinguish services. The readers in internal/importing/archive return
// all statements in the types of package training, as fields of [listing.Item].
//
// Another service needs no mechanism of its own: its tables become items with these fields.
// (Form in package listing explains how exports are recognised.) A new kind of data needs
//
//   - a field of [listing.Item] with types of package training, and AsOf as the
//     time of the data in the export;
//   - a kind here, in a file of its own: a struct with the method Store,
//     which writes only changes and reports them in its [StatementOutcome];
//   - a case in [StatementOf].
//
// Store is called in the transaction of a group of files. The transaction may be
// run again, so Store must not change the item. A second import of the same
// export must find nothing new, and a later import of an older export must not
// restore old values. If the store records the id of the run with the data, an
// undo of the run removes the data; otherwise the outcome must contain a warning.
//
// # Workouts
//
// Workout files (ZWO, ERG, MRC, FIT, iGPSport's JSON) are added to the athlete's library. The
// file's statements on the workout and on its folder are stored in one transaction. They are a
// layer below the athlete's own edits, so reading a file again never changes these, and deleted
// workouts stay deleted. This part must not depend on recordings or services.
package importing
