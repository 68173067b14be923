// Package metrics is the folder of Lapkeep's rules: pure functions on a
// recording's columns and on daily series, one sub-package a subject. Nothing
// under it does I/O, reads a clock, or knows where a recording came from.
//
// Every rule has a version constant beside it and an entry in package
// glossary. Who stores what a rule computed stores the version with it.
package metrics
