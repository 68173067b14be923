// Package picture draws a few shapes on a canvas, once: as SVG for a page, a
// document or print, and as PNG for a chat client that shows bitmaps only.
// It knows nothing of training; charts are packages on it, one each.
//
// The SVG has no script, style sheet, id or reference to anything outside of
// it, so that many can stand in one page under any content policy. A page
// themes it by the classes of its shapes, as in
//
//	.picture { color: inherit; max-width: 100%; height: auto }
//	.picture .zone-4 { fill: var(--zone-4) }
//
// because a rule of a page counts over the colours that stand in the picture.
// In a theme without a background ([Bare]) ink is the page's own colour. Where
// no page says one, it is a grey that has a contrast of 4.5 to both black and
// white.
//
// The same canvas always gives the same bytes. Sums that are products at once
// are rounded in between (float64(a*b) + c), or some processors would round
// them once and others twice; compressing a PNG is up to the Go release.
//
// Shapes with a number that is none (NaN, Inf) or with a size that is not
// positive are left out; what lies further than 20,000 units from the
// origin is moved there. Texts are one line without characters that nobody
// sees, cut
// at 200 runes. The font of a PNG has Latin, Greek and Cyrillic letters; of
// others it writes the base letter if it has that, and nothing otherwise.
//
// # Profile
//
// It draws how hard a session is to be over its course: a bar a
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
package picture
