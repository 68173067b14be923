// Package power computes what follows from a power stream without or with
// one threshold: normalized power and its named variants, xPower, work,
// intensity, TSS, variability, efficiency and decoupling.
//
// It must not know where thresholds are kept.
package power
