// Package plain writes a workout as text for a person: a message, a printed
// page, an entry of a calendar. Nothing reads it back.
package plain
