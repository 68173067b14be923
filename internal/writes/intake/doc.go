// Package intake stores what a service was asked for: recordings through
// ingest, the one pipeline, with the service's words beside them; wellness, the
// calendar, the library and settings as the service's statements; gear. It is
// the sink of package syncer.
//
// Whatever it stores it stores under one run of its service, so that all of
// it can be taken back, and brought again, as one. It must not know any
// service by name, nor how it was asked.
package intake
