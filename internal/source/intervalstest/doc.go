// Package intervalstest is an Intervals.icu for tests and for trying out: a
// stateful HTTP server on loopback that keeps athletes in memory and behaves as
// the service was seen to behave, its surprises included. The operations and
// the fields it knows are those of the service's OpenAPI document (contract.txt,
// proven against the document where it lies with the test data); whatever a
// client sends beside them is a violation, which fails the client's test.
//
// It knows no client and nothing of how Lapkeep stores things.
package intervalstest
