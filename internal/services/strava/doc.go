// Package strava is the client of Strava, through an application that the
// athlete registered there. It uses version 3 of the API, at the address from
// before or after 2027, and reads only the athlete's own data.
//
// Its Policy defines the allowed uses. Callers may keep rows for some days
// only, separate from other data. The client itself remembers only who the
// athlete is and the activity requested last.
//
// Where the service's behaviour is uncertain, the client accepts each form that
// was seen. It must not know the store.
package strava
