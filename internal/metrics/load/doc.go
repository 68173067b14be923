// Package load computes the load of one activity from its threshold-free
// numbers and the thresholds of its day, and fitness, fatigue and form from
// daily loads. It reads no stream and no clock.
//
// # Energy
//
// It estimates the energy spent in an activity if no device recorded it. It
// must not know how the inputs were measured.
//
// # Fuel
//
// It compares the food and drink of an activity with its duration and with the
// literature. It gives no advice.
package load
