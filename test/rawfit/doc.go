// Package rawfit builds FIT files byte by byte for tests, after the public
// description of the FIT protocol and without any FIT library, so that a
// reader or writer is never checked by the code that it is made of. It is
// for tests only.
//
// [New] starts a file to which messages are added; [Scenarios] are whole
// files with the truth that a reader must find in them. A mistake in a test's
// own input (an unknown field, a value out of range) panics.
package rawfit
