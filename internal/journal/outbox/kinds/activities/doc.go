// Package activities tells services what the athlete says of activities: of one
// that a service has, and of one that was entered here.
package activities
