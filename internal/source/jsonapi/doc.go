// Package jsonapi asks a service that answers HTTP with JSON: it makes
// requests, reads answers, tells what is wrong with them, fetches files and
// turns pages. What a service's operations are, and what its answers mean, is
// the business of the service's own package; how requests travel that of
// package transport.
//
// It knows no service by name: each is a value of [API].
package jsonapi
