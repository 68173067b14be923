// Package intake copies the data of services into the store. It decides when
// and how much to read, where to continue, and how to store the data.
//
// # When and how much
//
// The first runs of a [Syncer] read backwards from today, so that the most important data
// comes first. After every page, a cursor is stored that says where the next run continues.
// Later runs read new data, and read some earlier days again to find edits. Each run also
// reads one more stretch of the past, so that edits and deletions there are noticed in time.
// A lease prevents two processes from reading at the same time. Several recordings are fetched
// at the same time, and stored in the order of the list. When the budget is used up, a run in
// the background ends, and the next one begins when there is room; a run that a person started
// waits. If data is read twice because a run was killed, the [Sink] recognises it and stores it
// only once.
//
// # How it is stored
//
// Recordings, together with the service's texts, are imported like all others. Wellness, the
// calendar, the library, settings and gear become statements of the service. Everything from
// a service is stored under one run, so that it can be undone and read again as a whole. The
// package distinguishes services only by their capabilities, never by name.
package intake
