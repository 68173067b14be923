// Package efforts finds the structure of a session: the work intervals and the
// rests between them. For this, it uses the change points of power, speed or heart
// rate and the device's laps, but no threshold. It groups the intervals into sets,
// names them as coaches do, and compares them with the steps of a workout.
//
// It does not depend on an athlete's thresholds or zones. Functions for names and classes
// that are relative to a threshold take the threshold as an argument.
//
// # Compliance
//
// [Percent] compares a session with its plan, and [LoadOfPlan] computes the load of a
// planned session. They do not depend on the calendar or the store.
//
// # Planned
//
// [Resolve] and [Match] compare the intervals of a session with the steps of its
// planned workout: which steps are work, what their targets are with the thresholds of
// the day, which steps were done, how much of each and on which side of the target, and
// which intervals were added. They do not depend on where a plan comes from.
//
// # Segment
//
// [Cut] divides a noisy series into stretches of one level, at the change points of
// power, speed or heart rate. It does not depend on the purpose of a stretch, on
// sports or on laps.
package efforts
