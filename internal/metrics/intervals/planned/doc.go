// Package planned compares the intervals of a session with the steps of the
// workout that was planned for it: which steps were done, how much of each, on
// what side of the target, and what was done besides.
//
// It must not know where a plan comes from.
package planned

// Version is the version of the rule of [Match].
const Version = 1
