// Package efforts finds the structure of a session: the work intervals and
// what lies between them, by change points of power, speed or heart rate and
// by the device's laps, without any threshold. It groups them into sets and
// names them as coaches do; package planned below it compares them with the
// steps of a workout.
//
// It must not know an athlete's thresholds or zones: names and classes relative
// to them take the threshold as a value.
package efforts
