// Package terrain computes what follows from altitude and distance: climb,
// grade and splits.
package terrain
