// Package fitness answers questions about training over days: the load and its
// effect on fitness and fatigue, and totals over periods such as a week or a year.
//
// All values come from stored summaries, histograms and curves, and from the thresholds of each
// activity's own day. The package writes nothing and reads no clock: today is part of the question.
//
// # Months
//
// [MonthlyCache] keeps the content of each calendar month in memory until the
// change log lists a change to one of its activities. It reads a month when a question
// first needs it. It uses several goroutines to read many months in a row.
//
// The cache does not interpret the content. Its caller reads the months, and
// reports which activities a month holds.
//
// # Time in zones
//
// [ZonedMonth] holds the time in zones of each activity in a month, by the
// zones of the activity's day. The time is counted again only if these zones
// change, so a repeated question costs only what has changed in between.
//
// This part does not depend on where the zones come from.
package fitness
