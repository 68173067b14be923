// Package curves finds the bests in a range of days: the highest mean power or
// heart rate for each duration, the shortest time for each distance, and the
// activities that hold them. It reads them from an index and, for a step that
// is not stored, from the few recordings that can contain the best. Of the
// athlete's settings, curves depend only on the weight of a day.
//
// # Bests
//
// [BestIndex] keeps the best value of every activity at every duration (or
// distance) in memory, so that it can answer any range of days without the store.
//
// For each calendar month it keeps the rows of the activities and, computed
// once, the month's best at each step with its activity. A range of years uses
// these, and scans only the two months at its ends. It knows nothing of
// thresholds, units or words.
//
// # Estimates
//
// [Thresholds] estimates an athlete's thresholds from recent bests. It collects
// the efforts, lets package metrics/curve judge them, and shows the current
// settings next to the result. It writes nothing.
//
// # Predictions
//
// [Answer] predicts races: run and swim times, and the power of a time trial on
// the bike, by several models side by side with their efforts. It computes no
// model itself, and considers neither course nor weather.
//
// # Records
//
// [RecordCache] answers with an athlete's records by duration, by distance, on
// climbs and of whole activities, for all time and for parts of it, and with
// the activities that hold them. It computes no metric of its own.
package curves
