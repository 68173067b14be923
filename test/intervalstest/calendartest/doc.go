// Package calendartest is what the emulated Intervals.icu does with what is
// planned: events, the workout library, training plans.
package calendartest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
