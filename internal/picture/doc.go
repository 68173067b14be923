// Package picture draws shapes on a canvas: as SVG for a page, a document or
// print, and as PNG for a chat client that only shows bitmaps. It knows nothing
// about training.
//
// The SVG has no script, style sheet, id or external reference, so that a page
// can contain many of them under any content policy. A page themes it by the
// classes of its shapes, as in
//
//	.picture { color: inherit; max-width: 100%; height: auto }
//	.picture .zone-4 { fill: var(--zone-4) }
//
// because a rule of a page overrides the colours in the picture. In a theme
// without a background ([Bare]), ink is the page's own colour, or without a
// page a grey with a contrast of 4.5 to both black and white.
//
// The same canvas always gives the same bytes. A product within a sum is
// rounded explicitly (float64(a*b) + c), because some processors would
// otherwise round once and others twice. The compression of a PNG may differ
// between Go releases.
//
// Shapes with invalid numbers (NaN, Inf) or without a positive size are left
// out; points further than 20,000 units from the origin are moved to that
// distance. A text is one line without invisible characters, cut at 200 runes.
// The font of a PNG has Latin, Greek and Cyrillic letters. For other letters it
// writes the base letter if it has one, and nothing otherwise.
//
// # Profile
//
// A [Chart] shows the planned intensity of a session: one bar per step, with
// the step's length as width and its level as height. It knows nothing about
// workouts, units or thresholds except the values: levels are shares of a
// threshold, and [Axis] and [Scale] determine the labels.
//
// Invalid values are drawn as well as possible. A bar whose width is not from
// 0.01 to 5e7 is left out. A bar with a level that is not a number is free; a
// level below zero becomes zero. Bars above level 2.5 end there in a point,
// like those of a maximal effort. A band needs an upper end above its lower
// one.
//
// No bars are merged. If neighbours are wide enough, a hairline separates them.
// A bar that would be narrower than a unit is a unit wide, in front of its
// neighbours, if they are wide. Labels are above bars that are wide enough for
// them, and texts do not overlap. In an SVG, a pointer on a bar shows the whole
// label.
//
// The classes of the shapes, in addition to those of themes and zones: band for
// the range above a bar, free for a bar without a target, and threshold.
package picture
