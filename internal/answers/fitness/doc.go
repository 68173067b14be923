// Package fitness answers questions about training over days: the load and its
// effect on fitness and fatigue, and the totals of a week or a year.
//
// All values come from stored summaries, histograms and curves, and from the
// thresholds of each activity's own day. The package writes nothing and reads
// no clock: today is part of the question.
//
// # Months
//
// [MonthlyCache] keeps the content of each calendar month in memory until the
// change log names one of its activities. It reads a month when a question
// first needs it, and a long run of months with several goroutines.
//
// It knows nothing about the content: the caller reads the months, and reports
// which activities one of them holds.
//
// # Time in zones
//
// [ZonedMonth] holds the time in zones of each activity in a month, by the
// zones of the activity's day. It is not counted again until these zones
// change, so a repeated question costs only the changes since the last one.
//
// It does not know whose zones they are or where they come from.
package fitness
