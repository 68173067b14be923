// Package demo invents an athlete: two years of rides, runs and swims that end on a given day,
// with thresholds, races, a break, an illness and rising threshold power. The most recent
// weeks and the weeks up to the next race are planned in the calendar. A session is a text of
// steps, and both its plan and its recording are made from that text. Nights, ratings and
// weight depend on load, illness and cycle. Gear wears with use, and the weather changes with
// the season. Two segments are on the road out of the village, on which many rides begin.
//
// Everything is computed from that day and a fixed seed, so the same day always gives the
// same values. Activities are described immediately, but the seconds of their recordings are
// generated only on request. The package stores nothing and reads no clock, and its tracks
// run through fictional countryside.
package demo
