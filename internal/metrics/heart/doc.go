// Package heart computes metrics of a heart rate stream: averages, TRIMP
// and a heart-rate training stress score.
//
// It must not know where thresholds are kept.
//
// # HRV
//
// It computes heart rate variability from intervals between beats
// (RR, in milliseconds, in order of time): its measures over a stretch, the
// scaling exponent α1 along an exercise, and the band around a morning's value.
//
// It reads no stream and no clock, and knows no advice.
package heart
