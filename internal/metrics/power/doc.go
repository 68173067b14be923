// Package power computes what follows from a power stream without or with
// one threshold: normalized power and its named variants, xPower, work,
// intensity, TSS, variability, efficiency and decoupling.
//
// It must not know where thresholds are kept.
//
// # PowerEstimate
//
// It estimates the power of a ride that no meter measured,
// from speed, altitude and weights, by the model of Martin et al. 1998.
//
// What it gives is no measurement: it has names of its own, and nothing else is
// computed from it. It must not know where weights and wind come from.
package power
