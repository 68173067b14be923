// Package digest writes an activity as one line, as coaches note sessions:
//
// WU 3km @5:20/km HR 135 | 6×800m @3:40/km HR 160→176 rec 2min | CD 2km @5:30/km HR 138 | +35m [workout]
//
// The line is computed from the stored activity, the thresholds of its day and
// the weeks before it, so the same data always give the same line. A line
// written by a model is kept next to it. Computed lines contain only numbers
// and Lapkeep's own words; numbers are read from the athlete's texts, but
// nothing is copied.
package digest
