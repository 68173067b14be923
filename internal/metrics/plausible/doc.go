// Package plausible holds what a person can do at most: how fast in a sport,
// with how much power and to what load, over how long. A session beyond it is
// a sensor's, a table's or a hand's mistake, or was driven: it is kept and
// shown, and counts for no load, best or threshold.
//
// Limits of single rows are in package stream.
package plausible
