// Package source describes the abilities of a remote service as small
// interfaces: one a capability, over the vocabulary of training. A service
// implements those it can; whoever needs one asks for it by a type assertion
// and never by the service's name.
//
// It also holds what all services share: their policy as a value, the ways in
// which they fail, secrets that do not print, and what their budgets and
// credentials look like from outside. It must not know any one service, nor
// the store, nor HTTP beyond status codes.
//
// # SportWord
//
// It is the words for sports that Strava made, which other
// services share: "TrailRun".
//
// # Stream
//
// It reads the streams that services hand out in the place of a
// recording: lists of numbers that share an index, with null where nothing was
// measured.
package source
