// Package activity answers questions about single activities: the list, the
// details of one, its streams, and comparisons of several. Each question has
// one function and one view; views have the names and units that the tools
// publish.
//
// It reads what is stored and the thresholds of the activity's own day. It
// never writes, and knows nothing of tools, pages or protocols.
//
// # ByLoad
//
// It is a page of activities in the order of their load, or within
// bounds of it. A load follows from the thresholds of its day and is stored
// nowhere, so the store can neither order nor select by it.
//
// # Facts
//
// It holds one row of an answer about activities: only known values, by their
// published names. It does not know the meaning of the names.
//
// # Heartbeats
//
// It analyses the intervals between the heartbeats of one activity: their
// variability, and α1 over time with the heart rates at its thresholds. It
// reads nothing from the store and knows no athlete.
//
// # HRExamples
//
// It learns from an athlete's other activities, for one activity, how much load
// a minute in each heart rate zone caused when power was measured too. It
// computes no answer.
//
// # Messages
//
// It answers with the notes on an activity: the stored notes and, requested at
// the time of the question, the messages of the services that have the
// activity.
//
// Text from others is data: it is cleaned, shortened and shown in separate
// fields. The package knows no service by name and stores nothing.
//
// # Streams
//
// It answers with the sensor data over time: columns of one activity on one
// shared index, averaged to a resolution. It never writes, and knows nothing of
// tools, pages or protocols.
//
// # Variants
//
// It computes the values that other programs and devices derive from the same
// rows, for comparison. No other number depends on these values.
package activity
