// Package segments answers questions about segments: stretches of a route on
// which athletes are timed. The athlete's own segments and efforts are stored.
// Those of connected services are requested for each question and not stored.
//
// Only the athlete sees the names of others; an assistant sees only their
// times. Efforts of activities that the athlete hides from assistants are left
// out for them.
//
// # Proposals
//
// [ClimbIndex] finds where an athlete rides again and again: climbs of the
// history that are the same road, and the most ridden stretches. Both are
// computed from the primitives of activities, and not stored.
//
// It must not reveal where anything is: its results are counts, lengths, and
// parts of activities, for those who may see these activities.
package segments
