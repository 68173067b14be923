// Package reckontest computes for a rich athlete as Intervals.icu does: the
// loads and zone times of an activity by the thresholds of its own day, fitness
// by all loads, and the use of gear. Everything is worked out anew after each
// change, as the service does.
package reckontest
