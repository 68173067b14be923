// Package rows collects the records of a FIT file in columns: one row a second,
// in order of time. It knows records and the fields that developers add to
// them, nothing of sessions or laps.
package rows
