// Package efforts finds the structure of a session: the work intervals and
// the rests between them, by change points of power, speed or heart rate and
// by the device's laps, without any threshold. It groups them into sets,
// names them as coaches do, and compares them with the steps of a workout.
//
// It must not know an athlete's thresholds or zones: names and classes relative
// to them take the threshold as a value.
//
// # Compliance
//
// It compares the plan with the session, and computes the load
// of a planned session. It knows no calendar and no store.
//
// # Planned
//
// It compares the intervals of a session with the steps of the
// workout that was planned for it: which steps are work, their targets by the
// thresholds of the day, which were done, how much of each, on which side of the
// target, and which intervals were added.
//
// It must not know where a plan comes from.
//
// # Segment
//
// It cuts a noisy series into stretches of one level: the change
// points of power, speed or heart rate. It knows neither the
// purpose of a stretch, nor sports, nor laps.
package efforts
