// Package archive finds recordings: it walks files, folders and zip archives in
// a stable order and returns their bytes one at a time, within limits. It knows
// names, sizes and the beginnings of files, and nothing of the inside of a
// recording. The exports of services are read by packages of their own below
// it; package listing is what they see of a walk, and explains how to add one.
//
// # Fitbit
//
// Reads the exercises of a Google Takeout archive of Fitbit or Google Health:
// the table that has their instants with the offset of the place. It must not
// know how the archive is packed nor how anything is stored.
//
// The older list of the same exercises has times without a zone and is not
// read; if the archive has nothing else, that is reported.
//
// # Garmin
//
// Reads the archive that Garmin offers to an athlete (account, Export Your
// Data): DI_CONNECT with its zips of uploads, and the JSON with what the
// uploads lack: names, descriptions, gear, days of wellness. It takes the bytes
// of a table and returns its rows in Lapkeep's types; it knows neither packing
// nor store.
//
// An uploaded file has another number than its activity, so descriptions are
// matched with recordings by their start. Most uploads are not activities;
// their first bytes show what they are, and they are skipped. Profiles,
// contacts and messages are never opened, and the athlete's address, which is
// part of many file names, is not passed on.
//
// Lengths are in centimetres, durations in milliseconds, weights in grams.
// Speeds, whose unit readers do not agree on, are computed from distance and
// time; energy, for which the same holds, is not taken.
//
// # GoldenCheetah
//
// Reads the folder that GoldenCheetah keeps for an athlete: a JSON file an
// activity, with the athlete's notes and every sample. It must not know how the
// folder is packed nor how anything is stored.
//
// # MCPacer
//
// Reads the folder in which MCPacer keeps a coach's texts: training plans,
// memory, session logs, personas and their shared texts, unchanged; and of its
// cached runs only the digest and the coach's notes. The runs' other data come
// from a service and are not taken.
//
// # Polar
//
// Reads the archive that Polar Flow offers. Its training sessions are
// recordings that are read like any other file; its daily data are read here.
// It must not know how the archive is packed nor how anything is stored.
//
// # Runkeeper
//
// Reads the archive that Runkeeper offers: a table of activities beside a GPX
// file of each that had a track. It must not know how the archive is packed nor
// how anything is stored.
//
// The table has local times without a zone; the tracks are in UTC, so that a
// row with a track shows the offset of those near it.
//
// # Strava
//
// Reads the tables of the archive that Strava offers to an athlete (Settings,
// My Account, Download or Delete Your Account). It takes the bytes of a table
// and returns its rows in Lapkeep's types; it opens nothing, and knows neither
// packing nor store.
//
// The tables are in the language of the account. The columns of activities are
// identified by their names, as far as the names of a language are known, and
// by their positions if all their content agrees with that: there have been
// nine layouts since 2018. Unknown columns are ignored.
//
// # TrainingPeaks
//
// Reads the table of workouts that TrainingPeaks offers, and finds the row of
// each recording beside it: the table names no files. It must not know how an
// archive is packed nor how anything is stored.
//
// # Unread
//
// Names the archives of services whose exercises are not read, once each, and
// how to get files that are. Recordings in them are imported. It must not open
// anything.
package archive
