// Package planned compares the intervals of a session with the steps of the
// workout that was planned for it: which steps are work, what they ask for by
// the thresholds of the day, which were done, how much of each, on what side
// of the target, and what was done besides.
//
// It must not know where a plan comes from.
package planned

// Version is the version of the rules of [Resolve] and [Match].
const Version = 2
