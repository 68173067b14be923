//go:build e2e

package workouttest

// share is the share of the cases that [Check] tries: all.
const share = 1
