// Package fitness answers questions about training over days: the load and
// what it does to fitness and fatigue, what was done in a week or a year, the
// best an athlete can do for a duration, and what the thresholds may be.
//
// Every number comes from stored summaries, histograms and curves, and from
// the thresholds of each activity's own day. The package writes nothing and
// reads no clock: today comes in with the question.
package fitness
