// Package curves finds the bests in a range of days: the highest mean power or heart rate for
// each duration, the shortest time for each distance, and the activities that hold them. It
// reads them from an index. For a step that is not stored, it reads the few recordings that
// can contain the best. Weight is the only setting of the athlete on which curves depend.
//
// # Bests
//
// [BestIndex] keeps the best value of every activity for every duration or distance in memory,
// so that it can answer for any range of days without the store.
//
// For each calendar month, it keeps the rows of the activities, and the best at each step with
// the activity that holds it. For a range of years, it combines the monthly bests, and scans
// rows only in the two months at the ends. It does not deal with thresholds, units or wording.
//
// # Estimates
//
// [Thresholds] estimates an athlete's thresholds from recent bests. It collects efforts, which
// package metrics/curve judges, and shows the current settings next to the results. It writes
// nothing.
//
// # Predictions
//
// [Answer] predicts races: run and swim times, and power in time trials on the bike. It shows
// the results of several models and the efforts that they use. It computes no model itself,
// and does not take course or weather into account.
//
// # Records
//
// [RecordCache] returns an athlete's records by duration, by distance, on climbs, and of whole
// activities, with the activities that hold them. It does this for all time and for shorter
// periods. It computes no metric of its own.
package curves
