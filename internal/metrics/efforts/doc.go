// Package efforts finds the structure of a session: the work intervals and
// what lies between them, by change points of power, speed or heart rate and
// by the device's laps, without any threshold. It groups them into sets and
// names them as coaches do; package planned below it compares them with the
// steps of a workout.
//
// It must not know an athlete's thresholds or zones: names and classes relative
// to them take the threshold as a value.
//
// # Compliance
//
// It compares what was planned with what was done, and says
// how much load a planned session is. It knows no calendar and no store.
//
// # Planned
//
// It compares the intervals of a session with the steps of the
// workout that was planned for it: which steps are work, what they ask for by
// the thresholds of the day, which were done, how much of each, on what side
// of the target, and what was done besides.
//
// It must not know where a plan comes from.
//
// # Segment
//
// It cuts a noisy series into stretches of one level: the change
// points of power, speed or heart rate. It knows nothing of what a stretch is
// for, of sports or of laps.
package efforts
