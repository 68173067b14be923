// Package wire is how iGPSport writes things in JSON, and pure functions
// between that and the words of training, with nothing sent and nothing
// stored. Only the fields that Lapkeep reads or writes are named. Which fields
// there are, and in which form, is not published: a number may be text, a date
// has points or hyphens, and what is missing in one list stands in another.
//
// It knows no HTTP, no clock, and no credential but what a token says of
// itself.
package wire
