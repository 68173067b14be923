// Package segmentgen generates rides past segments, with positions as devices
// record them and every true effort to a hundredth of a second, for tests of
// what finds efforts in recordings. It is for tests only: nothing that ships
// may import it.
//
// A ride is a function of its shape, a seed and [Conditions]. Shape and seed
// determine the course, the segments and how it is ridden, and thus the true
// efforts; conditions determine how it is recorded, and change only rows. It
// knows no matcher.
//
// Courses are drawn on a plane of metres and laid on a sphere of the radius
// [EarthM] by the azimuthal equidistant projection about their place: within
// 5 km of it, where all of them stay, lengths are right to a millionth.
//
// The truth is of the path without errors: the rider is moved at 100 Hz,
// somewhat beside the middle of the road, and passes a gate where they pass
// the line that stands on the end of the segment's polyline, at a right angle
// to its first or last leg. An effort goes over both gates in the segment's
// direction and along the segment between them, without turning back.
package segmentgen
