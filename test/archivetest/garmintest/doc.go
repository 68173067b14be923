// Package garmintest makes Garmin "Export Your Data" archives of two
// generations, with the truth of what must come out of them. It is for tests
// only, comes from a seed, and knows nothing of any importer.
//
// The FIT files lie in zips within the zip, a few activities among many files
// of other types; the words about them, gear, records and wellness are JSON
// beside. The names and units of the fields are those that published readers of
// real exports agree on.
package garmintest
