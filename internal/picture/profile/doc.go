// Package profile draws how hard a session is to be over its course: a bar a
// step, as wide as it is long and as high as its level. It knows nothing of
// workouts, units or thresholds but what the values say: levels are shares of
// a threshold, and the [Axis] and the [Scale] say what is written beside them.
//
// Values that make no sense are drawn as what is known of them. A bar whose
// width is not from 0.01 to 5e7 is left out. A level that is no number makes a
// bar free; one below zero is zero. Bars above level 2.5 end in a point there,
// as those of a greatest effort do. A band whose upper end is not above its
// lower one is none.
//
// No bars are merged. Where neighbours are wide enough a hairline parts them.
// One that would be narrower than a unit is a unit wide, in front of its
// neighbours, if they are wide. Labels stand above bars that are wide enough
// for them, and no text stands on another; in an SVG each bar says the whole
// of its label under a pointer.
//
// The classes of the shapes, beside those of the themes and zones: band for
// the range above a bar, free for what has no target, threshold.
package profile
