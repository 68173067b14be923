// Package library answers which workouts, folders and training plans an
// athlete keeps to be planned, and what one of them asks for. It must not know
// how a plan comes into the calendar, nor write anything.
package library
