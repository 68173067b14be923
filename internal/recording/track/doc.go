// Package track makes columns of the points of a track, as the XML formats
// have them: it puts points into whole seconds and in order, measures distance
// from positions where the file gives none, and finds the pauses. It knows no
// format.
//
// Rules:
//
//   - Points of one second become one row; the later value of a channel wins.
//   - Points further than 30 days from the middle one are dropped.
//   - A pause is a gap of more than 5 s between two segments, or one of more
//     than 30 s and ten times the usual interval within a segment.
package track
