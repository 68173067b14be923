// Package terrain computes what follows from altitude and distance: ascent,
// grade, climbs and splits.
package terrain

// Version rises when any rule of this package does.
const Version = ElevationVersion + GradeVersion + SplitsVersion + ClimbsVersion
