// Package reading holds the limits for every reader of recordings and the
// result that readers return. It knows no format.
//
// # Jsonscan
//
// It goes through JSON value by value, so that a large document
// need not be held twice. It must not know what a document says.
//
// # Samples
//
// It reads and writes the form in which recordings are kept that
// came without a file: those of a service's streams, and those that are cut out of
// one file of a whole life. The word of their format says where they are from.
//
// # Track
//
// It makes columns of the points of a track, as the XML formats
// have them: it puts points into whole seconds and in order, and finds the pauses.
// It knows no format.
//
// Rules:
//
//   - Points of one second become one row; the later value of a channel wins.
//   - Points further than 30 days from the middle one are dropped.
//   - A pause is a gap of more than 5 s between two segments, or one of more
//     than 30 s and ten times the usual interval within a segment, unless it was
//     passed at the speed before and after it.
//
// # Xmlscan
//
// It reads XML as a stream of elements with a bound on nesting,
// without entities and with a way to stop. It matches local names only:
// recorders disagree about prefixes and namespaces. It knows no format.
package reading
