// Package kinds holds the kinds of things that are sent to services. Each kind decides which
// fields of a thing are sent, how the thing is found on a service, and which of the
// athlete's own edits are dropped once the service has the same values.
//
// The kinds are activities, including entered ones; gear and its reminders;
// calendar events, and library workouts with their folders; stars on a service's
// segments; sport settings, profile notes and custom items; and wellness.
package kinds
