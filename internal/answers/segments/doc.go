// Package segments answers questions about segments: stretches of a route on
// which athletes are timed. The athlete's own segments and efforts are stored.
// Segments of connected services are requested for each question and not stored.
//
// Only the athlete sees the names of others; an assistant sees only their times.
// Assistants do not see the efforts of activities that the athlete hides from them.
//
// # Proposals
//
// [ClimbIndex] finds frequently ridden roads: climbs in several activities, and the most
// ridden stretches. Both are computed from the primitives of activities, and not stored.
//
// To avoid revealing locations, its results are counts, lengths, and parts of activities
// that the audience may see.
package segments
