// Package rows builds the second-by-second series that bests are defined on
// from the rows of a recording, and finds bests in them slowly, by the words
// of docs/metrics.md alone. It is for tests only: nothing that ships may
// import it.
//
// It knows no column, no view and no curve of the product: a [Recording] is
// plain numbers, NaN where a row has no value.
package rows
