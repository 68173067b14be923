// Package powerestimate estimates the power of a ride that no meter measured,
// from speed, altitude and weights, by the model of Martin et al. 1998.
//
// What it gives is no measurement: it has names of its own, and nothing else is
// computed from it. It must not know where weights and wind come from.
package powerestimate
