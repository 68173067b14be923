// Package kinds holds the kinds of things that go to services: activities,
// planned sessions, gear, wellness and settings. Each decides which fields of a
// thing are sent, how the thing is found there, and which of the athlete's own
// edits end once the service states the same.
//
// # Activities
//
// It sends the athlete's edits of activities: of one that a service
// has, and of one that was entered here.
//
// # Gear
//
// It sends gear and its reminders.
//
// # Planned
//
// It sends the events of the calendar, and the workouts of the
// library with their folders.
//
// # Segments
//
// It sends which of a service's segments the athlete stars.
//
// # Settings
//
// It sends settings of sports, the notes of the profile and custom
// items.
//
// # Wellness
//
// It sends the athlete's entries of a day.
package kinds
