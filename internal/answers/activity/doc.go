// Package activity answers questions about activities: a list of them, the details of one, its
// streams, and a comparison of several. Each question has one function and one view. A view
// has the names and units that the tools publish.
//
// It reads stored data and the thresholds of each activity's own day. It never writes, and
// does not depend on tools, pages or protocols.
//
// # By load
//
// [Page] orders activities by load or selects them by minimum and maximum load. A load depends
// on the thresholds of the day and is not stored, so the store cannot order or select by it.
//
// # Facts
//
// [Facts] is one row of an answer about activities. It contains only known values, by their
// published names. Code that handles it does not depend on the meaning of the names.
//
// # Heartbeats
//
// [HeartbeatsOf] analyses the intervals between the heartbeats of one activity: their
// variability, and α1 over time with the heart rates at its thresholds. It reads nothing from
// the store and does not depend on the athlete.
//
// # Examples of heart rate
//
// [Examples] reads the athlete's other activities with both power and heart rate. They show
// how much load a minute in each heart rate zone causes.
//
// # Messages
//
// [RemoteMessages] returns the notes on an activity: the stored notes, and the current
// messages on services that have the activity.
//
// Texts by others are treated as data: they are cleaned, shortened and shown in separate
// fields. This part contains no service's name and stores nothing.
//
// # Streams
//
// [ReadStream] returns sensor data over time: columns of one activity that share an index,
// averaged over intervals of equal length.
//
// # Variants
//
// [VariantsOf] computes the values that other programs and devices would show for the same
// rows. They are for comparison only.
package activity
