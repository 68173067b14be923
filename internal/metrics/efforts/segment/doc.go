// Package segment cuts a noisy series into stretches of one level: the change
// points of power, speed or heart rate. It knows nothing of what a stretch is
// for, of sports or of laps.
package segment
