// Package encode turns recordings into a FIT activity file. It writes what
// the format can carry, in a fixed order, so that the same recordings give
// the same bytes: times in whole seconds, temperature in whole degrees,
// altitude in fifths of a metre.
package encode
