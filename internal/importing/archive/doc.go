// Package archive finds recordings: it walks files, folders and zip archives in
// a stable order and returns their bytes one at a time, within limits. It knows
// names, sizes and the beginnings of files, but not the contents of recordings.
// Readers of services' exports see a walk through package listing, which
// explains how to add one.
//
// # Fitbit
//
// Reads the exercises of a Google Takeout archive of Fitbit or Google Health,
// from the table that has their instants with the local UTC offset. It must not
// know how the archive is packed or how anything is stored.
//
// The older list of the same exercises has times without a zone and is not
// read. If the archive has only that list, this is reported.
//
// # Garmin
//
// Reads the archive that Garmin offers to an athlete (account, Export Your
// Data): DI_CONNECT with its zips of uploads, and the JSON with data that the
// uploads lack: names, descriptions, gear, days of wellness. It takes the bytes
// of a table and returns its rows in Lapkeep's types; it knows neither packing
// nor the store.
//
// The number of an uploaded file is not that of its activity, so descriptions
// are matched with recordings by their start. Most uploads are not activities;
// they are recognised by their first bytes and skipped. Profiles, contacts and
// messages are never opened, and the athlete's address, which is part of many
// file names, is not passed on.
//
// Lengths are in centimetres, durations in milliseconds, weights in grams.
// Other programs disagree on the units of speed and energy, so speeds are
// computed from distance and time, and energy is not read.
//
// # GoldenCheetah
//
// Reads the folder that GoldenCheetah keeps for an athlete: a JSON file per
// activity, with the athlete's notes and every sample. It must not know how the
// folder is packed or how anything is stored.
//
// # MCPacer
//
// Reads the folder in which MCPacer keeps a coach's texts: training plans,
// memory, session logs, personas and their shared texts, unchanged; and, from
// its cached runs, only the digest and the coach's notes. The other data of
// runs comes from a service and is not read.
//
// # Polar
//
// Reads the archive that Polar Flow offers. Its training sessions are
// recordings that are read like any other file; its daily data is read here. It
// must not know how the archive is packed or how anything is stored.
//
// # Runkeeper
//
// Reads the archive that Runkeeper offers: a table of activities, and a GPX
// file for each that has a track. It must not know how the archive is packed or
// how anything is stored.
//
// The table has local times without a zone; the tracks are in UTC. So a row
// with a track shows the offset for rows near it.
//
// # Strava
//
// Reads the tables of the archive that Strava offers to an athlete (Settings,
// My Account, Download or Delete Your Account). It takes the bytes of a table
// and returns its rows in Lapkeep's types; it opens nothing, and knows neither
// packing nor the store.
//
// The tables are in the language of the account. The columns of activities are
// identified by their names, as far as the names of a language are known, and
// otherwise by their positions if all content agrees. There have been nine
// layouts since 2018. Unknown columns are ignored.
//
// # TrainingPeaks
//
// Reads the table of workouts that TrainingPeaks offers, and finds the row for
// each recording beside it, because the table names no files. It must not know
// how an archive is packed or how anything is stored.
//
// # Unread
//
// Reports once each archive of a service whose exercises are not read, with a
// way to get readable files. Recordings in such archives are imported. It must
// not open anything.
package archive
