// Package structured answers what planned workouts ask for: the steps of their
// texts, what a service reads in the same text, and what they take by the
// thresholds of a day. It must not know where a workout is kept.
package structured
