// Package power computes the metrics of a power stream that need at most one threshold:
// normalized power and its named variants, xPower, work, intensity, TSS, variability,
// efficiency and decoupling. It does not depend on where thresholds are stored.
package power
