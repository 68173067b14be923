// Package archive finds recordings: it walks files, folders and zip archives in a stable order and
// returns their bytes one at a time, within limits. It uses the names, sizes and beginnings of
// files, but not the contents of recordings. Package listing connects it to the readers of
// services' exports, and explains how to add one.
//
// # Fitbit
//
// The reader for Google Takeout archives of Fitbit or Google Health reads exercises from the
// table in which times have a UTC offset. It must not depend on how the archive is packed or
// how anything is stored.
//
// An older list of the same exercises has times without a zone and is not read.
// If an archive contains only that list, this is reported.
//
// # Garmin
//
// This reader is for the archive that Garmin offers (account, Export Your Data). Its folder
// DI_CONNECT contains zips of uploaded files, and JSON tables with data that is missing from
// them: names, descriptions, gear and days of wellness. The reader converts the rows of
// tables to Lapkeep's types. It does not depend on the archive format or the store.
//
// Uploaded files and activities have different numbers, so descriptions are matched
// with recordings by start time. Most uploads are not activities; these are recognised
// by their first bytes and skipped. Profiles, contacts and messages are never opened.
// Many file names contain the athlete's email address, which is not passed on.
//
// Lengths are in centimetres, durations in milliseconds, weights in grams.
// Other programs disagree on the units of speed and energy, so speeds are
// computed from distance and time, and energy is not read.
//
// # GoldenCheetah
//
// This reader is for the folder in which GoldenCheetah keeps an athlete's data:
// a JSON file per activity, with the athlete's notes and all samples. It must
// not depend on how the folder is packed or how anything is stored.
//
// # MCPacer
//
// This reader is for the folder in which MCPacer keeps a coach's texts: training plans, memory,
// session logs, personas and their shared texts. They are imported unchanged. From cached runs,
// only the digest and the coach's notes are read, because their other data comes from a service.
//
// # Polar
//
// This reader is for the archive that Polar Flow offers. Its training sessions are
// recordings, which are imported like any other file, so the reader reads only
// daily data. It must not depend on how the archive is packed or how anything is stored.
//
// # Runkeeper
//
// This reader is for the archive that Runkeeper offers: a table of activities, and a GPX file for
// each activity with a track. It must not depend on how the archive is packed or how anything is stored.
//
// The times in the table are local times without a zone, and those in the tracks
// are in UTC. So a row with a track reveals the UTC offset of rows near it.
//
// # Strava
//
// This reader is for the tables in the archive that Strava offers (Settings, My Account, Download
// or Delete Your Account). It converts their rows to Lapkeep's types. It opens no files, and does
// not depend on the archive format or the store.
//
// The tables are in the language of the account. The columns of activities are identified
// by name if the names in that language are known, or else by position, provided that all
// content fits. There have been nine layouts since 2018. Unknown columns are ignored.
//
// # TrainingPeaks
//
// This reader is for the table of workouts that TrainingPeaks offers. The table
// does not name files, so the reader finds the row for each recording in the same
// folder. It must not depend on how an archive is packed or how anything is stored.
//
// # Unread
//
// Archives of services whose exercises are not read are reported once, with a way to get
// readable files. Recordings in such archives are imported. This part must not open anything.
package archive
