// Package hevy reads an athlete's strength training from Hevy, with the key that a
// subscriber makes in Hevy's settings. The API has no operation that deletes and no key
// for repeating a request safely, so Lapkeep writes nothing there.
//
// Hevy gives times in UTC and no time zone. Its days are those of UTC here; the importer
// decides on which day of the athlete a session was.
package hevy
