// Package calendar answers questions about planned sessions: how they were done, and what effect
// the plan would have. Its views are the agenda, the upcoming events, and the year by weeks.
//
// It contains the only code that matches planned and completed sessions; everything that
// compares them uses it. Projected values never share a field with actual values. The
// package writes nothing and reads no clock.
//
// # Printed calendars
//
// [Markdown] and [HTML] print a [Sheet] in the reader's language. They do not depend on
// where a calendar is stored.
package calendar
