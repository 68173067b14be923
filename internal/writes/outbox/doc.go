// Package outbox sends the athlete's writes to connected services.
//
// A write is local first: its transaction adds a row for each service that has the changed
// thing or should get it. For each service, a sender processes the rows in order, under a
// lease. It reads the thing's state on the service, sends the change, reads the result,
// records differences, and stores the new state as the service's statement. If an earlier
// process may already have sent a row, the sender first checks the thing on the service. An
// undo is a row derived from the row that it undoes.
//
// The kinds define the things and how to send them. This package uses only their fields, and
// contains no service's name.
package outbox
