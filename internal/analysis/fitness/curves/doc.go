// Package curves answers what the best of a range of days was: the highest
// mean power or heart rate for each duration, the shortest time for each
// distance, and which activity holds it. It reads the index in package bests
// and, for a step that is not kept, the few recordings that can hold its best;
// it knows no thresholds but the weight of a day.
package curves
