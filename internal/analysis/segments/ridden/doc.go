// Package ridden answers where an athlete rides again and again: which climbs
// of the history are the same road, and which stretches are ridden most. Both
// follow from what is derived of each activity; nothing is stored.
//
// It must not tell where anything is: what it answers are counts, lengths, and
// the parts of activities, for whoever may see those.
package ridden
