// Package mergetest makes sets of recordings of which it is known what belongs
// together: one outing seen by several devices and services, and outings that
// merely look like one. It is for tests only, comes from a seed, and knows
// nothing of how an importer decides.
//
// Where the truth is a matter of rule, the rule is the one of the design: at
// least 80 % of the shorter recording in common, confirmed by track, heart rate
// or power where both have it; never two recordings of one device's serial
// number, never siblings of one multisport file; what is not confirmed is asked.
package mergetest
