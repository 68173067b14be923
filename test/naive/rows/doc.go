// Package rows builds the second-by-second series on which bests are defined
// from the rows of a recording, and finds bests in them slowly, only by the
// words of docs/metrics.md. It is for tests only: the product must not import
// it.
//
// It knows no column, no view and no curve of the product: a [Recording] has
// plain numbers, NaN for a missing value.
package rows
