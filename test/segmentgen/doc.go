// Package segmentgen generates rides past segments, with positions as devices
// record them and every true effort to a hundredth of a second, for tests of
// the matcher. It is for tests only: the product must not import it.
//
// A ride is a function of its shape, a seed and [Conditions]. Shape and seed
// determine the course, the segments and the way it is ridden, and thus the
// true efforts. Conditions determine how it is recorded and change only rows.
// The package knows no matcher.
//
// Courses are drawn on a plane in metres and projected onto a sphere with the
// radius [EarthM] by the azimuthal equidistant projection about their place.
// All stay within 5 km of it, where lengths are accurate to a millionth.
//
// The truth is that of the path without errors. The rider moves at 100 Hz, a
// little off the middle of the road, and passes a gate when crossing the line
// through the end of the segment's polyline at a right angle to its first or
// last leg. An effort crosses both gates in the segment's direction and follows
// the segment between them, without turning back.
package segmentgen
