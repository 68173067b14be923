// Package intervalstest is an Intervals.icu for tests and for trying out: a
// stateful HTTP server on loopback that keeps athletes in memory and behaves as
// the service was seen to behave, its surprises included. The operations and
// the fields it knows are those of the service's OpenAPI document (contract.txt,
// proven against the document where it lies with the test data); whatever a
// client sends beside them is a violation, which fails the client's test. It
// serves the operations that clients ask for; who asks for another of the
// document's writes its handler.
//
// Where the service's behaviour is not known, the emulator does the plainer
// thing, and clients should not lean on it: a null empties a field of anything
// but wellness, originals come packed with gzip, what a PUT does not name stays.
//
//	s := intervalstest.New(t, intervalstest.Options{})
//	s.Inject(intervalstest.Fault{Status: 429, Every: 5, RetryAfter: "2"})
//	before := s.State() // … let the client write and undo at s.BaseURL …
//
// Options.Rich is an athlete as the document has one: what follows from their
// data is worked out anew after each change (load.go), withheld activities
// count in fitness, weeks and gear, and the methods of Server that edit and
// delete are the athlete at the service's own pages between two syncs.
//
// By hand: go run ./test/emulator/cmd intervals -help
//
// It knows no client and nothing of how Lapkeep stores things.
package intervalstest
