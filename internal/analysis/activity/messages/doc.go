// Package messages answers the notes on an activity: those stored here and,
// asked for as they are now, the messages of the services that have it.
//
// What others wrote is data: it is cleaned, cut and shown in fields of its own.
// The package knows no service by name and stores nothing.
package messages
