// Package metrics is the parent of the packages that contain Lapkeep's rules: pure
// functions of a recording's columns or of daily series, with one package per subject.
// None of them does I/O, reads a clock, or depends on where a recording came from.
//
// Each rule has a version constant next to it and an entry in package glossary. A result
// is stored together with the version of its rule.
package metrics
