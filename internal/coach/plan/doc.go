// Package plan holds training plans: a YAML text that people and assistants
// write, with weeks and the sessions of each. It reads the text, says what is
// wrong with it, changes single values of it, and makes a first plan. What it
// keeps of a plan is its text; all else follows from it. It writes nothing.
//
// # Adherence
//
// It answers how a training plan is followed: what became of
// each session, by the matcher of the calendar, what that makes of its weeks and
// phases, and what form it leads to. It writes nothing.
//
// # NewPlan
//
// It makes a first training plan of what an athlete wants, has
// time for and can bear: load that grows no faster than a cap, weeks of
// recovery, a taper, and a race on its day. It is a pure function; what it
// gives is a text to be read, changed and kept like any other.
//
// # Yamldoc
//
// It reads a YAML text that people wrote with its places and its
// comments, and changes single values of it: whatever an edit does not touch
// stays as it is, byte for byte. It knows nothing of training.
package plan
