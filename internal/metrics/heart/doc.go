// Package heart computes metrics of a heart rate stream: averages, TRIMP and a training
// stress score from heart rate. It does not depend on where thresholds are stored.
//
// # HRV
//
// These functions compute heart rate variability from the intervals between beats (RR, in
// milliseconds, in order of time): the usual measures over a stretch, the scaling
// exponent α1 over the course of an activity, and the normal range of morning values.
// They read no stream and no clock, and give no advice.
package heart
