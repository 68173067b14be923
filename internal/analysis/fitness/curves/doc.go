// Package curves answers what the best of a range of days was: the highest
// mean power or heart rate for each duration, the shortest time for each
// distance, and which activity holds it. It reads only the index in package
// bests; it knows no thresholds but the weight of a day.
package curves
