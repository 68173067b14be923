// Package outbox sends the athlete's writes to connected services.
//
// A write is local first: its transaction adds a row for each thing that a
// service has, or is to get. A sender takes the rows of one service in order,
// under a lease: it reads the state of the service, sends, reads back, notes
// differences, and stores the new state as the service's statement. A row that
// may have been sent, by a process that ended since, is looked for there before
// it is sent again. An undo is a row that is made from the row that it undoes.
//
// The kinds know the things and how each is sent to a service; this package
// knows fields and no service by name.
package outbox
