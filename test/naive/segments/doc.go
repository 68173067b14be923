// Package segments finds the efforts of a ride on a segment slowly, by trying
// everything that its definition of an effort allows, for tests of what finds
// them fast. It is for tests only: nothing that ships may import it.
//
// The definition. Both ways are laid on the plane by the azimuthal equidistant
// projection about the segment's first point. The segment is points at most
// [Tolerances].StepM apart. The ride is its rows with positions, joined by
// straight lines and with time running evenly on each, at points as dense.
//
// A row is taken out if the way through it is more than StrayM longer than
// past it, the worst first, until there is none. A join is unseen if a row
// without a position or a stray one lies between its ends, or if it is longer
// than JoinM, or takes longer than JoinS and is longer than CorridorM; the
// rest are seen. A gate is the line through an end of the segment at a right
// angle to its first or last leg.
//
// An effort is a part of the ride from time A to time B for which all holds:
//
//   - At A the ride goes over the start gate in the segment's direction, on a
//     seen join, and at B over the end gate.
//   - The ride from A to B and the segment can be walked along together, one
//     walker each, from end to end without a step back, never further apart
//     than CorridorM: their Fréchet distance is at most that. It says at once
//     that the ride keeps to the corridor, takes the segment in order, and
//     leaves nothing out; and it lets a rider go back by some metres, as long
//     as the other walker can wait within reach. Between two rows the ride may be
//     further off by as much as the way to the nearer of them, for it is not
//     known there. Over an unseen join the segment's walker goes on, at no more than
//     MaxSpeedMPS.
//   - Half the rows from A to B lie within TypicalM of where the segment's walker
//     can be then. This tells a road beside from an error of positions.
//   - The ride's distance from A to B, where it has one, differs from the
//     segment's length by at most CorridorM twice or LengthShare of it.
//   - Unseen joins are at most two thirds of the segment's length.
//
// Efforts follow on each other: the first is the one with the earliest A, and
// of these with the earliest B; the next is looked for from OverlapS before its
// end on, for the gates of a closed segment need not be one line, and after its
// middle.
package segments
