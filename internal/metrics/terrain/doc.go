// Package terrain computes what follows from altitude and distance: ascent,
// grade, climbs and splits.
package terrain

import "lapkeep/internal/metrics/ruleset"

// Version is that of all rules of this package.
func Version() int {
	return ruleset.Version(ElevationVersion, GradeVersion, SplitsVersion, ClimbsVersion)
}
