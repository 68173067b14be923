// Package stream is the running-time view of a recording: which rows count,
// for how many seconds each counts, which measurements are plausible. Every
// other rule reads a recording through a [View], so that all of them agree
// on pauses, gaps and spikes.
//
// It must not know what any metric means.
//
// # Linefit
//
// It fits a straight line by least squares.
//
// # Plausible
//
// It holds the limits of what a person can do: speed in a sport,
// power and load, by duration. A session beyond them is an error of a sensor, a
// table or an entry, or was driven: it is kept and shown, and counts for no load,
// best or threshold.
//
// Limits of single rows are in package stream.
//
// # Ruleset
//
// It names sets of rules by their versions.
package stream
