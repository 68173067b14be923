// Package records answers what an athlete's records are: by duration, by
// distance, on climbs and of whole activities, for all time and for parts of
// it, and which activity holds each. The bests themselves come from package
// curves and from what is derived; it computes no metric of its own.
package records
