//go:build !e2e

package workouttest

// share is the part of the cases that [Check] tries: one in so many.
const share = 10
