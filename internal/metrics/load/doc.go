// Package load computes the load of one activity from its threshold-free
// numbers and the thresholds of its day, and from daily loads fitness,
// fatigue and form.
//
// It reads no stream and no clock.
//
// # Energy
//
// It estimates what an activity burnt, for where no device says.
// It must not know how the inputs were measured.
//
// # Fuel
//
// It holds what was eaten and drunk on the way against the time it
// took, and against what the literature gives. It gives no advice.
package load
