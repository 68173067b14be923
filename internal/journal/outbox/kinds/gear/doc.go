// Package gear tells services of gear and of its reminders.
package gear
