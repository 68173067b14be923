// Package source describes the abilities of a remote service as small
// interfaces, one per capability, in the types of package training. A service
// implements those it has; callers find out by a type assertion, never by the
// service's name.
//
// It also has the types that all services share: policies, faults, secrets that
// do not print, and the interfaces of budgets and credentials. It must not know
// any particular service, the store, or HTTP beyond status codes.
//
// # SportWord
//
// Strava's words for sports, which other services share, such as "TrailRun".
//
// # Stream
//
// It converts the streams that services offer instead of a recording: lists of
// numbers with a common index, and null where nothing was measured.
package source
