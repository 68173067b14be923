// Package archive finds recordings: it walks files, folders and zip archives
// in a stable order and hands out their bytes one at a time, within limits.
// It knows names, sizes and what the beginning of a file tells, and nothing of
// what is inside a recording. The exports of services are read by packages
// of their own below it; package listing is what they see of a walk, and
// tells how to add one.
//
// # Fitbit
//
// It reads what a Google Takeout archive of Fitbit or Google Health
// tells of exercises: the table that has their instants with the offset of the
// place. It must not know how the archive is packed nor how anything is stored.
//
// The older list of the same exercises has times without a zone and is left; where
// the archive has nothing else, that is said.
//
// # Garmin
//
// It reads the archive that Garmin hands out to an athlete
// (account, Export Your Data): DI_CONNECT with its zips of uploads, and the
// JSON that says what the uploads do not: names, words, gear, days of
// wellness. It takes the bytes of a table and gives its rows in Lapkeep's
// words; it knows neither packing nor store.
//
// A file of the uploads has another number than its activity, so that words
// find their recording by the time of its start. Most uploads are no
// activities; what they are stands in their first bytes, and they are left
// there. Profiles, contacts and messages are never opened, and the athlete's
// address, which stands in the names of many files, does not leave here.
//
// Lengths are in centimetres, durations in milliseconds, weights in grams.
// Speeds, whose unit readers do not agree on, are taken from distance and
// time, and energy, for which the same holds, not at all.
//
// # GoldenCheetah
//
// It reads the folder that GoldenCheetah keeps of an
// athlete: a JSON file an activity, with what the athlete wrote about it and
// every sample. It must not know how the folder is packed nor how anything is
// stored.
//
// # MCPacer
//
// It knows the folder in which MCPacer keeps what a coach works
// with: training plans, memory, session logs, personas and what they share, as
// they are; and of its cached runs the digest and the coach's notes alone.
// What those say of the run is a service's, and is not taken.
//
// # Polar
//
// It reads the archive that Polar Flow hands out. Its training
// sessions are recordings that are read like any other file; what it says of days
// is read here. It must not know how the archive is packed nor how anything is
// stored.
//
// # Runkeeper
//
// It reads the archive that Runkeeper hands out: a table of
// activities beside a GPX file of each that had a track. It must not know how the
// archive is packed nor how anything is stored.
//
// The table has the clock of the place and no zone; the tracks are in UTC, so that
// a row with a track tells the offset of those near it.
//
// # Strava
//
// It reads the tables of the archive that Strava hands out to an
// athlete (Settings, My Account, Download or Delete Your Account). It takes
// the bytes of a table and gives its rows in Lapkeep's words; it opens
// nothing, and knows neither packing nor store.
//
// The tables are in the language of the account. The columns of activities are
// told by their names, as far as the names of a language are known, and by
// their places where everything that stands in them agrees with that: there
// have been nine layouts since 2018. What nobody knows is left alone.
//
// # TrainingPeaks
//
// It reads the table of workouts that TrainingPeaks hands
// out, and finds which of its rows each recording beside it is of: the table
// names no files. It must not know how an archive is packed nor how anything is
// stored.
//
// # Unread
//
// It names the archives of services whose exercises are not read,
// once each, with the way to files that are. Recordings in them are imported. It
// must not open anything.
package archive
