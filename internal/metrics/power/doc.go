// Package power computes the metrics of a power stream that need at most one
// threshold: normalized power and its named variants, xPower, work, intensity, TSS,
// variability, efficiency and decoupling. It must not know where thresholds are kept.
package power
