// Package structure answers what a session was made of: its sets and intervals
// with their class by the thresholds of the day, and in which activities of a
// history a set of some kind was done. What it answers from is stored without
// thresholds, so a new FTP changes every class and rewrites nothing.
package structure
