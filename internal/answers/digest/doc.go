// Package digest writes an activity as one line, as coaches note sessions:
//
// WU 3km @5:20/km HR 135 | 6×800m @3:40/km HR 160→176 rec 2min | CD 2km @5:30/km HR 138 | +35m [workout]
//
// The line is computed from the stored activity, the thresholds on its day, and the weeks before it, so the same data always gives the same
// line. A line that a model writes is stored separately. Computed lines contain only
// numbers and Lapkeep's own words. Numbers may be taken from the athlete's texts, but
// text is never copied.
package digest
