//go:build e2e

package workouttest

// share is the part of the cases that [Check] tries: all of them.
const share = 1
