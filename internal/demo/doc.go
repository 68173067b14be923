// Package demo invents an athlete: two years of rides, runs and swims that
// end on a given day, with thresholds, races, a break, an illness and a rise
// of threshold power to be found in them. The last weeks are planned, and those
// up to the next race: a session is a text of steps, by which it is planned and
// recorded. Nights, ratings and weight follow from load, illness and cycle; the
// gear wears with what is done, the weather with the season; two segments lie
// on the way out of the village that many rides take.
//
// Everything follows from that day and a fixed seed: the same day gives the
// same values. Activities are described at once and their seconds made only
// when asked for. The package stores nothing, reads no clock, and the
// countryside of its tracks does not exist.
package demo
