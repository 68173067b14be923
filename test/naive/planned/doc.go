// Package planned writes structured workouts out second by second and adds up
// what they take, slowly, for tests of the package that computes it fast. It is
// for tests only: nothing that ships may import it.
//
// Of the model it takes the fields and none of the methods. What it counts:
//
//   - A range counts at its middle, a single bound as that bound. A ramp goes in
//     a straight line over the time of its step.
//   - Zone n of power is the middle of ⌊bound below⌋+1 and ⌊bound above⌋ W, as
//     Intervals.icu has it; without bounds the athlete's are Coggan's shares of the
//     FTP. Zones of heart rate and pace are the middle of their two bounds. The
//     first zone begins at 0.8 of its upper bound; the last has no end and counts at
//     its lower bound, as any single bound does. Several zones reach from the first
//     to the last.
//   - A distance takes as long as at its pace or speed, else as at the threshold
//     speed. A time is a distance only at a pace or speed of its own.
//   - A pause is time at 0 W and 0 m/s, and so is a step of rest for a time that
//     asks for nothing. An open step is as long as it says.
//   - Unknown are kilocalories as time, repetitions, open steps without a length,
//     shares of a best power and own zones, the power of whatever has no target of
//     power, and all that follows from them.
//
// What is not known is NaN.
package planned
