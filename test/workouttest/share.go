//go:build !e2e

package workouttest

// share is the share of the cases that [Check] tries: one in this many.
const share = 10
