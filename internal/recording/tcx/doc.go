// Package tcx reads and writes Garmin Training Center XML. Each Activity in a
// file becomes a recording; courses and workouts are recognised and ignored.
//
// Timer time is the sum of the laps' TotalTimeSeconds, as the format defines
// it; elapsed time runs to the last point.
package tcx
