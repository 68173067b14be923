// Package picture draws shapes on a canvas: as SVG for a page, a document or print, and as
// PNG for a chat client that only shows bitmaps.
//
// The SVG has no script, style sheet, id or external reference, so that a page can contain
// many of them under any content policy. A page styles it through the classes of the
// shapes, as in
//
//	.picture { color: inherit; max-width: 100%; height: auto }
//	.picture .zone-4 { fill: var(--zone-4) }
//
// because style rules in a page override the colours in the picture. In a theme without a
// background ([Bare]), ink is the page's own text colour or, outside a page, a grey with
// a contrast of 4.5 with both black and white.
//
// The same canvas always results in the same bytes. A product within a sum is rounded
// explicitly (float64(a*b) + c), because some processors would otherwise round only once,
// and others twice. The compression of a PNG may differ between Go releases.
//
// Shapes with invalid numbers (NaN, Inf) or without a positive size are left out; points
// further than 20,000 units from the origin are moved to that distance. A text is a
// single line without invisible characters, and is cut at 200 runes. The fonts of a PNG
// have Latin, Greek, Cyrillic, Hebrew, Arabic and Persian letters, and those of the program's Chinese sentences. An accented
// letter that they lack is drawn as its base letter if possible; anything else that they lack is left out.
//
// # Profile
//
// A [Chart] shows the planned intensity of a session: one bar per step, with the step's
// length as width and its level as height. It does not depend on workouts or units:
// levels are fractions of a threshold, and [Axis] and [Scale] determine the labels.
//
// Invalid values are drawn as well as possible. A bar whose width is not between 0.01 and
// 5e7 is left out. A bar whose level is not a number is drawn as free; a level below zero
// becomes zero. Bars above level 2.5 end there in a point, like those of a maximal
// effort. The upper end of a range must be above its lower end.
//
// Bars are never merged. If neighbouring bars are wide enough, a hairline separates them.
// A bar that would be narrower than one unit is drawn one unit wide, in front of its
// neighbours, if they are wide. Labels are above bars that are wide enough for them, and
// texts do not overlap. In an SVG, hovering over a bar shows the whole label.
//
// The classes of the shapes, in addition to those of themes and zones: band for the range
// above a bar, free for a bar without a target, and threshold.
package picture
