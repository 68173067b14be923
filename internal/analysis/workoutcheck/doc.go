// Package workoutcheck answers what is wrong with a workout, what it takes by
// the thresholds of a day, and what each form of workout files would lose of
// it. It must not know where a workout is kept.
package workoutcheck
