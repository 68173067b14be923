// Package intervals finds the structure of a session: the work intervals and
// what lies between them, by change points of power, speed or heart rate and
// by the device's laps, without any threshold. It groups them into sets,
// matches them with a planned workout's steps, and names them as coaches do.
//
// It must not know an athlete's thresholds or zones: names and classes relative
// to them take the threshold as a value.
package intervals
