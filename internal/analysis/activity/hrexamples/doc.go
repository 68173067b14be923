// Package hrexamples reads what an athlete's other activities teach about one:
// what time in each heart rate zone was worth where power was measured too.
// It computes no answer.
package hrexamples
