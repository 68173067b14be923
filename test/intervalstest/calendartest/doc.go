// Package calendartest emulates the planning of Intervals.icu: events, the
// workout library, training plans.
package calendartest

import "lapkeep/test/intervalstest/apitest"

type doc = apitest.Doc
