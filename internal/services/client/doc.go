// Package client asks a service that answers HTTP with JSON: it makes
// requests, reads answers, tells what is wrong with them, fetches files and
// turns pages. What a service's operations are, and what its answers mean, is
// the business of the service's own package; how requests travel that of
// package transport.
//
// It knows no service by name: each is a value of [API].
//
// # Lenient
//
// It reads values that services write now in one form of JSON and
// now in another.
//
// # Transport
//
// It is the way of every request to a service: a chain of
// round-trippers, one concern each, composed in [New] and nowhere else. From
// the outside in:
//
//	guard    only hosts that were configured, only TLS beyond this machine
//	retry    what failed for a moment, if it may be sent twice
//	budget   the service's own count, before anything is sent
//	pace     requests a second
//	auth     the credential, only to the hosts that it belongs to
//	whole    the answer is read to its end, up to a limit
//	log      one line a request, without anything secret in it
//
// It knows how services fail but none by name; clock, randomness and
// credentials come in as values.
package client
