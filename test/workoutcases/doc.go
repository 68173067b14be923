// Package workoutcases has structured workouts in the forms of services, each
// with what it means: tables that the emulators and the code of the product
// are both held against. They are written from what is published and was seen
// of the services, not from either.
package workoutcases
