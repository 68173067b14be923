// Package hrv computes heart rate variability from intervals between beats
// (RR, in milliseconds, in order of time): its measures over a stretch, the
// scaling exponent α1 along an exercise, and the band in which a morning's
// value lies.
//
// It reads no stream and no clock, and knows no advice.
package hrv
