// Package summary computes all threshold-free scalars of a recording at once.
//
// # Bysport
//
// It adds to the values of a session, its laps and its splits
// what only some sports have: graded pace and running dynamics on foot, strokes
// and pace over 100 m in water. It knows no thresholds.
//
// # Laps
//
// It computes what a lap, a split or a pool length amounts to.
package summary
