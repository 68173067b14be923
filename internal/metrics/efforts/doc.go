// Package efforts finds the structure of a session: the work intervals and the
// rests between them. It uses the change points of power, speed or heart rate
// and the device's laps, and needs no threshold. It groups the intervals into
// sets, names them as coaches do, and compares them with the steps of a workout.
//
// It must not know an athlete's thresholds or zones. Names and classes relative
// to a threshold take it as an argument.
//
// # Compliance
//
// [Percent] and [LoadOfPlan] compare a plan with its session, and compute the
// load of a planned session. They know no calendar and no store.
//
// # Planned
//
// [Resolve] and [Match] compare the intervals of a session with the steps of
// its planned workout: which steps are work, their targets by the thresholds of
// the day, which were done and how much of each, on which side of the target,
// and which intervals were added. They do not know where a plan comes from.
//
// # Segment
//
// [Cut] divides a noisy series into stretches of one level, at the change
// points of power, speed or heart rate. It knows nothing of the purpose of a
// stretch, of sports or of laps.
package efforts
