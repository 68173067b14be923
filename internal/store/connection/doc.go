// Package connection keeps what a connection to a service needs to go on
// where it stopped, in any process and after any end of one: who holds the
// right to work (leases), how far a reading came (cursors), how many requests
// the service still takes (quotas), and what became of each thing that was
// seen there (items).
//
// It knows no service and decides nothing: when to read, and how much, is its
// callers' business. It holds no secret.
package connection
