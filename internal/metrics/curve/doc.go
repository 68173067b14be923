// Package curve finds the best of a recording: the highest mean for every
// duration and the shortest time for every distance.
//
// It must not know of more than one recording.
package curve
