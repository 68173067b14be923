// Package endomondotest makes the archive that Endomondo handed out before it closed
// at the end of 2020: each workout as JSON and as TCX, with the truth of what they
// say. It is for tests only, comes from a seed, and knows nothing of any importer.
//
// Endomondo published no description of this form. What is made here is what
// programs that convert such archives expect, and the samples among their tests
// have: a list of objects of one member each, down to the two halves of a position;
// all times in UTC; a value that was not measured is not there. A workout that was
// typed in has no points, or, if its way was drawn on a map, positions without times:
// its TCX then has invented ones, which go on for hours after the workout. TCX knows
// three sports, so that it says of a hike that it is another.
package endomondotest
