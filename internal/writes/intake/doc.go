// Package intake copies the data of a service into the store: it decides when
// to read, how much, where to continue, and how to store it.
//
// # When and how much
//
// The first runs of a [Syncer] read backwards from today, so that the most
// important data come first; a cursor that is stored after every page is where the
// next run continues. Once a run reached the present, later ones read new data with
// some days of overlap, for edits, and with each run one more stretch of the past,
// so that edits and deletions there are noticed in time. A lease keeps two
// processes from reading at once; a budget ends a run, which never waits for it.
// Data that was read twice, because a run was killed, is stored once: the [Sink]
// recognises it.
//
// # How it is stored
//
// Recordings go through importing, the only pipeline, with the service's texts
// beside them; wellness, the calendar, the library, settings and gear become
// statements of the service. All of it is stored under one run of the service, so
// that it can be undone, and read again, as a whole. The package knows services by
// their capabilities, and none by name.
package intake
