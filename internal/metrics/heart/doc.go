// Package heart computes what follows from a heart rate stream: averages,
// TRIMP and a heart-rate training stress score.
//
// It must not know where thresholds are kept.
package heart
