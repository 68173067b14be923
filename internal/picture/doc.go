// Package picture draws a few shapes on a canvas, once: as SVG for a page, a
// document or print, and as PNG for a chat client that shows pictures alone.
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
// origin is moved there. Texts are one line without characters that nobody sees, cut
// at 200 runes. The font of a PNG has Latin, Greek and Cyrillic letters; of
// others it writes the base letter if it has that, and nothing otherwise.
package picture
