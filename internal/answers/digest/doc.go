// Package digest writes an activity as one line, as coaches note sessions:
//
//	WU 3km @5:20/km HR 135 | 6×800m @3:40/km HR 160→176 rec 2min | CD 2km @5:30/km HR 138 | +35m [workout]
//
// The line follows from what is stored of the activity, the thresholds of its
// day and the weeks before it: the same data give the same line. What a model
// wrote instead stands beside it. Lines hold numbers and words of ours alone;
// of the athlete's words the numbers are read and nothing is copied.
package digest
