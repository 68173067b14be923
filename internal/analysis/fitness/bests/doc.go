// Package bests keeps the best value of every activity at every duration (or
// distance) in memory, so that the best of any range of days is answered
// without touching the store.
//
// Of each calendar month it keeps the activities' rows and, computed once,
// the best of the month at each step and whose it is: a range of years reads
// those, and only the two months at its ends are scanned. The package knows
// nothing of thresholds, units or words.
package bests
