// Package reading holds the result of readers of recordings, the limits for
// every reader, and the tools that the formats share. It knows no format.
//
// # Jsonscan
//
// It reads JSON value by value, so that a large document is not held twice. It
// must not know what a document means.
//
// # Samples
//
// It reads and writes the form of recordings that came without a file: those
// from a service's streams, and those cut from one file of many years. Their
// format names their source.
//
// # Track
//
// It makes columns from the points of a track, as in the XML formats: it puts
// points into whole seconds and in order, and finds the pauses.
//
// Rules:
//
//   - Points in one second become one row; the later value of a channel wins.
//   - Points more than 30 days from the middle one are dropped.
//   - A pause is a gap of more than 5 s between two segments, or one of more
//     than 30 s and ten times the usual interval within a segment, unless it was
//     passed at the speed before and after it.
//
// # Xmlscan
//
// It reads XML as a stream of elements, with a limit on nesting, without
// entities, and in a way that can be stopped. It matches local names only,
// since recorders disagree about prefixes and namespaces.
package reading
