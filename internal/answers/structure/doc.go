// Package structure answers questions about the sets and intervals of a session. It classifies them
// using the thresholds of the day, and finds activities with a given kind of set. The stored data
// does not depend on thresholds, so a new FTP changes all classes without any data being rewritten.
//
// # Similar
//
// [SimilarIndex] finds the activities in a history that resemble a given one: by the same track, by
// a similar altitude profile elsewhere, or by the same intervals. It returns ids and similarities
// but never a position: the fact that two tracks are equal does not reveal where they are.
package structure
