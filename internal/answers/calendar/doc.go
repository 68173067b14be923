// Package calendar answers what is planned, what became of it and what follows
// from it: the agenda, the coming races, the year by weeks.
//
// It holds the one matcher of planned and completed sessions, which everything
// that compares the two uses. Projected values are never in the same field as
// actual ones. The package writes nothing and reads no clock.
//
// # Printed
//
// A calendar as a page for printing and as Markdown, in the reader's language.
// It must not know where a calendar is kept.
package calendar
