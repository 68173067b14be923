// Package heart computes metrics of a heart rate stream: averages, TRIMP and a
// training stress score from heart rate. It must not know where thresholds are
// kept.
//
// # HRV
//
// It computes heart rate variability from the intervals between beats (RR, in
// milliseconds, in order of time): its measures over a stretch, the scaling
// exponent α1 along an exercise, and the normal band of a morning's value.
// These read no stream and no clock, and give no advice.
package heart
