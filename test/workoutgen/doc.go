// Package workoutgen draws structured workouts at random, for tests of what
// reads, writes and measures them. They are sound, of sizes that people plan,
// and their numbers are those that a form can write down: whole seconds, metres
// and watts, tenths of a percent, paces of whole seconds. A [Can] limits them
// to what one form can say. It knows none of the forms.
package workoutgen
