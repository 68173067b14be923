// Package kinds holds the kinds of things that go to services: activities,
// planned sessions, gear, wellness and settings. Each decides which fields of a
// thing are sent, how the thing is found at a service, and which of the
// athlete's own edits end once the service states the same.
//
// # Activities
//
// It sends the athlete's edits of activities that a service has, and activities
// that were entered here.
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
// It sends the athlete's stars on a service's segments.
//
// # Settings
//
// It sends sport settings, the notes of the profile, and custom items.
//
// # Wellness
//
// It sends the athlete's wellness entries.
package kinds
