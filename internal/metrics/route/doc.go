// Package route tells whether two recordings went the same way and whether
// they climbed alike. A recording is reduced to a sketch once: its way as a
// polyline within 10 m, its altitude at equal parts of the distance. Two
// sketches are compared without their recordings. A segment's way is matched
// against the positions themselves, and timed from gate to gate; a sketch only
// tells which recordings cannot have gone over it.
//
// It must not know where anything is: what it answers are shares and metres.
//
// # Terrain
//
// It computes what follows from altitude and distance: ascent,
// grade, climbs and splits.
package route

// Version is the version of the rules of this package.
const Version = 1
