// Package syncer brings what stands at a service into the store: when, how
// much, and where to go on.
//
// The first runs read backwards from today, so that what matters most is here
// first; a cursor that is kept after every page says where the next run goes
// on. Once a run reached the present, later ones read what is new with some
// days of overlap, for edits, and with each run one more stretch of the past,
// so that edits and deletions there are noticed in time. A lease keeps two
// processes from reading at once; a budget ends a run, which never waits for
// it. What was read twice, because a run was killed, ends as if it was read
// once: the sink recognises it.
//
// The package knows services by their capabilities and the store by the book
// of connections; what becomes of what was read is the sink's business.
//
// # Budget
//
// It counts the requests of a connection as the service counts
// them, in the store, so that a restart forgets none and processes share one
// count, as athletes do where the service counts by application. It keeps a
// share of each window for people who wait.
package syncer
