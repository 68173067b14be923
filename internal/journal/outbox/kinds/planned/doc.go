// Package planned tells services what is planned: the events of the calendar,
// and the workouts of the library with their folders.
package planned
