// Package source describes the abilities of a remote service as small interfaces,
// one per capability, in the types of package training. A service implements the
// interfaces of the capabilities that it has; callers find out by a type assertion,
// never by the service's name.
//
// It also has the types that all services share: policies, faults, secrets that do
// not print, and the interfaces of budgets and credentials. It must not depend on
// any particular service, the store, or HTTP beyond status codes.
//
// # SportWord
//
// [ReadSportWord] and [WriteSportWord] convert Strava's words for sports, such as
// "TrailRun", which other services share.
//
// # Stream
//
// [StreamRows], [Numbers] and [FillStream] convert the streams that services offer
// instead of a recording: lists of numbers with a common index, and null where
// nothing was measured.
package source
