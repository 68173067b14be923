// Package reckontest is what the emulated Intervals.icu computes from what it
// holds of a rich athlete: the loads and zone times of an activity by the
// thresholds of its own day, fitness by all loads, and what gear has done.
// Everything is worked out anew after each change, as the service does.
package reckontest
