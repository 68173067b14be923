// Package web shows the tool table to its owner in a browser: HTML pages that Go
// renders from the tools' answers; the table itself as JSON at /api/NAME; and,
// besides these, only binary columns, uploads, live events and the coach's
// terminal. It computes no number: what stands on a page is what the tool said,
// to the digit.
//
// It does not know who may call it; a wall of httpguard does, and it must stand
// behind one.
//
// # Detail
//
// It makes of the columns of a recording as few rows as a picture
// can show, without losing a peak: where there are too many rows, each stretch
// of them is two rows, its lowest and its highest value in the order in which
// they came, but a position is that of a moment: the southernmost and the
// westernmost of a stretch need not be one place. It computes no value that was
// not measured.
package web
