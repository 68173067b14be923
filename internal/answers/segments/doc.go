// Package segments answers questions about segments: stretches of a way that
// athletes are timed on. They are asked of the connected services that have
// them, when somebody asks, and nothing of them is stored.
//
// Who other athletes are is for the athlete alone: an assistant sees their
// times and not their names. An effort of an activity that the athlete hides
// from assistants is left out for them.
//
// # Ridden
//
// It answers where an athlete rides again and again: which climbs
// of the history are the same road, and which stretches are ridden most. Both
// follow from what is derived of each activity; nothing is stored.
//
// It must not tell where anything is: what it answers are counts, lengths, and
// the parts of activities, for whoever may see those.
package segments
