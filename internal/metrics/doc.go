// Package metrics is the parent of the packages that hold Lapkeep's rules: pure
// functions on a recording's columns and on daily series, one package per
// subject. None of them does I/O, reads a clock, or knows where a recording
// came from.
//
// Each rule has a version constant beside it and an entry in package glossary.
// A stored result carries the version of its rule.
package metrics
