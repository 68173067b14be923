// Package workout holds structured workouts apart from where they are kept:
// what a workout is, what is wrong with one, what a format cannot say of it,
// and what it takes by the thresholds of a day. The forms that it is read from
// and written in have a package each below. It must not know the store, nor
// any service.
package workout
