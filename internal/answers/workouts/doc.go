// Package workouts answers questions about planned sessions: the library, their steps, a
// check before riding, and how closely a session followed its plan.
//
// # Compliance
//
// [ComplianceOf] compares the intervals of a session with the steps of a planned workout,
// using the thresholds of its day. It does not depend on where plans or sessions are
// stored, and does not decide which plan belongs to a session.
//
// # Library
//
// [Lister] lists the workouts, folders and plans in an athlete's library, with their
// duration, distance and load. It writes nothing.
//
// # Steps
//
// [StructuredSteps] and [Days] find the steps in the text of a planned workout, the steps
// that a service reads from the same text, and the resulting figures by the thresholds of
// a day. They do not depend on where a workout is stored.
//
// # Check
//
// [CheckWorkout] finds the faults of a workout, its figures by the thresholds of a day,
// and what each file format cannot store. It does not depend on where a workout is stored.
package workouts
