// Package messages is what is said about an activity: the notes that are kept here
// and, asked for as they are now, the messages of the services that have it.
//
// What others wrote is data: it is cleaned, cut and stands in fields of its own.
// The package knows no service by name and stores nothing.
package messages
