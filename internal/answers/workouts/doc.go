// Package workouts answers questions about planned sessions: the library, their
// steps, a check before riding, and how closely a session followed its plan.
//
// # Compliance
//
// [ComplianceOf] compares the intervals of a session with the steps of a
// planned workout, by the thresholds of its day. It must not know where plans
// or sessions are stored, nor decide which plan belongs to a session.
//
// # Library
//
// [Lister] lists the workouts, folders and plans in an athlete's library, and
// what they ask for. It must not know how a plan gets into the calendar, nor
// write anything.
//
// # Steps
//
// [StructuredSteps] and [Days] find the steps of a planned workout's text, a
// service's reading of the same text, and the resulting figures by the
// thresholds of a day. They must not know where a workout is stored.
//
// # Check
//
// [CheckWorkout] finds the faults of a workout, its figures by the thresholds
// of a day, and what each file format cannot store. It must not know where a
// workout is stored.
package workouts
