// Package structure answers what a session consisted of: its sets and intervals
// with their class by the thresholds of the day, and the activities with a set
// of some kind. The stored data are independent of thresholds, so a new FTP
// changes all classes and rewrites nothing.
//
// # Similar
//
// [SimilarIndex] finds the activities in a history that resemble a given one:
// by the same track, by a similar altitude profile elsewhere, by the same
// intervals. It returns ids and similarities and never a position: that two
// activities used the same track does not reveal where.
package structure
