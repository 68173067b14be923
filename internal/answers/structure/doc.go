// Package structure answers what a session was made of: its sets and intervals
// with their class by the thresholds of the day, and in which activities of a
// history a set of some kind was done. What it answers from is stored without
// thresholds, so a new FTP changes every class and rewrites nothing.
//
// # Similar
//
// It answers which activities of a history are like one: that
// went the same way, that climbed alike elsewhere, that had the same
// intervals. It answers with ids and likenesses and never with a position:
// that two activities went the same way says nothing of where.
package structure
