// Package structure answers what a session was made of: its sets and intervals
// with their class by the thresholds of the day, and in which activities a set
// of some kind was done. What it answers from is stored without
// thresholds, so a new FTP changes every class and rewrites nothing.
//
// # Similar
//
// Finds the activities of a history that resemble one: by the same track, by a
// similar altitude profile elsewhere, by the same intervals. It returns ids and
// similarities and never a position: that two activities used the same track
// does not reveal where.
package structure
