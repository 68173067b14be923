// Package garmin reads the archive that Garmin hands out to an athlete
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
package garmin
