// Package fitness answers questions about training over days: the load and
// what it does to fitness and fatigue, what was done in a week or a year, the
// best an athlete can do for a duration, and what the thresholds may be.
//
// Every number comes from stored summaries, histograms and curves, and from
// the thresholds of each activity's own day. The package writes nothing and
// reads no clock: today comes in with the question.
//
// # Monthly
//
// It keeps what was read of each calendar month in memory until
// the change log names one of its activities. A month is read when a question
// first needs it, a long run of months by several readers at once.
//
// It does not know what it keeps: the caller reads a run of months and says
// which activities one of them holds.
//
// # Zoned
//
// It keeps, for each activity of a month that was asked about, its
// time in the zones that hold on its day. Zones that did not change are not
// counted again, so a question about some days costs what changed since the
// last one.
//
// It does not know whose zones they are or where they come from.
package fitness
