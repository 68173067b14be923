// Package workouttest reads and writes planned workouts as the emulated
// Intervals.icu does: the text of a description, and workout files. What it
// does not understand is lost without a word, as there.
package workouttest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
