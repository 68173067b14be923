// Package training defines the vocabulary of Lapkeep: the types of activities,
// recordings, thresholds and days, and the kinds of errors that all other packages
// use. It depends only on the standard library, does no I/O and reads no clock.
//
// Every name of a number includes its unit. Streams are fixed-point integers in the units
// of [Channel]; scalars that are passed between packages are keyed by [Metric], whose
// text is the name that the tools publish.
package training
