// Package load computes the load of one activity from its threshold-free
// numbers and the thresholds of its day, and from daily loads fitness,
// fatigue and form.
//
// It reads no stream and no clock.
package load
