// Package calendar answers what is planned, how it was done and what would
// follow from it: the agenda, upcoming races, the year by weeks.
//
// It holds the only matcher of planned and completed sessions; everything that
// compares the two uses it. Projected values never share a field with actual
// ones. The package writes nothing and reads no clock.
//
// # Printed calendars
//
// [Markdown] and [HTML] print a [Sheet] in the reader's language. They must not
// know where a calendar is stored.
package calendar
