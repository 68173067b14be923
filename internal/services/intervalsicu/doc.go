// Package intervalsicu is the client of Intervals.icu for one athlete and one
// credential, an API key or an OAuth token. It implements the capabilities of
// package source that the service has.
//
// It remembers only who the athlete is, and must not know the store or the use
// of its results.
//
// # Wire
//
// The wire types are Intervals.icu's JSON, with pure functions that convert
// them to and from the types of package training. Only the fields that Lapkeep
// reads or writes are named; names and meanings are those of the service's
// OpenAPI document. They know no HTTP, no clock and no credential.
package intervalsicu
