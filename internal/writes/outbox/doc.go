// Package outbox sends what the athlete's writes mean for connected services.
//
// A write is local first: in its transaction it leaves a row for each thing
// that a service has, or is to get. A sender takes the rows of one service in
// order, under a lease: it reads what the service holds, sends, reads back,
// tells what is otherwise than was meant, and has what the service then says
// stand here as its word. A row that may have been sent, by a process that
// ended since, is looked for there before it is sent again. An undo is a row
// that is made of the row which it takes back.
//
// What things there are, and how each is told to a service, is the business of
// the kinds; this package knows fields and no service by name.
package outbox
