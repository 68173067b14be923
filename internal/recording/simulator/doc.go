// Package simulator tells the recordings of apps that show a course to somebody
// on a trainer, or lead through a workout there: by what the file says recorded
// it, by its name and by the name of the activity. Their positions are of places
// where nobody was, and many of them do not say that it was indoors.
package simulator
