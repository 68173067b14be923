// Package outbox sends the athlete's writes to connected services.
//
// A write is local first: its transaction adds a row for each thing that a
// service has or will get. A sender handles the rows of one service in order,
// under a lease: it reads the service's state, sends, reads back, records
// differences, and stores the new state as the service's statement. If a
// process that has ended may have sent a row, its result is looked up at the
// service before it is sent again. An undo is a row derived from the row that
// it undoes.
//
// The kinds know the things and how each is sent to a service; this package
// knows fields and no service by name.
package outbox
