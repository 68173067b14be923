// Package source describes the abilities of a remote service as small
// interfaces, one for each capability, in the types of package training. A
// service implements those it has; callers find out by a type assertion, never
// by the service's name.
//
// It also holds what all services share: their policy, their faults, secrets
// that do not print, and the outer side of budgets and credentials. It must not
// know any one service, nor the store, nor HTTP beyond status codes.
//
// # SportWord
//
// The words for sports that Strava introduced and other services share, such as
// "TrailRun".
//
// # Stream
//
// It reads the streams that services offer instead of a recording: lists of
// numbers that share an index, with null where nothing was measured.
package source
