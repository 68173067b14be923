// Package kinds holds the kinds of things that go to services: activities, what
// is planned, gear, wellness and settings. Each says what a service is told of a
// thing, how the thing is found there, and which of the athlete's own words are
// done with once the service says the same.
//
// # Activities
//
// It tells services what the athlete says of activities: of one
// that a service has, and of one that was entered here.
//
// # Gear
//
// It tells services of gear and of its reminders.
//
// # Planned
//
// It tells services what is planned: the events of the calendar,
// and the workouts of the library with their folders.
//
// # Segments
//
// It tells services which of their segments the athlete stars.
//
// # Settings
//
// It tells services what the athlete has set up there: settings
// of sports, the notes of the profile, custom items.
//
// # Wellness
//
// It tells services what the athlete entered of a day.
package kinds
