// Package heartbeats says what the intervals between the heartbeats of one
// activity tell: their variability, and α1 along the way with the heart rates
// at its thresholds. It reads nothing and knows no athlete.
package heartbeats
