// Package web shows the tool table to its owner in a browser: HTML pages that
// Go renders from the tools' answers; the table itself as JSON at /api/NAME;
// and, besides these, only binary columns, uploads, live events and the coach's
// terminal. It computes no numbers: a page shows the tool's numbers, to the
// digit.
//
// It does not know who may call it, so it must be served behind guard.Pages.
//
// # Detail
//
// The columns of a recording are reduced to the few rows that a picture can
// show, without losing a peak. If there are too many rows, each stretch becomes
// two rows: its lowest and its highest value, in their original order. A
// position is that of one moment, because the southernmost and westernmost
// values of a stretch need not be one place. No value is computed that was not
// measured.
package web
