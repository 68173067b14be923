// Package wellness answers how the athlete is: days of wellness with their
// gaps, the bands in which heart rate variability and resting heart rate
// usually lie, means and weight, and readiness in words with its rule.
//
// It reads the layers of each day and takes every value from one source; it
// never adds sources up, never fills a gap, and never mixes the two measures
// of heart rate variability. It knows nothing of tools and writes nothing.
//
// # Cycle
//
// It reads menstrual cycles out of the entries of days, and finds the phase of
// each day in one. It answers how training, recovery and feeling differ by
// phase. It gives no advice: between athletes such differences are small, and
// many have none.
package wellness
