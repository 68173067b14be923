// Package fitness holds the rows of the toolset "fitness": training load,
// what was done in a period, curves, and estimates of thresholds. A row reads
// its arguments and asks package analysis; it computes nothing itself.
package fitness
