// Package calendar answers what is planned, what became of it and what
// follows from it: the agenda, the races to come, the year by weeks.
//
// It holds the one matcher of planned and done, which everybody who compares
// the two uses. What may come is never in the same field as what happened.
// The package writes nothing and reads no clock.
//
// # Printed
//
// It writes a calendar as a page that prints and as Markdown, in
// the words of a person. It must not know where a calendar is kept.
package calendar
