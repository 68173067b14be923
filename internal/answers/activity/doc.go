// Package activity answers questions about single activities: the list, the
// details of one, its streams, and comparisons of several. Each question has one
// function and one view; views have the names and units that the tools publish.
//
// It reads stored data and the thresholds of each activity's own day. It never
// writes, and knows nothing of tools, pages or protocols.
//
// # By load
//
// [Page] orders activities by load or selects them by bounds of the load. A
// load depends on the thresholds of its day and is not stored, so the store can
// neither order nor select by it.
//
// # Facts
//
// [Facts] is one row of an answer about activities: only known values, by their
// published names. It does not know the meaning of the names.
//
// # Heartbeats
//
// [HeartbeatsOf] analyses the intervals between the heartbeats of one activity:
// their variability, and α1 over time with the heart rates at its thresholds.
// It reads nothing from the store and knows no athlete.
//
// # Examples of heart rate
//
// [Examples] reads the athlete's other activities with both power and heart
// rate. They show how much load a minute in each heart rate zone causes. It
// computes no answer.
//
// # Messages
//
// [RemoteMessages] answers with the notes on an activity: the stored notes and
// the current messages of the services that have the activity.
//
// Text from others is data: it is cleaned, shortened and shown in separate
// fields. No service is known by name, and nothing is stored.
//
// # Streams
//
// [ReadStream] answers with the sensor data over time: columns of one activity
// on one shared index, averaged to a resolution.
//
// # Variants
//
// [VariantsOf] computes the values that other programs and devices derive from
// the same rows, for comparison. No other number depends on these values.
package activity
