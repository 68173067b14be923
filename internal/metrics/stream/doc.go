// Package stream provides a view of a recording's running time: which rows count, how
// many seconds each of them covers, and which measurements are plausible. All other rules
// read a recording through a [View], so that they agree on pauses, gaps and spikes. It
// does not depend on the meaning of any metric.
//
// # Linefit
//
// [Least] fits a straight line by least squares.
//
// # Plausible
//
// [Session], [Climb], [LoadBound] and [Day] apply the limits of human performance: speed in
// a sport, power and load, by duration. A session beyond these limits contains an error
// of a sensor or a wrong entry, or was recorded in a vehicle. It is kept and shown, but
// not used for loads, bests or thresholds. [Limits] apply to single rows.
//
// # Ruleset
//
// [RulesetVersion] identifies a set of rules by their versions.
package stream
