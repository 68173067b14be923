// Package demo invents an athlete: two years of rides, runs and swims that end
// on a given day, with thresholds, races, a break, an illness and a rise of
// threshold power. The last weeks and those up to the next race are planned: a
// session is a text of steps, from which it is both planned and recorded.
// Nights, ratings and weight depend on load, illness and cycle. Gear wears with
// use, and the weather changes with the season. Two segments are on the road
// out of the village that many rides take.
//
// Everything is computed from that day and a fixed seed, so the same day gives
// the same values. Activities are described at once, but their seconds are made
// only on request. The package stores nothing, reads no clock, and the
// countryside of its tracks does not exist.
package demo
