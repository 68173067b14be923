// Package igpsport is iGPSport as a source: a client that speaks for one
// account of one of its two regions, China and the rest of the world, which
// share their paths and nothing else. What things look like in JSON is the
// business of package wire; how requests travel, are paced and tried again that
// of package transport.
//
// The service publishes no document of its interface. What is known of it was
// found by others, and where it is not certain the client takes each form that
// was seen.
//
// It keeps nothing but who the athlete is and where files lie, and must not
// know the store, nor what its answers are used for.
//
// # Wire
//
// It is how iGPSport writes things in JSON, and pure functions
// between that and the words of training, with nothing sent and nothing
// stored. Only the fields that Lapkeep reads or writes are named. Which fields
// there are, and in which form, is not published: a number may be text, a date
// has points or hyphens, and what is missing in one list stands in another.
//
// It knows no HTTP, no clock, and no credential but what a token says of
// itself.
package igpsport
