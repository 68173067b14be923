// Package curves answers what the best of a range of days was: the highest mean
// power or heart rate for each duration, the shortest time for each distance,
// and which activity holds it. It reads the index in package bests and, for a
// step that is not stored, the few recordings that can contain its best; of the
// athlete's settings it knows only the weight on a day.
//
// # Bests
//
// It keeps the best value of every activity at every duration (or
// distance) in memory, so that the best of any range of days is answered
// without touching the store.
//
// Of each calendar month it keeps the activities' rows and, computed once,
// the best of the month at each step and whose it is: a range of years reads
// those, and only the two months at its ends are scanned. The package knows
// nothing of thresholds, units or words.
//
// # Estimate
//
// It answers what an athlete's thresholds may be, from the best
// of recent days: it gathers the efforts, lets package threshold judge them,
// and sets the settings in force beside the result. It writes nothing.
//
// # Predict
//
// It answers what an athlete may race: run and swim times, and
// the power of a time trial on the bike, by several models side by side with
// the efforts that they rest on. It computes no model itself and knows neither
// course nor weather.
//
// # Records
//
// It answers what an athlete's records are: by duration, by
// distance, on climbs and of whole activities, for all time and for parts of
// it, and which activity holds each. The bests themselves come from package
// curves and from what is derived; it computes no metric of its own.
package curves
