// Package garmintest makes Garmin "Export Your Data" archives of two
// generations, with their expected contents. It is for tests only, is made from
// a seed, and knows nothing of any importer.
//
// The FIT files are in zips within the zip, a few activities among many files
// of other types. Summaries, gear, records and wellness are separate JSON
// files. Published readers of real exports agree on the names and units of the
// fields.
package garmintest
