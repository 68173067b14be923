// Package stream is the running-time view of a recording: which rows count,
// how many seconds each stands for, which measurements are believed. Every
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
// It holds what a person can do at most: how fast in a sport,
// with how much power and to what load, over how long. A session beyond it is
// a sensor's, a table's or a hand's mistake, or was driven: it is kept and
// shown, and counts for no load, best or threshold.
//
// Limits of single rows are in package stream.
//
// # Ruleset
//
// It names sets of rules by their versions.
package stream
