// Package activity answers questions about single activities: which there
// are, what one of them was, its streams, and how several compare. One
// function and one view a question; views carry the names and units that the
// tools publish.
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
// It is one row of an answer about activities: only what is known,
// by its published name. It does not know what the names mean.
//
// # Heartbeats
//
// It says what the intervals between the heartbeats of one
// activity tell: their variability, and α1 along the way with the heart rates
// at its thresholds. It reads nothing and knows no athlete.
//
// # HRExamples
//
// It reads what an athlete's other activities teach about one:
// what time in each heart rate zone was worth where power was measured too.
// It computes no answer.
//
// # Messages
//
// It answers the notes on an activity: those stored here and,
// asked for as they are now, the messages of the services that have it.
//
// What others wrote is data: it is cleaned, cut and shown in fields of its own.
// The package knows no service by name and stores nothing.
//
// # Streams
//
// It answers what the sensors recorded over time: columns of one
// activity on one shared index, averaged to a resolution. It never writes,
// and knows nothing of tools, pages or protocols.
//
// # Variants
//
// It computes what other programs and devices make of the same
// rows, for comparing with them. None of it enters another number.
package activity
