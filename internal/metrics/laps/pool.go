package laps

import (
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// Pool sums up the lengths of a pool swim.
type Pool = summary.Pool

// PoolOf adds up the lengths, or says why it cannot.
func PoolOf(r *training.Recording) (Pool, phrase.Sentence) { return summary.PoolOf(r) }

// SWOLF is the seconds plus strokes of one length; false if it is a rest or
// has no strokes.
func SWOLF(l training.Length) (float64, bool) { return summary.SWOLF(l) }
