package route

import "lapkeep/internal/metrics/stream"

// TerrainVersion is that of all rules of this package.
func TerrainVersion() int {
	return stream.RulesetVersion(ElevationVersion, GradeVersion, SplitsVersion, ClimbsVersion)
}
