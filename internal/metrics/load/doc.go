// Package load computes the load of one activity from numbers that do not depend on
// thresholds and from the thresholds of its day. It computes fitness, fatigue and form
// from daily loads. It reads no stream and no clock.
//
// # Energy
//
// [FromWork] and [FromHR] estimate the energy spent in an activity if no device
// recorded it. They do not depend on how the inputs were measured.
//
// # Fuel
//
// These functions compare the food and drink during an activity with its duration
// and with the literature. They give no advice.
package load
