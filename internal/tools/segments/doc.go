// Package segments is the toolset of segments: a row a question. What they
// answer is the business of package answers/segments.
package segments
