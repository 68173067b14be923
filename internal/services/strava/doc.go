// Package strava is Strava as a source, by an application that the athlete
// registered there. It asks its API version 3, at the address of before 2027 or
// of after, and reads what is the athlete's own.
//
// What it may be used for is said by its Policy; rows are kept for some days
// only, among no others, by whoever asks. It keeps nothing itself but who the
// athlete is and the activity that was asked for last.
//
// Where the service is not known well the client takes each form that was seen.
// It must not know the store.
package strava
