// Package settings tells services what the athlete has set up there: settings
// of sports, the notes of the profile, custom items.
package settings
