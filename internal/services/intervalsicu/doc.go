// Package intervalsicu is Intervals.icu as a source: a client that speaks for
// one athlete with one credential, an API key or an OAuth token, and implements
// the capabilities of package source that the service has. What things look
// like in JSON is the business of package wire; how requests travel, are paced
// and tried again that of package transport.
//
// It keeps nothing but who the athlete is, and must not know the store, nor
// what its answers are used for.
//
// # Wire
//
// It is how Intervals.icu writes things in JSON, and pure functions
// between that and the words of training: both ways, with nothing sent and
// nothing stored. Only the fields that Lapkeep reads or writes are named; the
// names and what they mean are those of the service's OpenAPI document.
//
// It knows no HTTP, no clock, and no credential.
package intervalsicu
