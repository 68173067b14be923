// Package training is the vocabulary of Lapkeep: what an activity, a recording,
// a threshold or a day is, and the kinds of error that every other package
// uses. It depends on the standard library alone, does no I/O and reads no
// clock.
//
// Units are part of every name. Streams are fixed-point integers in the
// units of [Channel]; scalars that cross a package border are keyed by
// [Metric], whose text is the name that the tools publish.
package training
