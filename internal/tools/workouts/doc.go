// Package workouts contains the tools of the toolset "workouts": the library of
// workouts and training plans. Reads use package answers/workouts. Every write goes
// through the journal as an edit by the athlete, so that it can be undone completely.
package workouts
