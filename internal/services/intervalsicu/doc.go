// Package intervalsicu is the client of Intervals.icu for one athlete and one
// credential, an API key or an OAuth token. It implements those interfaces of
// package source that the service supports.
//
// The client remembers only who the athlete is, and must not depend on the store or on how
// its results are used.
//
// # Wire
//
// The wire types are Intervals.icu's JSON, with pure functions that convert them to and from
// the types of package training. Only the fields that Lapkeep reads or writes are named;
// names and meanings are those of the service's OpenAPI document. The wire types do not
// depend on HTTP, a clock or a credential.
package intervalsicu
