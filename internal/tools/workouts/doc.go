// Package workouts holds the rows of the toolset "workouts": the library of
// workouts and training plans. Reads go through package answers/workouts; every
// write goes through the journal as the athlete's own edit of a workout, so
// that it can be undone completely.
package workouts
