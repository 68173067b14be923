// Package terrain computes what follows from altitude and distance: ascent,
// grade, climbs and splits.
package terrain

import "lapkeep/internal/metrics/ruleset"

// Version rises when any rule of this package does.
func Version() int {
	return ruleset.Version(ElevationVersion, GradeVersion, SplitsVersion, ClimbsVersion)
}
