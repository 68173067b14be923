// Package intervalstest emulates Intervals.icu for tests and trials: a stateful
// HTTP server on loopback that keeps athletes in memory and behaves as the
// service was seen to behave, including its surprises. The operations and the
// fields it knows are those of the service's OpenAPI document (contract.txt,
// proven against the document where it lies with the test data); anything else
// that a client sends is a violation, which fails the client's test. It serves
// the operations that clients use; a client that needs another one has to add
// its handler.
//
// If the service's behaviour is unknown, the emulator does the simpler thing,
// and clients should not rely on it: a null empties a field of anything except
// wellness, originals are gzipped, and fields missing from a PUT stay.
//
//	s := intervalstest.New(t, intervalstest.Options{})
//	s.Inject(intervalstest.Fault{Status: 429, Every: 5, RetryAfter: "2"})
//	before := s.State() // … let the client write and undo at s.BaseURL …
//
// Options.Rich is an athlete as in the document: derived values are recomputed
// after each change (load.go), withheld activities count in fitness, weeks and
// gear, and the methods of Server that edit and delete are the athlete's
// actions on the service's own pages between two syncs.
//
// By hand: go run ./test/emulator/cmd intervals -help
//
// It knows no client and nothing about Lapkeep's storage.
package intervalstest
