// Package rawfit builds FIT files byte by byte for tests, from the public
// description of the FIT protocol and without any FIT library, so that a reader
// or writer is never checked by its own code. It is for tests only.
//
// [New] starts a file to which messages are added; [Scenarios] are whole files
// with their expected contents. A mistake in a test's own input (an unknown
// field, a value out of range) panics.
package rawfit
