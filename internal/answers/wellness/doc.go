// Package wellness answers questions about the athlete's wellness: daily values
// with their gaps, the usual ranges of heart rate variability and resting heart
// rate, means and weight, and readiness in words with its rule.
//
// It reads the layers of each day and takes every value from a single source.
// It never adds up sources, never fills a gap, and never mixes the two measures
// of heart rate variability. It does not depend on tools and writes nothing.
//
// # Cycle
//
// [CycleOf] finds menstrual cycles and the phase of each day in the entries of
// days. [Answer] shows how training, recovery and feeling differ by phase. It gives
// no advice: such differences are small on average, and many athletes have none.
package wellness
