// Package metrics is the folder of Lapkeep's rules: pure functions on a
// recording's columns and on daily series, one sub-package a subject. No
// package below it does I/O, reads a clock, or knows where a recording came from.
//
// Every rule has a version constant beside it and an entry in package
// glossary. A stored result is stored with the version of its rule.
package metrics
