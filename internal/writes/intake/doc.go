// Package intake brings what stands at a service into the store: when, how
// much, where to go on, and what becomes of what was read.
//
// # When and how much
//
// The first runs of a [Syncer] read backwards from today, so that what matters
// most is here first; a cursor that is kept after every page says where the next
// run goes on. Once a run reached the present, later ones read what is new with
// some days of overlap, for edits, and with each run one more stretch of the
// past, so that edits and deletions there are noticed in time. A lease keeps two
// processes from reading at once; a budget ends a run, which never waits for
// it. What was read twice, because a run was killed, ends as if it was read
// once: the [Sink] recognises it.
//
// # What becomes of it
//
// Recordings go through importing, the one pipeline, with the service's words
// beside them; wellness, the calendar, the library, settings and gear are the
// service's statements. All of it is stored under one run of the service, so
// that it can be taken back, and brought again, as one. The package knows
// services by their capabilities, and none by name.
package intake
