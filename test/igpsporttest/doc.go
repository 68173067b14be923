// Package igpsporttest emulates iGPSport for tests and trials: both regions,
// their file host and a host to which no client should follow a redirect,
// stateful, over real HTTP on loopback. It was written from knowledge of the
// service, before any client here. Anything that the service is not known to
// allow is a violation, which fails the client's test: a bearer at the file
// host, a nonce sent twice, a token of the other region, an unknown parameter.
//
//	s := igpsporttest.New(t, igpsporttest.Options{})
//	s.Inject(igpsporttest.Fault{Operation: "listActivities", Status: 429, RetryAfter: "2"})
//	before := s.State() // … let the client write and undo at s.URL(igpsporttest.CN) …
//
// If the service was seen to answer in several forms, so does the emulator,
// unless Options choose one. If nothing is known, its comments say what it
// does, and clients should not rely on it.
//
// By hand: go run ./test/emulator/cmd igpsport -help
//
// It knows no client and nothing about Lapkeep's storage.
package igpsporttest
