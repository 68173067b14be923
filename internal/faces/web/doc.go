// Package web shows the tool table to its owner in a browser: HTML pages that Go
// renders from the tools' answers; the table itself as JSON at /api/NAME; and, in
// addition, only binary columns, uploads, live events and the coach's terminal. It
// computes no numbers: a page rounds the tool's digits by the table of units, and
// keeps them in titles and in CSV.
//
// It does not check who may call it, so it must be served behind guard.Pages.
//
// # Detail
//
// The columns of a recording are reduced to the few rows that a picture can show,
// without losing a peak. If there are too many rows, each stretch becomes two rows:
// its lowest and its highest value, in their original order. Latitude and longitude
// are taken at the same moment, because the southernmost and the westernmost point
// of a stretch may differ. Every value was measured; none is computed.
package web
