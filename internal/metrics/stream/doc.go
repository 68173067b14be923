// Package stream is the running-time view of a recording: which rows count, for
// how many seconds each counts, and which measurements are plausible. All other
// rules read a recording through a [View], so that they agree on pauses, gaps
// and spikes. It must not know what any metric means.
//
// # Linefit
//
// [Least] fits a straight line by least squares.
//
// # Plausible
//
// [Session], [Climb], [LoadBound] and [Day] apply the limits of human
// performance: speed in a sport, power and load, by duration. A session beyond
// them is an error of a sensor, a table or an entry, or was driven. It is kept
// and shown, but not used for loads, bests or thresholds. [Limits] apply to
// single rows.
//
// # Ruleset
//
// [RulesetVersion] names a set of rules by their versions.
package stream
