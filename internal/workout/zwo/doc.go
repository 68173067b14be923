// Package zwo reads and writes the workout files of Zwift (.zwo): XML in which
// power is a share of FTP and, in runs, of the pace of a race. There is no
// specification; what is known of the elements and attributes comes from the
// workouts that Zwift ships, as counted in h4l/zwift-workout-file-reference.
//
// A single text at the start of a step is its Text, all others are cues. The
// two steps of IntervalsT are work and rest where the second is easier. A
// step without power is a free ride; one that is no ride is just without a
// target.
package zwo
