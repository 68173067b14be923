// Package wire is how Intervals.icu writes things in JSON, and pure functions
// between that and the words of training: both ways, with nothing sent and
// nothing stored. Only the fields that Lapkeep reads or writes are named; the
// names and what they mean are those of the service's OpenAPI document.
//
// It knows no HTTP, no clock, and no credential.
package wire
