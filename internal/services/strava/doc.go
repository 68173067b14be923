// Package strava is the client of Strava, through an application that the athlete
// registered there. It uses version 3 of the API, at the address from before or
// after 2027, and reads only the athlete's own data.
//
// Its Policy defines the allowed uses. Callers may keep rows only for a few days,
// separate from other data. The client itself remembers only who the athlete is and
// which activity was requested last.
//
// Where the service's behaviour is uncertain, the client accepts every form that
// has been seen. It must not depend on the store.
package strava
