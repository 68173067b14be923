// Package workouts answers questions about planned sessions: the library, their steps, a check before riding, and how a
// session followed its plan.
//
// # Followed
//
// It answers how the steps of a planned workout were followed by
// the intervals of a session, by the thresholds of its day. It must not know
// where a plan or a session is kept, nor decide which plan a session is of.
//
// # Library
//
// It answers which workouts, folders and training plans an
// athlete keeps to be planned, and what one of them asks for. It must not know
// how a plan comes into the calendar, nor write anything.
//
// # Structured
//
// It answers what planned workouts ask for: the steps of their
// texts, what a service reads in the same text, and what they take by the
// thresholds of a day. It must not know where a workout is kept.
//
// # Workoutcheck
//
// It answers what is wrong with a workout, what it takes by
// the thresholds of a day, and what each form of workout files would lose of
// it. It must not know where a workout is kept.
package workouts
