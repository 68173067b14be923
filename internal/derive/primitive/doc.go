// Package primitive is the stored form of what derive computes: compact,
// versioned encodings of histograms, curves, efforts, laps and pool lengths.
// It decodes what a damaged store may hold without panicking, and computes
// nothing.
package primitive
