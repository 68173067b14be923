// Package reading holds the result of readers of recordings, the limits for every reader,
// and the tools that the formats share. It is independent of the formats.
//
// # Jsonscan
//
// [Object], [Array] and [DecodeJSON] read JSON value by value, so that a large document is
// not held in memory twice. They do not depend on the meaning of a document.
//
// # Samples
//
// [ReadSamples] and [WriteSamples] read and write the form for recordings that came without
// a file: those from a service's streams, and those cut from one file with many years. Their
// format identifies their source.
//
// # Track
//
// A [Builder] makes columns from the points of a track, as in the XML formats: it rounds
// times to whole seconds, sorts the points, and finds the pauses.
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
// A [Scanner] reads XML as a stream of elements, with a limit on nesting, without entities,
// and in a way that can be stopped. It matches only local names, because devices disagree
// about prefixes and namespaces.
package reading
