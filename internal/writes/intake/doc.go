// Package intake copies the data of a service into the store: it decides when
// to read, how much, where to continue, and how to store it.
//
// # When and how much
//
// The first runs of a [Syncer] read backwards from today, so that the most
// important data comes first. A cursor stored after every page tells where the
// next run continues. Later runs read new data, some earlier days again for
// edits, and one more stretch of the past each, so that edits and deletions
// there are noticed in time. A lease keeps two processes from reading at once.
// When the budget is used up, a run ends instead of waiting. Data that is read
// twice because a run was killed is stored only once: the [Sink] recognises it.
//
// # How it is stored
//
// Recordings, together with the service's texts, go through importing like all
// others; wellness, the calendar, the library, settings and gear become
// statements of the service. Everything is stored under one run per service, so
// that it can be undone and read again as a whole. The package knows services
// by their capabilities, and none by name.
package intake
