// Package igpsporttest is an iGPSport for tests and for trying out: both
// regions, their file host and a host that nobody should follow a redirect to,
// stateful, over real HTTP on loopback. It was written from what is known of
// the service, before any client here. What the service is not known to allow
// is a violation, which fails the client's test: a bearer at the file host, a
// nonce sent twice, a token of the other region, an unknown parameter.
//
//	s := igpsporttest.New(t, igpsporttest.Options{})
//	s.Inject(igpsporttest.Fault{Operation: "listActivities", Status: 429, RetryAfter: "2"})
//	before := s.State() // … let the client write and undo at s.URL(igpsporttest.CN) …
//
// Where the service was seen to answer in several forms, the emulator does so
// too unless Options choose one; where nothing is known it does what its
// comments say, and clients should not lean on it.
//
// By hand: go run ./test/emulator/cmd igpsport -help
//
// It knows no client and nothing of how Lapkeep stores things.
package igpsporttest
